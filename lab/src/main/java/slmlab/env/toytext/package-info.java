/// Gymnasium's toy text envs: FrozenLake, Taxi, CliffWalking, Blackjack.
///
/// Start with [slmlab.env.toytext.FrozenLake]. [slmlab.env.toytext.TransitionTable] holds the table of
/// probabilities that the grid environments sample from. [slmlab.env.toytext.ToyText] registers them.
///
/// Knows the env contract only.
@NullMarked
package slmlab.env.toytext;

import org.jspecify.annotations.NullMarked;
