package slmlab.agent.policy;

import static slmlab.spec.key.Check.that;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.Tail;
import slmlab.agent.net.setting.TrainingSettings.LogStdBound;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.distribution.DiagonalGaussian;
import slmlab.tensor.distribution.Distribution;
import slmlab.tensor.distribution.SquashedGaussian;

/// Continuous actions, which envs take in [−1, 1]: a tail of means and one of log σ, a number for each
/// action.
///
/// @param shape      of one action
/// @param gain       orthogonal gain of the first weights; null for the net's `init_fn`
/// @param logStdInit where log σ starts if it is learned apart from the observation; null if the net gives it
/// @param logStdBound what holds log σ in its range
record BoxHead(
        Shape shape,
        Kind kind,
        @Nullable Double gain,
        @Nullable Double logStdInit,
        LogStdBound logStdBound) implements ActionHead {
    private static final double MIN_LOG_STD = -5;
    private static final double MAX_LOG_STD = 2;
    private static final double MIDDLE = (MIN_LOG_STD + MAX_LOG_STD) / 2;
    private static final double REACH = (MAX_LOG_STD - MIN_LOG_STD) / 2;

    BoxHead {
        that(
                "log_std_init",
                logStdInit == null || logStdBound != LogStdBound.TANH || Math.abs(logStdInit - MIDDLE) < REACH,
                "is %s; with log_std_bound tanh it needs to lie between %s and %s",
                logStdInit,
                MIN_LOG_STD,
                MAX_LOG_STD);
    }

    /// MultivariateNormal is the diagonal one, and so the same as Normal. Beta has a head of its own, [BetaHead].
    enum Kind {
        NORMAL("Normal"),
        MULTIVARIATE_NORMAL("MultivariateNormal"),
        NORMAL_TANH("NormalTanh"),
        BETA("Beta");

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
        return List.of(new Tail(n, gain, null), new Tail(n, gain, logStdInit == null ? null : unbound(logStdInit)));
    }

    /// What a bound turns into a given log σ.
    private double unbound(double logStd) {
        return switch (logStdBound) {
            case CLAMP -> logStd;
            case TANH -> {
                double share = (logStd - MIDDLE) / REACH;
                yield 0.5 * (StrictMath.log1p(share) - StrictMath.log1p(-share)); // artanh
            }
        };
    }

    private Tensor bound(Tensor logStd) {
        return switch (logStdBound) {
            case CLAMP -> logStd.clamp(MIN_LOG_STD, MAX_LOG_STD);
            case TANH -> logStd.tanh().mul(REACH).add(MIDDLE);
        };
    }

    @Override
    public Distribution distribution(List<Tensor> tails, @Nullable Tensor mask) {
        if (mask != null) {
            throw new IllegalArgumentException(
                    "a mask for continuous actions %s: there is none for them".formatted(shape));
        }
        Tensor mean = tails.get(0); // [rows, n]
        Tensor logStd = bound(tails.get(1));
        return kind == Kind.NORMAL_TANH ? SquashedGaussian.of(mean, logStd) : DiagonalGaussian.of(mean, logStd);
    }

    /// Of the Gaussian before squashing.
    @Override
    public void traceParameters(Trace trace, List<Tensor> tails, Distribution policy) {
        trace.output("mean", tails.get(0));
        trace.output("std", bound(tails.get(1)).broadcast(tails.get(0).shape()).exp());
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
