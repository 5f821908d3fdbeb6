package slmlab.agent.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.Tail;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.distribution.DiagonalGaussian;
import slmlab.tensor.distribution.Distribution;
import slmlab.tensor.distribution.SquashedGaussian;

/// Continuous actions, which envs take in [−1, 1]: a tail of means and one of log σ, a number for each
/// action.
///
/// @param shape      of one action
/// @param gain       orthogonal gain of the first weights; null for the net's `init_fn`
/// @param logStdInit where log σ starts if it is learned apart from the observation; null if the net gives it
record BoxHead(
        Shape shape,
        Kind kind,
        @Nullable Double gain,
        @Nullable Double logStdInit) implements ActionHead {
    private static final double MIN_LOG_STD = -5;
    private static final double MAX_LOG_STD = 2;

    /// MultivariateNormal is the diagonal one, and so the same as Normal.
    enum Kind {
        NORMAL("Normal"),
        MULTIVARIATE_NORMAL("MultivariateNormal"),
        NORMAL_TANH("NormalTanh");

        private final String pdtype;

        Kind(String pdtype) {
            this.pdtype = pdtype;
        }

        @Override
        public String toString() {
            return pdtype;
        }
    }

    @Override
    public List<Tail> tails() {
        int n = shape.volume();
        return List.of(new Tail(n, gain, null), new Tail(n, gain, logStdInit));
    }

    @Override
    public Distribution distribution(List<Tensor> tails, @Nullable Tensor mask) {
        if (mask != null) {
            throw new IllegalArgumentException(
                    "a mask for continuous actions %s: there is none for them".formatted(shape));
        }
        Tensor mean = tails.get(0); // [rows, n]
        Tensor logStd = tails.get(1).clamp(MIN_LOG_STD, MAX_LOG_STD);
        return kind == Kind.NORMAL_TANH ? SquashedGaussian.of(mean, logStd) : DiagonalGaussian.of(mean, logStd);
    }

    /// The program's rows [envs, n] under the space's own shape.
    @Override
    public void toEnv(Array chosen, Array action) {
        System.arraycopy(chosen.floats(), 0, action.floats(), 0, action.shape().volume());
    }

    @Override
    public void fromEnv(Array action, Array chosen) {
        System.arraycopy(action.floats(), 0, chosen.floats(), 0, chosen.shape().volume());
    }
}
