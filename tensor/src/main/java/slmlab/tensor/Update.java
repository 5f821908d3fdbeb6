package slmlab.tensor;

import slmlab.tensor.internal.Updates;

/// How variables change at the end of a run.
public interface Update {
    /// Sets one variable to one value.
    Update COPY = (kernels, targets, inputs, offsets) ->
            System.arraycopy(inputs[0], offsets[0], targets[0], 0, targets[0].length);

    /// Changes `targets` in place.
    ///
    /// @param targets the numbers of each variable
    /// @param inputs where each input's numbers are, from `offsets[i]` on
    void run(Updates kernels, float[][] targets, float[][] inputs, int[] offsets);
}
