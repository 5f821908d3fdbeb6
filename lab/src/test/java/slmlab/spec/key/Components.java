package slmlab.spec.key;

import static slmlab.spec.key.Check.that;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.spec.Spec;
import slmlab.spec.SpecFile;

/// A few small components, to read whole specs with.
public final class Components {

    enum Decay {
        NO_DECAY,
        LINEAR_DECAY
    }

    record Schedule(Decay name, double startVal, double endVal, int startStep, int endStep) {}

    private static final Schedule FLAT = new Schedule(Decay.NO_DECAY, 0.2, 0.2, 0, 0);

    record Ppo(@Required double gamma, double lam, Schedule clipEpsSpec, int timeHorizon, boolean clipVloss) {
        Ppo {
            that(gamma >= 0 && gamma <= 1, "gamma is %s; needs to lie in [0, 1]", gamma);
            that(timeHorizon > 0, "time_horizon is %d; needs at least 1", timeHorizon);
        }
    }

    record Dqn(@Required double gamma, Schedule exploreVarSpec) {}

    record Rollout() {}

    record Replay(@Required int batchSize, @Required int maxSize) {
        Replay {
            that(maxSize >= batchSize, "max_size is %d; needs at least batch_size = %d", maxSize, batchSize);
        }
    }

    record Mlp(List<Integer> hidLayers, @Nullable Double clipGradVal) {}

    record Conv(List<List<Integer>> convHidLayers, boolean normalize) {}

    private static final Registry<String, String> ALGORITHMS = new Registry<String, String>("algorithm")
            .add("PPO", new Ppo(0.99, 0.95, FLAT, 128, false), (config, parts) -> config + parts)
            .add("DQN", new Dqn(0.99, FLAT), (config, parts) -> config + parts);
    private static final Registry<String, String> MEMORIES = new Registry<String, String>("memory")
            .add("Rollout", new Rollout(), (config, parts) -> config + parts)
            .add("Replay", new Replay(32, 1000), (config, parts) -> config + parts);
    private static final Registry<String, String> NETS = new Registry<String, String>("net", "type")
            .add("MLPNet", new Mlp(List.of(), null), (config, parts) -> config + parts)
            .add("ConvNet", new Conv(List.of(), false), (config, parts) -> config + parts);

    private Components() {}

    /// Read a spec to the last key; all problems in one [slmlab.spec.text.SpecException].
    public static Spec check(SpecFile file, String name) {
        Problems problems = new Problems();
        Spec spec = file.spec(name, problems);
        ALGORITHMS.read(spec.agent().algorithm(), "agent.algorithm", problems);
        MEMORIES.read(spec.agent().memory(), "agent.memory", problems);
        if (!spec.agent().net().isEmpty()) {
            NETS.read(spec.agent().net(), "agent.net", problems);
        }
        problems.throwIfAny(file.toString());
        return spec;
    }
}
