/// Statistics over few runs: means with their intervals, a test of which is better, interquartile means, profiles.
///
/// Start with [Verdict]. An [Interval] is Student's; [Coverage] says how often it is right. Interquartile means,
/// shares of pairs won and profiles are rliable's (Agarwal et al. 2021, arXiv:2108.13264).
@NullMarked
package slmlab.stats;

import org.jspecify.annotations.NullMarked;
