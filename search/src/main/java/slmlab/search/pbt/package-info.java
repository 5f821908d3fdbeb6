/// Population-based training: a population of runs in one folder that copy each other's weights and settings.
///
/// Start with [Population]: train all members for an interval, let [slmlab.search.PbtRule] say who copies whom, copy,
/// and so on. [PopulationHistory] is what has happened, on disk; everything else can be made again from it.
@org.jspecify.annotations.NullMarked
package slmlab.search.pbt;
