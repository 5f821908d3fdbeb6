/// Runs on other machines: started over SSH or by dstack, watched, stopped and fetched.
///
/// Knows run folders, specs and files; knows neither commands nor pages.
@NullMarked
package slmlab.remote;

import org.jspecify.annotations.NullMarked;
