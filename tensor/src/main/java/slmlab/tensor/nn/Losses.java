package slmlab.tensor.nn;

import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;

/// Element-wise losses between predictions and targets; `.mean()` of them equals PyTorch's losses.
///
/// Shapes must be equal: [64] with [64, 1] would otherwise broadcast to [64, 64].
public final class Losses {
    private Losses() {}

    /// Return (y − t)².
    public static Tensor mse(Tensor y, Tensor target) {
        return difference("mse", y, target).square();
    }

    /// Return |y − t|.
    public static Tensor l1(Tensor y, Tensor target) {
        return difference("l1", y, target).abs();
    }

    /// Return d²/2 where d = |y − t| is below `delta`, and a straight line above: δ·(d − δ/2). Huber 1964.
    public static Tensor huber(Tensor y, Tensor target, double delta) {
        if (!(delta > 0)) {
            throw new IllegalArgumentException("delta is %s; needs to be above 0".formatted(delta));
        }
        Tensor distance = difference("huber", y, target).abs();
        Tensor perturbed = distance.min(delta);
        return perturbed.mul(distance.sub(perturbed.mul(0.5)));
    }

    /// Return the Huber loss divided by `beta`, so that its slope ends at 1; a `beta` of 0 gives [#l1].
    public static Tensor smoothL1(Tensor y, Tensor target, double beta) {
        if (!(beta >= 0)) {
            throw new IllegalArgumentException("beta is %s; needs at least 0".formatted(beta));
        }
        return beta == 0 ? l1(y, target) : huber(y, target, beta).div(beta);
    }

    /// Return `−log softmax(logits)[label]`: `[batch, classes]` and INT32 `[batch]` → `[batch]`, with any number of
    /// axes in front.
    public static Tensor crossEntropy(Tensor logits, Tensor labels) {
        Shape shape = logits.shape();
        if (shape.rank() == 0 || !shape.without(-1).equals(labels.shape())) {
            throw new ShapeException("cross entropy of logits %s and labels %s: needs [batch, classes] and [batch]"
                    .formatted(shape, labels.shape()));
        }
        Tensor chosen = logits.gather(-1, labels.insertAxis(-1)).reshape(labels.shape());
        return logits.logSumExp(-1).sub(chosen);
    }

    /// Return −t·log σ(x) − (1 − t)·log(1 − σ(x)), without overflow.
    public static Tensor binaryCrossEntropyWithLogits(Tensor logits, Tensor target) {
        requireSame("binary cross entropy", logits, target);
        return logits.softplus().sub(logits.mul(target));
    }

    private static Tensor difference(String label, Tensor y, Tensor target) {
        requireSame(label, y, target);
        return y.sub(target);
    }

    private static void requireSame(String label, Tensor y, Tensor target) {
        if (!y.shape().equals(target.shape())) {
            throw new ShapeException("%s of %s against a target of %s: needs the same shape"
                    .formatted(label, y.shape(), target.shape()));
        }
    }
}
