package slmlab.agent.net;

import static slmlab.spec.Check.that;

import java.util.List;
import slmlab.spec.Default;
import slmlab.spec.Defaults;
import slmlab.tensor.Tensor;
import slmlab.tensor.nn.Losses;

/// A distance between predictions and targets by its name in `torch.nn`.
///
/// @param beta  where SmoothL1Loss becomes a straight line
/// @param delta where HuberLoss becomes a straight line
public record LossSpec(
        @Default("MSELoss") String name,
        @Default("1") double beta,
        @Default("1") double delta) {
    private static final List<String> NAMES =
            List.of("MSELoss", "SmoothL1Loss", "L1Loss", "HuberLoss", "CrossEntropyLoss");

    public static LossSpec defaults() {
        return Defaults.of(LossSpec.class);
    }

    public static LossSpec of(String name) {
        return new LossSpec(name, 1, 1);
    }

    public LossSpec {
        that("name", NAMES.contains(name), "is %s; needs one of %s", name, String.join(", ", NAMES));
        that("beta", beta >= 0, "is %s; needs at least 0", beta);
        that("delta", delta > 0, "is %s; needs to be above 0", delta);
        that("beta", beta == 1 || name.equals("SmoothL1Loss"), "is no setting of %s; only SmoothL1Loss has one", name);
        that("delta", delta == 1 || name.equals("HuberLoss"), "is no setting of %s; only HuberLoss has one", name);
    }

    /// The distance of each prediction from its target, not reduced. CrossEntropyLoss takes logits [rows,
    /// classes] and INT32 labels [rows].
    public Tensor apply(Tensor y, Tensor target) {
        return switch (name) {
            case "SmoothL1Loss" -> Losses.smoothL1(y, target, beta);
            case "L1Loss" -> Losses.l1(y, target);
            case "HuberLoss" -> Losses.huber(y, target, delta);
            case "CrossEntropyLoss" -> Losses.crossEntropy(y, target);
            default -> Losses.mse(y, target);
        };
    }
}
