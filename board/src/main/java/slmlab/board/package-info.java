/// The dashboard: a live page over run folders, on the loopback address.
///
/// Start with [slmlab.board.Board], the door: it serves the page and the JSON that the page asks for.
/// [slmlab.board.Catalog] knows the runs and watches their files, [slmlab.board.RunCard] is a run in one row,
/// [slmlab.board.RunCurves] and [slmlab.board.Compared] are what is drawn, [slmlab.board.Stage] plays the agent.
///
/// Reads files only; it knows no running session. The page itself is plain HTML, CSS and ES modules in the resources.
@NullMarked
package slmlab.board;

import org.jspecify.annotations.NullMarked;
