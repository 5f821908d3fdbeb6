package slmlab.tensor.optim;

import java.util.List;
import slmlab.tensor.compile.ArrayPart;
import slmlab.tensor.internal.Updates;

/// The arithmetic of an optimizer on arrays of Java. It is stateless, so programs on several threads may share one
/// rule.
public interface UpdateRule {
    /// Placeholder for an array that a kernel does not use.
    float[] NONE = {};

    static UpdateRule of(Optimizer optimizer) {
        return switch (optimizer) {
            case Sgd sgd -> sgd.rule();
            case Adam adam -> adam.rule();
            case AdamW adamW -> adamW.rule();
            case RmsProp rmsProp -> rmsProp.rule();
            case RAdam rAdam -> rAdam.rule();
            case Lookahead lookahead -> lookahead.rule();
        };
    }

    /// Return βᵗ for an integer step t, by squaring. (`StrictMath.pow` would allocate three arrays.)
    static double power(double beta, float step) {
        double power = 1;
        double square = beta; // β, β², β⁴, …
        for (int bits = (int) step; bits != 0; bits >>>= 1) {
            if ((bits & 1) != 0) {
                power *= square;
            }
            square *= square;
        }
        return power;
    }

    /// Return the names of the arrays kept for each parameter, which are PyTorch's.
    List<String> slots();

    /// Return the names of the numbers kept for all parameters together. The first counts steps; it is a float,
    /// which stops at 2²⁴, long after that matters to any rule.
    default List<String> counters() {
        return List.of("step");
    }

    /// Make one step.
    ///
    /// @param arrays parameter `i` at `i`, its first slot at `n + i`, its second at `2n + i`, …; the counters
    ///     at the end
    /// @param n number of parameters
    /// @param gradients the gradient of parameter `i` is in `gradients[i]`, from `offsets[i]` on
    /// @param scale factor of every gradient
    /// @param step number of this step; the first is 1
    /// @param part of each array to change
    void run(
            Updates kernels,
            float[][] arrays,
            int n,
            float[][] gradients,
            int[] offsets,
            float scale,
            float lr,
            float step,
            ArrayPart part);

    /// Advance the counters but the first, after a step.
    default void finish(float[][] arrays) {}
}
