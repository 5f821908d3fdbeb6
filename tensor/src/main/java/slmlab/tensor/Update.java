package slmlab.tensor;

import slmlab.tensor.internal.Updates;

/// In-place change of variables at the end of a run.
public interface Update {
    /// Sets one variable to one value.
    Update COPY = (kernels, targets, inputs, offsets) ->
            System.arraycopy(inputs[0], offsets[0], targets[0], 0, targets[0].length);

    /// Change `targets` in place.
    ///
    /// @param targets data of each variable
    /// @param inputs data of each input, from `offsets[i]` on
    void run(Updates kernels, float[][] targets, float[][] inputs, int[] offsets);

    /// Return whether all it does to arrays of more than one number goes through `kernels`, number by number. Then
    /// several threads may run it at once, each with kernels that change their part of every array.
    default boolean isSplit() {
        return false;
    }
}
