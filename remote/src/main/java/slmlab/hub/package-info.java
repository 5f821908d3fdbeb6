/// Run folders on a hub for datasets, as Hugging Face has it: pulled, uploaded and published.
///
/// Start with [Dataset], one dataset on a hub. [Pull] downloads run folders, [Upload] sends local files with one
/// commit.
/// [HubSettings] says where the hub is and who asks; the [Token] leaves it in one header only.
///
/// Nothing that a hub says is trusted: its paths, sizes, hashes and addresses are checked.
///
/// Knows run folders and files; knows neither commands nor pages.
@NullMarked
package slmlab.hub;

import org.jspecify.annotations.NullMarked;
