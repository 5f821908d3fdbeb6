package slmlab.env.probe;

import slmlab.env.EnvProvider;
import slmlab.env.Envs;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;

/// Small worlds without a Gymnasium twin, for tests and research.
///
/// The probes need seconds to learn, and the first that fails names the broken part. Each has a form with two
/// actions and one, `…Continuous-v0`, with a number from [−1, 1]:
///
/// | id | episode | what it proves |
/// |---|---|---|
/// | `Probe-ConstantReward-v0` | one step, reward 1 | the value net learns a constant |
/// | `Probe-RewardFromObs-v0` | one step, reward = obs = ±1 | the value net reads the observation |
/// | `Probe-RewardLater-v0` | two steps, reward 1 at the end | rewards are carried back in time |
/// | `Probe-RewardFromAction-v0` | one step, one action is right | the policy learns |
/// | `Probe-RewardFromObsAndAction-v0` | one step, the obs says which action is right | the policy reads the obs |
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

    /// The actions of a probe: two, or a number from [−1, 1].
    static Space probeAction(boolean continuous) {
        return continuous ? Space.Box.of(-1, 1, 1) : new Space.Discrete(2);
    }

    /// −1 or 1, equally likely.
    static int sign(NumpyRandom random) {
        return (int) random.integers(0, 2) * 2 - 1;
    }
}
