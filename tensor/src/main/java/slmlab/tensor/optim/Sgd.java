package slmlab.tensor.optim;

import java.util.List;
import slmlab.tensor.compile.ArrayPart;
import slmlab.tensor.internal.Updates;

/// Stochastic gradient descent, with or without momentum: PyTorch's `SGD`.
///
/// @param momentum momentum factor; 0 for none
/// @param dampening dampening of the gradient where there is momentum
/// @param weightDecay L2 penalty, added to the gradient
/// @param nesterov whether to use Nesterov momentum
public record Sgd(double lr, double momentum, double dampening, double weightDecay, boolean nesterov)
        implements Optimizer {

    public static Sgd defaults() {
        return new Sgd(1e-3, 0, 0, 0, false);
    }

    public Sgd {
        Checks.notNegative("lr", lr);
        Checks.notNegative("momentum", momentum);
        Checks.notNegative("weight_decay", weightDecay);
        Checks.that(Double.isFinite(dampening), "dampening is %s; needs to be finite".formatted(dampening));
        Checks.that(
                !nesterov || (momentum > 0 && dampening == 0),
                "nesterov with momentum %s and dampening %s: needs momentum, and no dampening"
                        .formatted(momentum, dampening));
    }

    UpdateRule rule() {
        return momentum == 0 ? new Moving(this, List.of()) : new Moving(this, List.of("momentum_buffer"));
    }

    private record Moving(Sgd sgd, List<String> slots) implements UpdateRule {
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
            boolean moving = sgd.momentum != 0;
            for (int i = 0; i < n; i++) {
                int from = part.from(arrays[i].length);
                kernels.sgd(
                        arrays[i],
                        from,
                        moving ? arrays[n + i] : NONE,
                        from,
                        gradients[i],
                        offsets[i] + from,
                        part.to(arrays[i].length) - from,
                        scale,
                        lr,
                        (float) sgd.weightDecay,
                        (float) sgd.momentum,
                        sgd.dampening,
                        sgd.nesterov,
                        step == 1);
            }
        }
    }
}
