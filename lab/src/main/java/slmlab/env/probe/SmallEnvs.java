package slmlab.env.probe;

import java.util.function.Function;
import slmlab.env.Env;
import slmlab.env.EnvProvider;
import slmlab.env.Envs;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;

/// Small envs without a Gymnasium counterpart, for tests and research.
///
/// The probes need seconds to learn, and the first that fails names the broken part. Each has a discrete
/// version with two actions and a continuous one, `…Continuous-v0`, with one action in [−1, 1]:
///
/// | id | episode | what it proves |
/// |---|---|---|
/// | `Probe-ConstantReward-v0` | one step, reward 1 | the value net learns a constant |
/// | `Probe-RewardFromObs-v0` | one step, reward = obs = ±1 | the value net reads the observation |
/// | `Probe-RewardLater-v0` | two steps, reward 1 at the end | rewards are propagated back in time |
/// | `Probe-RewardFromAction-v0` | one step, action 1 is right, or ½ | the policy learns |
/// | `Probe-RewardFromObsAndAction-v0` | one step, the obs tells the right action | the policy reads the obs |
///
/// [Catch] has pixels, [TMaze] needs memory, [BitFlip] has goals.
public final class SmallEnvs implements EnvProvider {
    @Override
    public void register() {
        probe("ConstantReward", continuous -> new OneStepProbe(continuous, false, (_, _, _) -> 1));
        probe("RewardFromObs", continuous -> new OneStepProbe(continuous, true, (_, _, obs) -> obs));
        probe("RewardLater", RewardLater::new);
        probe(
                "RewardFromAction",
                continuous -> new OneStepProbe(continuous, false, (probe, frame, _) -> probe.forAction(frame, 1)));
        probe("RewardFromObsAndAction", continuous -> new OneStepProbe(continuous, true, OneStepProbe::forAction));
        Envs.register("Catch-v0", 0, Catch::of);
        Envs.register("TMaze-v0", 0, TMaze::of);
        Envs.register("BitFlip-v0", 0, BitFlip::of);
    }

    private static void probe(String name, Function<Boolean, Env> of) {
        Envs.register("Probe-%s-v0".formatted(name), 0, _ -> of.apply(false));
        Envs.register("Probe-%sContinuous-v0".formatted(name), 0, _ -> of.apply(true));
    }

    /// Return the action space of a probe: two actions, or one in [−1, 1].
    static Space probeAction(boolean continuous) {
        return continuous ? Space.Box.of(-1, 1, 1) : new Space.Discrete(2);
    }

    /// Draw −1 or 1 with equal probability.
    static int sign(NumpyRandom random) {
        return (int) random.integers(0, 2) * 2 - 1;
    }
}
