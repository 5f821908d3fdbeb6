package slmlab.tensor;

import slmlab.tensor.internal.Updates;

/// In-place change of variables at the end of a run.
public interface Update {
    /// Sets one variable to one value.
    Update COPY = (kernels, targets, inputs, offsets, part) -> {
        int from = part.from(targets[0].length);
        int to = part.to(targets[0].length);
        System.arraycopy(inputs[0], offsets[0] + from, targets[0], from, to - from);
    };

    /// Change one part of each of the `targets` in place, and nothing else: several threads do so at once.
    ///
    /// @param targets data of each variable
    /// @param inputs data of each input, from `offsets[i]` on
    void run(Updates kernels, float[][] targets, float[][] inputs, int[] offsets, Part part);

    /// Advance what counts runs. Called once, after all parts.
    default void finish(float[][] targets) {}
}
