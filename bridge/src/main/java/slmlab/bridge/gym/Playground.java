package slmlab.bridge.gym;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import slmlab.env.EnvFamily;
import slmlab.env.NotInstalledException;
import slmlab.env.VecEnv;
import slmlab.env.python.PythonPackages;

/// MuJoCo Playground: `playground/NAME`, all envs as one batch in JAX, in one worker.
///
/// Arguments are Playground's own config, `max_episode_steps`, those of [WorkerArgs], and `device`: `auto`, `cpu` or
/// `cuda`.
public final class Playground implements EnvFamily {
    private static final String PREFIX = "playground/";
    private static final String PACKAGE = "mujoco_playground";
    private static final List<String> DEVICES = List.of("auto", "cpu", "cuda");

    private final PythonPackages packages;

    public Playground(PythonPackages packages) {
        this.packages = packages;
    }

    @Override
    public String name() {
        return "playground";
    }

    /// Return the tasks of the control suite, which need no download.
    @Override
    public List<String> ids() {
        return Stream.of(
                        "AcrobotSwingup",
                        "AcrobotSwingupSparse",
                        "BallInCup",
                        "CartpoleBalance",
                        "CartpoleBalanceSparse",
                        "CartpoleSwingup",
                        "CartpoleSwingupSparse",
                        "CheetahRun",
                        "FingerSpin",
                        "FingerTurnEasy",
                        "FingerTurnHard",
                        "FishSwim",
                        "HopperHop",
                        "HopperStand",
                        "HumanoidStand",
                        "HumanoidWalk",
                        "HumanoidRun",
                        "PendulumSwingup",
                        "PointMass",
                        "ReacherEasy",
                        "ReacherHard",
                        "SwimmerSwimmer6",
                        "WalkerRun",
                        "WalkerStand",
                        "WalkerWalk")
                .map(PREFIX::concat)
                .toList();
    }

    @Override
    public boolean has(String id) {
        return id.startsWith(PREFIX);
    }

    @Override
    public Optional<String> missing() {
        if (packages.problem().isPresent()) {
            return packages.problem();
        }
        return packages.python(PACKAGE).isPresent()
                ? Optional.empty()
                : Optional.of("MuJoCo Playground is not installed; type slm-lab setup playground");
    }

    @Override
    public VecEnv make(String id, int size, Map<String, ?> arguments, int threads) {
        missing().ifPresent(line -> {
            throw new NotInstalledException("%s: %s".formatted(id, line));
        });
        Map<String, Object> given = new LinkedHashMap<>(arguments);
        Object device = given.remove("device");
        if (device != null && !DEVICES.contains(device)) {
            throw new IllegalArgumentException(
                    "%s: device is %s; needs one of %s".formatted(id, device, String.join(", ", DEVICES)));
        }
        WorkerArgs args = new WorkerArgs(id, given);
        Map<String, Object> request = Map.of("id", id.substring(PREFIX.length()), "arguments", args.rest());
        Map<String, String> variables =
                device == null || device.equals("auto") ? Map.of() : Map.of("JAX_PLATFORMS", device.toString());
        String source = "%s%n%s%nmain(playground_envs)%n"
                .formatted(WorkerProgram.resource("worker.py"), WorkerProgram.resource("playground.py"));
        WorkerProgram program = new WorkerProgram(packages.python(PACKAGE).orElseThrow(), source, variables, request);
        try {
            return new PythonVector(id, program, size, args.options(1));
        } catch (WorkerFault fault) {
            throw new IllegalArgumentException("%s: %s".formatted(id, fault.text()), fault);
        }
    }
}
