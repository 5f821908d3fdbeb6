/// Distributions over actions, chosen by the action space.
///
/// Start with [ActionHead]: it says which tails a net needs for a space, and makes the distribution from
/// them.
///
/// Knows spaces, nets and tensors; knows no algorithm and no memory.
@NullMarked
package slmlab.agent.policy;

import org.jspecify.annotations.NullMarked;
