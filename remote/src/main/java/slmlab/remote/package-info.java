/// Runs on other machines: launched over SSH or by dstack, watched, stopped, resumed and fetched.
///
/// Start with [RemoteRun], what this machine knows of one, and [RemoteRuns], the files where that is kept; the
/// dashboard
/// reads these two and nothing else. [SshRuns] and [Fetch] ask a machine through `Ssh`, which carries `remote.sh`
/// along: what happens over there is written in that script. [Dstack] calls the program. [RemoteJob] is a batch.
///
/// Nothing that another machine answers is trusted. Knows specs, run folders and files; knows neither commands nor
/// pages.
@NullMarked
package slmlab.remote;

import org.jspecify.annotations.NullMarked;
