package slmlab.agent;

import org.jspecify.annotations.Nullable;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.State;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;

/// A way to learn to act: three verbs for the session's loop, and views for evaluation and checkpoints.
///
/// Whether an algorithm keeps a rollout or a replay, learns every step or every 2048, is its own affair.
public interface Algorithm extends Savable {

    /// Choose one action per env and remember what it was chosen from. The array is overwritten by the next
    /// call.
    Array act(Step step);

    /// Remember what the actions led to.
    void observe(Step step);

    /// Learn if there is enough to learn from; null when there is not. Returns the same object every time.
    @Nullable
    Stats update();

    /// Act without learning or remembering, for a vector of `size` envs: evaluation, enjoy, export.
    ///
    /// @param stochastic samples; otherwise the policy's mode
    Policy policy(int size, boolean stochastic);

    /// Trace what acting on `rows` observations computes, for files from which other programs act. Return false
    /// where there is nothing to trace; such a file holds weights alone.
    ///
    /// Inputs are `obs`, `mask` where the envs have one, a recurrent net's states, and `explore_var` where
    /// exploration has one. Outputs are the actions `mode` and `sample`; `logits` and `probabilities` of discrete
    /// actions, `mean` and `std` of continuous ones, `value`, as far as there are such; and the next states.
    default boolean traceActing(Trace trace, int rows) {
        return false;
    }

    /// The weights, by the names they are saved under.
    Variables variables();

    /// Add what each row shows beside the losses: `explore_var`, `entropy_coef`, `lr`, … in a fixed order.
    void gauges(Stats to);

    /// The parts that a resume needs, by the names they are saved under.
    Saved saved();

    @Override
    default void save(State to) {
        saved().save(to);
    }

    @Override
    default void load(State from) {
        saved().load(from);
    }
}
