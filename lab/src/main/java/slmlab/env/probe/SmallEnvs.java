package slmlab.env.probe;

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
/// | `Probe-RewardFromAction-v0` | one step, one action is right | the policy learns |
/// | `Probe-RewardFromObsAndAction-v0` | one step, the obs tells the right action | the policy reads the obs |
///
/// [Catch] has pixels, [TMaze] needs memory, [BitFlip] has goals.
public final class SmallEnvs implements EnvProvider {
    @Override
    public void register() {
        Envs.register("Probe-ConstantReward-v0", 0, _ -> new ConstantReward(false));
        Envs.register("Probe-ConstantRewardContinuous-v0", 0, _ -> new ConstantReward(true));
        Envs.register("Probe-RewardFromObs-v0", 0, _ -> new RewardFromObs(false));
        Envs.register("Probe-RewardFromObsContinuous-v0", 0, _ -> new RewardFromObs(true));
        Envs.register("Probe-RewardLater-v0", 0, _ -> new RewardLater(false));
        Envs.register("Probe-RewardLaterContinuous-v0", 0, _ -> new RewardLater(true));
        Envs.register("Probe-RewardFromAction-v0", 0, _ -> new RewardFromAction(false));
        Envs.register("Probe-RewardFromActionContinuous-v0", 0, _ -> new RewardFromAction(true));
        Envs.register("Probe-RewardFromObsAndAction-v0", 0, _ -> new RewardFromObsAndAction(false));
        Envs.register("Probe-RewardFromObsAndActionContinuous-v0", 0, _ -> new RewardFromObsAndAction(true));
        Envs.register("Catch-v0", 0, Catch::of);
        Envs.register("TMaze-v0", 0, TMaze::of);
        Envs.register("BitFlip-v0", 0, BitFlip::of);
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
