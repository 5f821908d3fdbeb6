package slmlab.tensor.optim;

import java.util.ArrayList;
import java.util.List;
import slmlab.tensor.compile.ArrayPart;
import slmlab.tensor.internal.Updates;

/// Steps divided by the root of the average squared gradient: PyTorch's `RMSprop`.
///
/// Hinton 2012, lecture 6e; centered as in Graves 2013, arXiv:1308.0850.
///
/// @param alpha decay rate of the average of squares
/// @param eps added to the root
/// @param weightDecay L2 penalty, added to the gradient
/// @param momentum momentum factor; 0 for none
/// @param centered whether to divide by the gradient's standard deviation instead
public record RmsProp(double lr, double alpha, double eps, double weightDecay, double momentum, boolean centered)
        implements Optimizer {

    public static RmsProp defaults() {
        return new RmsProp(1e-2, 0.99, 1e-8, 0, 0, false);
    }

    public RmsProp {
        Checks.notNegative("lr", lr);
        Checks.share("alpha", alpha);
        Checks.notNegative("eps", eps);
        Checks.notNegative("weight_decay", weightDecay);
        Checks.notNegative("momentum", momentum);
    }

    UpdateRule rule() {
        List<String> slots = new ArrayList<>(List.of("square_avg"));
        if (momentum != 0) {
            slots.add("momentum_buffer");
        }
        if (centered) {
            slots.add("grad_avg");
        }
        return new Squares(
                this, List.copyOf(slots), slots.indexOf("momentum_buffer") + 1, slots.indexOf("grad_avg") + 1);
    }

    /// @param buffer which slot, counted from 1, is the momentum's; 0 for none
    /// @param average which slot is the average gradient's; 0 for none
    private record Squares(RmsProp rms, List<String> slots, int buffer, int average) implements UpdateRule {
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
            for (int i = 0; i < n; i++) {
                int from = part.from(arrays[i].length);
                kernels.rmsprop(
                        arrays[i],
                        from,
                        arrays[n + i],
                        from,
                        buffer == 0 ? NONE : arrays[buffer * n + i],
                        from,
                        average == 0 ? NONE : arrays[average * n + i],
                        from,
                        gradients[i],
                        offsets[i] + from,
                        part.to(arrays[i].length) - from,
                        scale,
                        lr,
                        (float) rms.weightDecay,
                        rms.alpha,
                        (float) rms.eps,
                        (float) rms.momentum,
                        rms.centered);
            }
        }
    }
}
