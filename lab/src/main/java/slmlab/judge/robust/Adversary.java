package slmlab.judge.robust;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.Policy;
import slmlab.agent.part.Sharing;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.judge.Perturbed;
import slmlab.spec.Spec;
import slmlab.spec.key.Problems;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// The environment of an agent as its adversary sees it: the action is how the agent's observation is perturbed, the
/// reward is the negative of the agent's. The best policy here is the strongest attack there is on that agent
/// (Zhang et al. 2021, arXiv:2101.08452).
final class Adversary implements VecEnv {
    private static final Map<String, Object> AGENT = Map.of(
            "name",
            "adversary",
            "algorithm",
            Map.of(
                    "name",
                    "PPO",
                    "gamma",
                    0.99,
                    "lam",
                    0.95,
                    "clip_eps_spec",
                    Map.of("name", "no_decay", "start_val", 0.2),
                    "entropy_coef_spec",
                    Map.of("name", "no_decay", "start_val", 0.0),
                    "val_loss_coef",
                    0.5,
                    "time_horizon",
                    128,
                    "minibatch_size",
                    256,
                    "training_epoch",
                    10),
            "memory",
            Map.of("name", "OnPolicyBatchReplay"),
            "net",
            Map.of(
                    "type",
                    "MLPNet",
                    "shared",
                    false,
                    "hid_layers",
                    List.of(64, 64),
                    "hid_layers_activation",
                    "tanh",
                    "init_fn",
                    "orthogonal_",
                    "actor_init_std",
                    0.01,
                    "critic_init_std",
                    1.0,
                    "log_std_init",
                    0.0,
                    "clip_grad_val",
                    0.5,
                    "optim_spec",
                    Map.of("name", "Adam", "lr", 0.001)));

    private final VecEnv env;
    private final Policy victim;
    private final double[] scale;
    private final double eps;
    private final Array reward;
    private Step seen; // what the envs show
    private Array action; // the adversary's last one

    /// @param victim the policy under attack, for these envs
    private Adversary(VecEnv env, Policy victim, double[] scale, double eps) {
        this.env = env;
        this.victim = new Perturbed(victim, env, (obs, _) -> perturbed(obs));
        this.scale = scale;
        this.eps = eps;
        this.reward = Array.zeros(DType.FLOAT32, Shape.of(env.size()));
        this.action = Array.zeros(DType.FLOAT32, Shape.of(env.size(), scale.length));
        this.seen = env.reset(0);
    }

    private float[] perturbed(float[] obs) {
        return perturbed(obs, action.floats(), scale, eps);
    }

    private static float[] perturbed(float[] obs, float[] delta, double[] scale, double eps) {
        float[] moved = new float[obs.length];
        for (int i = 0; i < obs.length; i++) {
            moved[i] = (float) (obs[i] + eps * scale[i % scale.length] * Math.clamp(delta[i], -1f, 1f));
        }
        return moved;
    }

    /// Train an adversary against a policy.
    ///
    /// @param env the agent's own envs, with its wrappers
    static Algorithm train(VecEnv env, Policy victim, double[] scale, double eps, long frames, long seed) {
        Adversary attacked = new Adversary(env, victim, scale, eps);
        Plan plan = plan(env.size(), frames);
        Clock clock = new Clock(env.size(), frames);
        Algorithm algorithm = Learner.agent(plan, attacked, clock, RandomStream.ofSeed(seed), Sharing.none());
        Step step = attacked.reset(seed);
        while (!clock.isDone()) {
            Array chosen = algorithm.act(step);
            step = attacked.step(chosen);
            algorithm.observe(step);
            clock.advance();
            algorithm.update();
        }
        return algorithm;
    }

    /// Return an agent's policy that sees what a trained adversary shows it.
    static Policy against(Policy victim, VecEnv env, Algorithm adversary, double[] scale, double eps) {
        Policy perturbations = adversary.policy(env.size(), false);
        return new Perturbed(
                victim,
                env,
                (obs, step) -> perturbed(obs, perturbations.act(step).floats(), scale, eps));
    }

    private static Plan plan(int envs, long frames) {
        Map<String, Object> given = Map.of(
                "agent", AGENT,
                "env", Map.of("name", "CartPole-v1", "num_envs", envs, "max_frame", frames), // any: ours is given
                "meta", Map.of("distributed", false, "max_session", 1));
        Problems problems = new Problems();
        Plan plan = Plan.of(Spec.read("adversary", given, Path.of(""), problems), problems);
        problems.throwIfAny("the adversary's own spec");
        return Objects.requireNonNull(plan);
    }

    @Override
    public int size() {
        return env.size();
    }

    @Override
    public Space obsSpace() {
        return env.obsSpace();
    }

    @Override
    public Space actionSpace() {
        return Space.Box.of(-1, 1, scale.length);
    }

    @Override
    public boolean hasActionMask() {
        return false;
    }

    @Override
    public Step reset(long seed) {
        seen = env.reset(seed);
        return shown();
    }

    @Override
    public Step step(Array chosen) {
        action = chosen;
        seen = env.step(victim.act(seen));
        return shown();
    }

    private Step shown() {
        for (int i = 0; i < env.size(); i++) {
            reward.floats()[i] = -seen.reward().floats()[i];
        }
        return new Step(seen.obs(), reward, seen.terminated(), seen.truncated(), seen.finalObs(), null, null);
    }

    @Override
    public void save(State to) {
        throw new UnsupportedOperationException("an adversary is trained in one go");
    }

    @Override
    public Step load(State from) {
        throw new UnsupportedOperationException("an adversary is trained in one go");
    }

    @Override
    public void close() {
        env.close();
    }
}
