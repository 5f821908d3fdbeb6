/// Run folders on a hub for datasets: pushed, pulled and published.
///
/// Knows run folders and files; knows neither commands nor pages.
@NullMarked
package slmlab.hub;

import org.jspecify.annotations.NullMarked;
