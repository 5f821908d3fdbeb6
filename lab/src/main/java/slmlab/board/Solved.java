package slmlab.board;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// From which mean return on an env counts as solved: Gymnasium's `reward_threshold`.
final class Solved {
    private static final Map<String, Double> RETURNS = Map.ofEntries(
            Map.entry("CartPole-v0", 195.0),
            Map.entry("CartPole-v1", 475.0),
            Map.entry("MountainCar-v0", -110.0),
            Map.entry("MountainCarContinuous-v0", 90.0),
            Map.entry("Acrobot-v1", -100.0),
            Map.entry("LunarLander-v3", 200.0),
            Map.entry("LunarLanderContinuous-v3", 200.0),
            Map.entry("BipedalWalker-v3", 300.0),
            Map.entry("BipedalWalkerHardcore-v3", 300.0),
            Map.entry("CarRacing-v3", 900.0),
            Map.entry("FrozenLake-v1", 0.70),
            Map.entry("FrozenLake8x8-v1", 0.85),
            Map.entry("Taxi-v3", 8.0),
            Map.entry("HalfCheetah-v5", 4800.0),
            Map.entry("Hopper-v5", 3800.0),
            Map.entry("Swimmer-v5", 360.0),
            Map.entry("Ant-v5", 6000.0),
            Map.entry("InvertedPendulum-v5", 950.0),
            Map.entry("InvertedDoublePendulum-v5", 9100.0),
            Map.entry("Reacher-v5", -3.75));

    private Solved() {}

    static @Nullable Double at(String env) {
        return RETURNS.get(env);
    }
}
