package slmlab.tensor.optim;

import java.util.ArrayList;
import java.util.List;
import slmlab.tensor.compile.ArrayPart;
import slmlab.tensor.internal.Updates;

/// Lets another optimizer run for `k` steps, then moves slow weights a part of the way to where it got, and
/// restarts it from there.
///
/// Zhang et al. 2019, arXiv:1907.08610: every k-th step slow ← slow + α(fast − slow), fast ← slow. The slow
/// weights begin as the parameters before the first step.
///
/// @param optimizer the inner optimizer
/// @param alpha step size of the slow weights, in (0, 1]
public record Lookahead(Optimizer optimizer, int k, double alpha) implements Optimizer {

    /// Wrap an optimizer, with the paper's k = 5 and α = ½.
    public static Lookahead around(Optimizer optimizer) {
        return new Lookahead(optimizer, 5, 0.5);
    }

    public Lookahead {
        Checks.that(!(optimizer instanceof Lookahead), "Lookahead around Lookahead: needs another optimizer inside");
        Checks.that(k >= 1 && k < 1 << 24, "k is %s; needs to lie in [1, 2^24)".formatted(k));
        Checks.that(alpha > 0 && alpha <= 1, "alpha is %s; needs to lie in (0, 1] (default: 0.5)".formatted(alpha));
    }

    @Override
    public double lr() {
        return optimizer.lr();
    }

    UpdateRule rule() {
        UpdateRule fast = UpdateRule.of(optimizer);
        List<String> slots = new ArrayList<>(fast.slots());
        slots.add("slow_param");
        return new Slow(fast, List.copyOf(slots), slots.size(), k, (float) alpha);
    }

    /// @param slow which slot, counted from 1, holds the slow weights
    private record Slow(UpdateRule fast, List<String> slots, int slow, int k, float alpha) implements UpdateRule {
        /// Return the counters. The steps since the last synchronization have their own: `step` stops at 2²⁴,
        /// and then the weights would never be synchronized again.
        @Override
        public List<String> counters() {
            return List.of("step", "lookahead_step");
        }

        @Override
        public void run(
                Updates kernels,
                float[][] arrays,
                int n,
                float[][] gradients,
                int[] offsets,
                float scale,
                float lr,
                float step,
                ArrayPart part) {
            if (step == 1) {
                for (int i = 0; i < n; i++) {
                    move(kernels, arrays[slow * n + i], arrays[i], 1, part); // a copy, bit for bit
                }
            }
            fast.run(kernels, arrays, n, gradients, offsets, scale, lr, step, part);
            if (apart(arrays) >= k) {
                for (int i = 0; i < n; i++) {
                    float[] weights = arrays[slow * n + i];
                    move(kernels, weights, arrays[i], alpha, part);
                    move(kernels, arrays[i], weights, 1, part);
                }
            }
        }

        @Override
        public void finish(float[][] arrays) {
            fast.finish(arrays);
            float apart = apart(arrays);
            arrays[arrays.length - 1][0] = apart >= k ? 0 : apart;
        }

        /// Return how many steps, with this one, the weights have been apart from the slow ones.
        private static float apart(float[][] arrays) {
            return arrays[arrays.length - 1][0] + 1;
        }

        private static void move(Updates kernels, float[] weights, float[] towards, float by, ArrayPart part) {
            int from = part.from(weights.length);
            kernels.lerp(weights, from, towards, from, part.to(weights.length) - from, by);
        }
    }
}
