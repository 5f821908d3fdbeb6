/// Workflows on the page: one question at a time, what the answers make beside it.
///
/// Start with [slmlab.board.flow.FlowDesk]. Nothing is kept between two requests but steps that are at work: the page
/// sends the answers of the step that it asks, and a folder has all others.
///
/// Knows workflows; knows no runs.
@NullMarked
package slmlab.board.flow;

import org.jspecify.annotations.NullMarked;
