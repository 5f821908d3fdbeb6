package slmlab.agent.net.setting;

import static slmlab.spec.key.Check.that;

import slmlab.spec.key.Choices;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Options;
import slmlab.tensor.Tensor;
import slmlab.tensor.nn.Losses;

/// A distance between predictions and targets by its name in `torch.nn`.
@Doc("distance between values and their targets")
public record LossSpec(
        @Doc(value = "the loss, by its name in torch.nn", example = "SmoothL1Loss")
        @Options({
            "MSELoss: squared error",
            "SmoothL1Loss: squared below beta, a straight line beyond",
            "L1Loss: absolute error",
            "HuberLoss: squared below delta, a straight line beyond",
            "CrossEntropyLoss: of classes; not for values"
        })
        @Default("MSELoss")
        String name,

        @Doc(value = "where SmoothL1Loss becomes a straight line", example = "0.5") @Default("1")
        double beta,

        @Doc(value = "where HuberLoss becomes a straight line", example = "0.5") @Default("1")
        double delta) {
    public static LossSpec defaults() {
        return Defaults.of(LossSpec.class);
    }

    public static LossSpec of(String name) {
        return new LossSpec(name, 1, 1);
    }

    public LossSpec {
        Choices.check(LossSpec.class, "name", name);
        that("beta", beta >= 0, "is %s; needs at least 0", beta);
        that("delta", delta > 0, "is %s; needs to be above 0", delta);
        that("beta", beta == 1 || name.equals("SmoothL1Loss"), "is no setting of %s; only SmoothL1Loss has one", name);
        that("delta", delta == 1 || name.equals("HuberLoss"), "is no setting of %s; only HuberLoss has one", name);
    }

    /// The distance of each prediction from its target, not reduced. CrossEntropyLoss takes logits
    /// `[rows, classes]` and INT32 labels `[rows]`.
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
