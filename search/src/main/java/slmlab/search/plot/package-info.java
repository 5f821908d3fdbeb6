/// Plots of a study: history, parallel coordinates, importance, slices, contour, rungs, timeline.
///
/// Start with [slmlab.search.plot.StudyPlots], which writes them all; [slmlab.search.plot.StudyView] is what
/// they show. Knows no database: a study comes in as its plan and its trials.
@NullMarked
package slmlab.search.plot;

import org.jspecify.annotations.NullMarked;
