/// Statistics over few runs: interquartile means, bootstrap intervals, probability of improvement, profiles.
///
/// Agarwal et al. 2021, arXiv:2108.13264; the estimates are rliable's.
@NullMarked
package slmlab.stats;

import org.jspecify.annotations.NullMarked;
