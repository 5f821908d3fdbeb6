package slmlab.board;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import slmlab.env.Space;
import slmlab.report.Analysis;
import slmlab.report.RunFolder;

/// What the actions of an env are called; numbers where nobody has named them.
final class Actions {
    private static final List<String> WAYS = List.of("left", "down", "right", "up");
    private static final List<String> ENGINES = List.of("nothing", "left engine", "main engine", "right engine");
    private static final Map<String, List<String>> NAMES = Map.of(
            "CartPole-v0", List.of("left", "right"),
            "CartPole-v1", List.of("left", "right"),
            "MountainCar-v0", List.of("left", "nothing", "right"),
            "Acrobot-v1", List.of("−1 N m", "0", "+1 N m"),
            "LunarLander-v3", ENGINES,
            "FrozenLake-v1", WAYS,
            "FrozenLake8x8-v1", WAYS,
            "CliffWalking-v1", List.of("up", "right", "down", "left"),
            "Pendulum-v1", List.of("torque"),
            "Taxi-v3", List.of("south", "north", "east", "west", "pick up", "drop off"));

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
