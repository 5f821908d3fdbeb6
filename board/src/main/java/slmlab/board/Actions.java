package slmlab.board;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import slmlab.env.Space;
import slmlab.report.Analysis;
import slmlab.run.RunFolder;

/// What the actions of an env are called; numbers where nobody has named them.
final class Actions {
    private static final List<String> WAYS = List.of("left", "down", "right", "up");
    private static final List<String> ENGINES = List.of("nothing", "left engine", "main engine", "right engine");
    private static final List<String> FARES = List.of("south", "north", "east", "west", "pick up", "drop off");
    private static final List<String> LEGS = List.of("hip 1", "knee 1", "hip 2", "knee 2");
    private static final Map<String, List<String>> NAMES = Map.ofEntries(
            entry("CartPole-v0", List.of("left", "right")),
            entry("CartPole-v1", List.of("left", "right")),
            entry("MountainCar-v0", List.of("left", "nothing", "right")),
            entry("MountainCarContinuous-v0", List.of("force")),
            entry("Acrobot-v1", List.of("−1 N m", "0", "+1 N m")),
            entry("Pendulum-v1", List.of("torque")),
            entry("LunarLander-v3", ENGINES),
            entry("LunarLanderContinuous-v3", List.of("main engine", "side engines")),
            entry("BipedalWalker-v3", LEGS),
            entry("BipedalWalkerHardcore-v3", LEGS),
            entry("FrozenLake-v1", WAYS),
            entry("FrozenLake8x8-v1", WAYS),
            entry("CliffWalking-v1", List.of("up", "right", "down", "left")),
            entry("Blackjack-v1", List.of("stick", "hit")),
            entry("Taxi-v3", FARES),
            entry("Taxi-v4", FARES),
            entry(
                    "HalfCheetah-v5",
                    List.of("back thigh", "back shin", "back foot", "front thigh", "front shin", "front foot")),
            entry("Hopper-v5", List.of("thigh", "leg", "foot")));

    private Actions() {}

    static List<String> names(RunFolder run, Space space) {
        int count = switch (space) {
            case Space.Discrete(int n, int _) -> n;
            case Space.MultiDiscrete(List<Integer> sizes) ->
                sizes.stream().mapToInt(Integer::intValue).sum();
            case Space.MultiBinary(int n) -> n;
            case Space.Box box -> box.shape().volume();
            case Space.Dict _, Space.Tuple _ -> 0;
        };
        List<String> names = NAMES.getOrDefault(Analysis.env(run).orElse(""), List.of());
        return names.size() == count
                ? names
                : IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }
}
