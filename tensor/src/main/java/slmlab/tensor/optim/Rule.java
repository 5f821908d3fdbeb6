package slmlab.tensor.optim;

import java.util.List;
import slmlab.tensor.internal.Updates;

/// What an optimiser does with numbers. It keeps none itself, so programs on several threads may share one rule.
interface Rule {
    /// Passed to a kernel for an array that it does not touch.
    float[] NONE = {};

    static Rule of(Optimizer optimizer) {
        return switch (optimizer) {
            case Sgd sgd -> sgd.rule();
            case Adam adam -> adam.rule();
            case AdamW adamW -> adamW.rule();
            case RmsProp rmsProp -> rmsProp.rule();
            case RAdam rAdam -> rAdam.rule();
            case Lookahead lookahead -> lookahead.rule();
        };
    }

    /// βᵗ for a step t, by squaring: t is whole. (`StrictMath.pow` would make arrays, three at a time.)
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

    /// The arrays it keeps for each parameter, by PyTorch's names.
    List<String> slots();

    /// The numbers it keeps for all parameters together. The first counts steps; as a float, which stops at 2²⁴,
    /// long after any rule has ceased to care.
    default List<String> counters() {
        return List.of("step");
    }

    /// Makes one step.
    ///
    /// @param arrays parameter `i` at `i`, its first slot at `n + i`, its second at `2n + i`, …; the counters
    ///     at the end
    /// @param n how many parameters there are
    /// @param gradients the gradient of parameter `i` is in `gradients[i]`, from `offsets[i]` on
    /// @param scale what every gradient is to be multiplied with
    /// @param step which step this is; the first is 1
    void run(
            Updates kernels,
            float[][] arrays,
            int n,
            float[][] gradients,
            int[] offsets,
            float scale,
            float lr,
            float step);
}
