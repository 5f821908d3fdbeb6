package slmlab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import slmlab.bench.PeerComparison.Case;
import slmlab.env.Envs;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.env.python.PythonPackages;
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
            "MuJoCo: a vector of 8; \"/ mj_step\" compares it with MuJoCo's steps alone, of such episodes,",
            "and \"2 threads / 1\" with one thread of ours.",
            "gym: Gymnasium's env in one Python worker of ours, a vector of 8; \"/ async\" compares it with 8 envs of",
            "Gymnasium's AsyncVectorEnv.",
            "Atari: 8 games of ours; theirs with AtariPreprocessing and FrameStackObservation, which do the same."
        })
final class Environments implements Callable<Integer> {
    private static final int SIZE = 64;

    private static final int FEW = 8; // envs of MuJoCo and Atari, and in a Python worker
    private static final String UNIT = "k steps/s";

    /// Rows of actions that are prepared and used in turn.
    private static final int PREPARED = 256;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PeerComparison comparison = new PeerComparison();

    private final List<String> skipped = new ArrayList<>();

    @Override
    public Integer call() {
        List<Case> cases = new ArrayList<>(List.of(
                steps("CartPole-v1", SIZE, 200),
                steps("Pendulum-v1", SIZE, 100),
                steps("Acrobot-v1", SIZE, 100),
                steps("MountainCar-v0", SIZE, 100),
                steps("FrozenLake-v1", SIZE, 100),
                steps("Taxi-v4", SIZE, 100),
                steps("LunarLander-v3", SIZE, 2),
                steps("BipedalWalker-v3", SIZE, 3.4),
                steps("CartPole-v1", 1024, 2)));
        addMujoco(cases);
        addBridge(cases);
        addAtari(cases);
        skipped.forEach(line -> spec.commandLine().getOut().println("skipped: " + line));
        return comparison.run(spec.commandLine(), "Gymnasium", "env.py", cases);
    }

    /// Add MuJoCo's tasks, where they are installed: beside Gymnasium, beside the floor, which is MuJoCo's own
    /// steps of the same episodes, and two threads beside one.
    private void addMujoco(List<Case> cases) {
        if (!isInstalled("Hopper-v5", "mujoco")) {
            return;
        }
        addMujoco(cases, "HalfCheetah-v5", 5, 1.8);
        addMujoco(cases, "Hopper-v5", 4, 2.5);
        addMujoco(cases, "Humanoid-v5", 5, 1.3);
        addMujoco(cases, "Ant-v5", 5, 1.3);
    }

    private static void addMujoco(List<Case> cases, String id, int frameSkip, double target) {
        Supplier<Runnable> one = () -> stepping(Envs.make(id, FEW, Map.of()));
        Supplier<Runnable> two = () -> stepping(Envs.make(id, FEW, Map.of(), 2));
        cases.add(new Case(id, UNIT, FEW * 1e-3, target, one, "mujoco", null));
        cases.add(new Case(
                id + " / mj_step", UNIT, FEW * 1e-3, 0.9, one, null, () -> new MujocoFloor(id, frameSkip).steps(FEW)));
        cases.add(new Case(id + " 2 threads / 1", UNIT, FEW * 1e-3, 1.8, two, null, one));
    }

    /// Add Gymnasium's own envs in a Python worker, where they are installed: a heavy one beside a loop in Python,
    /// a light one beside Gymnasium's processes.
    private void addBridge(List<Case> cases) {
        addBridge(cases, "gym:Humanoid-v5", "", 0.85, "mujoco");
        addBridge(cases, "gym:CartPole-v1", " / async", 1.5, "gymnasium");
    }

    private void addBridge(List<Case> cases, String id, String beside, double target, String pythonPackage) {
        if (isInstalled(id, pythonPackage)) {
            Supplier<Runnable> ours = () -> stepping(Envs.make(id, FEW, Map.of()));
            cases.add(new Case(id + beside, UNIT, FEW * 1e-3, target, ours, pythonPackage, null));
        }
    }

    private void addAtari(List<Case> cases) {
        String id = "ALE/Pong-v5";
        if (isInstalled(id, "ale_py")) {
            Supplier<Runnable> ours = () -> stepping(Envs.make(id, FEW, Map.of()));
            cases.add(new Case(id, UNIT, FEW * 1e-3, 1.5, ours, "ale_py", null));
        }
    }

    /// Return whether an env and the Python package of its peer are installed; keep the line to type where not.
    private boolean isInstalled(String id, String pythonPackage) {
        Optional<String> missing = Envs.missing(id)
                .or(() -> PythonPackages.ofMachine().find(pythonPackage).isPresent()
                        ? Optional.empty()
                        : Optional.of("there is no Python package " + pythonPackage));
        missing.ifPresent(line -> skipped.add("%s: %s".formatted(id, line)));
        return missing.isEmpty();
    }

    private static Case steps(String id, int size, double target) {
        String name = size == SIZE ? id : "%s, %s envs".formatted(id, size);
        return new Case(name, UNIT, size * 1e-3, target, () -> stepping(Envs.make(id, size, Map.of())));
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

    static Array actions(VecEnv env, RandomStream random) {
        Space space = env.actionSpace();
        if (space instanceof Space.Discrete(int n, int start)) {
            int[] values = new int[env.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = start + random.nextInt(n);
            }
            return Array.ofInts(Shape.of(env.size()), values);
        }
        Array values = Array.zeros(DType.FLOAT32, space.row().insert(0, env.size()));
        float bound = ((Space.Box) space).bounds().high(0); // the same for all, below and above
        for (int i = 0; i < values.floats().length; i++) {
            values.floats()[i] = (float) (bound * (2 * random.nextUniform() - 1));
        }
        return values;
    }
}
