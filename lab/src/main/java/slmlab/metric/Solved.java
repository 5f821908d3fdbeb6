package slmlab.metric;

import java.util.Map;
import java.util.OptionalDouble;

/// The mean return at which an env counts as solved: Gymnasium's `reward_threshold`.
public final class Solved {
    private static final Map<String, Double> THRESHOLDS = Map.ofEntries(
            Map.entry("Acrobot-v1", -100.0),
            Map.entry("Ant-v4", 6000.0),
            Map.entry("Ant-v5", 6000.0),
            Map.entry("BipedalWalker-v3", 300.0),
            Map.entry("BipedalWalkerHardcore-v3", 300.0),
            Map.entry("CarRacing-v3", 900.0),
            Map.entry("CartPole-v0", 195.0),
            Map.entry("CartPole-v1", 475.0),
            Map.entry("FrozenLake-v1", 0.7),
            Map.entry("FrozenLake8x8-v1", 0.85),
            Map.entry("HalfCheetah-v4", 4800.0),
            Map.entry("HalfCheetah-v5", 4800.0),
            Map.entry("Hopper-v4", 3800.0),
            Map.entry("Hopper-v5", 3800.0),
            Map.entry("InvertedDoublePendulum-v4", 9100.0),
            Map.entry("InvertedDoublePendulum-v5", 9100.0),
            Map.entry("InvertedPendulum-v4", 950.0),
            Map.entry("InvertedPendulum-v5", 950.0),
            Map.entry("LunarLander-v3", 200.0),
            Map.entry("LunarLanderContinuous-v3", 200.0),
            Map.entry("MountainCar-v0", -110.0),
            Map.entry("MountainCarContinuous-v0", 90.0),
            Map.entry("Pusher-v4", 0.0),
            Map.entry("Pusher-v5", 0.0),
            Map.entry("Reacher-v4", -3.75),
            Map.entry("Reacher-v5", -3.75),
            Map.entry("Swimmer-v4", 360.0),
            Map.entry("Swimmer-v5", 360.0),
            Map.entry("Taxi-v4", 8.0));

    private Solved() {}

    /// Return the threshold of an env, by its id; empty for an env that has none.
    public static OptionalDouble threshold(String env) {
        Double threshold = THRESHOLDS.get(env);
        return threshold == null ? OptionalDouble.empty() : OptionalDouble.of(threshold);
    }
}
