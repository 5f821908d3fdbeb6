package slmlab.experiment.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import slmlab.agent.part.Discounted;
import slmlab.env.Envs;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.WrapperStack;
import slmlab.spec.EnvConfig;

/// The envs that a spec asks for, with their wrappers.
public final class EnvFactory {
    /// Steps of an evaluated episode where its env has no limit: a policy that does not move would never end it.
    private static final int LONGEST = 100_000;

    private EnvFactory() {}

    /// Make the envs to train in, stepped by one thread unless the spec says otherwise.
    public static WrapperStack train(Plan plan) {
        return train(plan, 1);
    }

    /// Make the envs to train in.
    ///
    /// @param spare threads that environments outside the JVM may use; an env in the JVM takes too little time to
    /// share
    public static WrapperStack train(Plan plan, int spare) {
        EnvConfig config = plan.env();
        return around(
                make(config, Map.of(), config.numEnvs(), 0, spare),
                env -> WrapperStack.of(env, wrappers(plan), gamma(plan)));
    }

    /// Make one env with none but the wrappers that the spec lists by name.
    static VecEnv bare(Plan plan) {
        return around(make(plan.env(), Map.of(), 1, 0, 1), env -> WrapperStack.named(env, plan.wrappers()));
    }

    /// Wrap envs, and close them if they cannot be wrapped.
    private static <T> T around(VecEnv env, Function<VecEnv, T> wrap) {
        try {
            return wrap.apply(env);
        } catch (RuntimeException | Error e) {
            env.close();
            throw e;
        }
    }

    /// Make envs to evaluate in: with the statistics of training, which stay as they are.
    public static WrapperStack evaluate(Plan plan, WrapperStack trained, int size) {
        return evaluate(plan, trained, size, Map.of());
    }

    /// Make the same with other arguments of the env.
    ///
    /// @param arguments in place of the spec's, by name
    public static WrapperStack evaluate(Plan plan, WrapperStack trained, int size, Map<String, ?> arguments) {
        return around(
                make(plan.env(), arguments, size, LONGEST, 1),
                env -> trained.evaluating(env, wrappers(plan), gamma(plan)));
    }

    /// @param other arguments in place of the spec's
    /// @param longest time limit where neither spec nor env has one; 0 for none
    private static VecEnv make(EnvConfig config, Map<String, ?> other, int size, int longest, int spare) {
        Map<String, Object> own = new LinkedHashMap<>();
        config.args().forEach((key, value) -> {
            if (value != null) {
                own.put(key, value);
            }
        });
        Map<String, Object> args = Envs.with(own, other);
        if (config.maxT() != null) {
            args.put("max_episode_steps", config.maxT());
        } else if (longest > 0 && isEndless(config.name())) {
            args.putIfAbsent("max_episode_steps", longest);
        }
        int auto = Envs.find(config.name()).isPresent() ? 1 : spare;
        return Envs.make(config.name(), size, args, config.threads() == null ? auto : config.threads());
    }

    private static boolean isEndless(String id) {
        return Envs.find(id).map(entry -> entry.maxSteps() == 0).orElse(false);
    }

    private static WrapperStack.Config wrappers(Plan plan) {
        EnvConfig config = plan.env();
        return new WrapperStack.Config(
                config.normalizeObs(),
                config.clipObs(),
                config.normalizeReward(),
                reward(config),
                config.imageDownsize() == null
                        ? null
                        : new WrapperStack.Size(
                                config.imageDownsize().getFirst(),
                                config.imageDownsize().getLast()),
                config.frameOpLen() == null ? 1 : config.frameOpLen(),
                config.frameOp() == EnvConfig.FrameOp.CONCAT,
                config.rewardFactor(),
                config.rewardSign(),
                plan.wrappers(),
                plan.net().readsParts()
                        || (plan.criticNet() != null && plan.criticNet().readsParts()),
                config.autoreset() == EnvConfig.Autoreset.NEXT_STEP);
    }

    private static WrapperStack.@Nullable Range reward(EnvConfig config) {
        return config.rewardRange()
                .map(range -> new WrapperStack.Range(range.low(), range.high()))
                .orElse(null);
    }

    /// Return γ of the algorithm, by which rewards are normalized.
    private static double gamma(Plan plan) {
        return plan.algorithm().config() instanceof Discounted config ? config.gamma() : 0.99;
    }
}
