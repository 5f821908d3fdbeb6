/// A study as pictures: history, parallel coordinates, importance, slices, contour, rungs, timeline.
///
/// Start with [slmlab.search.picture.StudyPictures], which writes them all; [slmlab.search.picture.StudyView] is what
/// they show. Knows no database: a study comes in as its plan and its trials.
@NullMarked
package slmlab.search.picture;

import org.jspecify.annotations.NullMarked;
