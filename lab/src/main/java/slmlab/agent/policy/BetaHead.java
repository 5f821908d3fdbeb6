package slmlab.agent.policy;

import static slmlab.spec.key.Check.that;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.Tail;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.env.Bounds;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.distribution.Beta;
import slmlab.tensor.distribution.Distribution;

/// Continuous actions with bounds, which envs take in [−1, 1]: a tail of α and one of β, each 1 + softplus of what the
/// net gives, a number for each action.
///
/// @param shape of one action
/// @param gain orthogonal gain of the first weights; null for the net's `init_fn`
record BetaHead(Shape shape, @Nullable Double gain) implements ActionHead {

    /// @throws ConfigException for actions without bounds, and for settings of a normal distribution
    static BetaHead of(Space.Box box, TrainingSettings learning) {
        if (!isBounded(box.bounds())) {
            throw new ConfigException(
                    "action_pdtype", "is Beta, which needs bounds; the actions are %s".formatted(box));
        }
        that(
                "log_std_init",
                learning.logStdInit() == null,
                "is %s; a Beta policy has no such number, remove it",
                learning.logStdInit());
        that(
                "log_std_bound",
                learning.logStdBound() == TrainingSettings.defaults().logStdBound(),
                "is tanh; a Beta policy has no log σ, remove it");
        return new BetaHead(box.shape(), learning.actorInitStd());
    }

    private static boolean isBounded(Bounds bounds) {
        for (int i = 0; i < bounds.size(); i++) {
            if (Float.isInfinite(bounds.low(i)) || Float.isInfinite(bounds.high(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public List<Tail> tails() {
        Tail each = new Tail(shape.volume(), gain, null);
        return List.of(each, each);
    }

    @Override
    public Distribution distribution(List<Tensor> tails, @Nullable Tensor mask) {
        if (mask != null) {
            throw new IllegalArgumentException(
                    "a mask for continuous actions %s: there is none for them".formatted(shape));
        }
        return Beta.of(tails.get(0).softplus().add(1), tails.get(1).softplus().add(1));
    }

    @Override
    public void traceParameters(Trace trace, List<Tensor> tails, Distribution policy) {
        Beta beta = (Beta) policy;
        trace.output("mean", beta.mean());
        trace.output("std", beta.std());
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
