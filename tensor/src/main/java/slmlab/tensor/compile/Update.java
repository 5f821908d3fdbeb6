package slmlab.tensor.compile;

import slmlab.tensor.internal.Updates;

/// In-place change of variables at the end of a run.
///
/// Each kind is a record of what it does: [Copy], `optim.RuleUpdate` for an optimizer's step, `optim.Polyak.Follow`.
/// Backends on the JVM call [#run]; another backend tells them apart by their type, and computes the same where its
/// arrays are.
public interface Update {

    /// Change one part of each of the `targets` in place, and nothing else: several threads do so at once.
    ///
    /// @param targets data of each variable
    /// @param inputs data of each input, from `offsets[i]` on
    void run(Updates kernels, float[][] targets, float[][] inputs, int[] offsets, ArrayPart part);

    /// Advance what counts runs. Called once, after all parts.
    default void finish(float[][] targets) {}

    /// Sets one variable to one value.
    record Copy() implements Update {
        @Override
        public void run(Updates kernels, float[][] targets, float[][] inputs, int[] offsets, ArrayPart part) {
            int from = part.from(targets[0].length);
            int to = part.to(targets[0].length);
            System.arraycopy(inputs[0], offsets[0] + from, targets[0], from, to - from);
        }
    }
}
