package slmlab.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import slmlab.bench.Comparison.Case;
import slmlab.env.Envs;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;

/// `slm-lab bench env`: env steps per second on one core, compared with Gymnasium's.
@Command(
        name = "env",
        header = "Compare env steps per second with Gymnasium, one core each.",
        description = {
            "Ours: a vector of 64 with prepared random actions, resets included.",
            "Theirs: gym.make(id) in a Python loop, resets included; for the row of 1024, their own array version.",
            "Atari: 8 games of ours; theirs with AtariPreprocessing and FrameStackObservation, which do the same."
        },
        mixinStandardHelpOptions = true)
final class Environments implements Callable<Integer> {
    private static final int SIZE = 64;
    private static final int GAMES = 8;
    private static final String ATARI = "ALE/";

    /// Rows of actions that are prepared and used in turn.
    private static final int PREPARED = 256;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final Comparison comparison = new Comparison();

    @Override
    public Integer call() throws IOException {
        return comparison.run(
                spec.commandLine(),
                "Gymnasium",
                "env.py",
                installed(
                        steps("CartPole-v1", SIZE, 200),
                        steps("Pendulum-v1", SIZE, 100),
                        steps("Acrobot-v1", SIZE, 100),
                        steps("MountainCar-v0", SIZE, 100),
                        steps("FrozenLake-v1", SIZE, 100),
                        steps("Taxi-v4", SIZE, 100),
                        steps("LunarLander-v3", SIZE, 3),
                        steps("BipedalWalker-v3", SIZE, 4),
                        steps("CartPole-v1", 1024, 2),
                        steps("ALE/Pong-v5", GAMES, 1.5)));
    }

    /// Leave out what cannot be measured here, and say so.
    private static List<Case> installed(Case... cases) {
        return Stream.of(cases)
                .filter(each -> !each.name().startsWith(ATARI)
                        || Envs.missing(each.name())
                                .map(line -> {
                                    System.err.printf("%s is left out; type: %s%n", each.name(), line);
                                    return line;
                                })
                                .isEmpty())
                .toList();
    }

    private static Case steps(String id, int size, double target) {
        String name = size == SIZE || id.startsWith(ATARI) ? id : "%s, %s envs".formatted(id, size);
        return new Case(name, "k steps/s", size * 1e-3, target, () -> stepping(Envs.make(id, size, Map.of())));
    }

    private static Runnable stepping(VecEnv env) {
        RandomStream random = RandomStream.ofSeed(1);
        Array[] actions = new Array[PREPARED];
        for (int i = 0; i < PREPARED; i++) {
            actions[i] = actions(env, random);
        }
        env.reset(1);
        int[] next = {0};
        return () -> env.step(actions[next[0]++ % PREPARED]);
    }

    private static Array actions(VecEnv env, RandomStream random) {
        Space space = env.actionSpace();
        if (space instanceof Space.Discrete(int n, int start)) {
            int[] values = new int[env.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = start + random.nextInt(n);
            }
            return Array.ofInts(Shape.of(env.size()), values);
        }
        Array values = Array.zeros(DType.FLOAT32, space.row().insert(0, env.size()));
        for (int i = 0; i < values.floats().length; i++) {
            values.floats()[i] = (float) (2 * random.nextUniform() - 1);
        }
        return values;
    }
}
