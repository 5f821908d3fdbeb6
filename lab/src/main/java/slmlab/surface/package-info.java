/// What a trained policy thinks and does in every state of a two-dimensional environment.
///
/// Start with [Plane], the environments and their cells; [Surface] asks a policy about each cell.
///
/// Knows envs and the player of policies; knows no training.
@NullMarked
package slmlab.surface;

import org.jspecify.annotations.NullMarked;
