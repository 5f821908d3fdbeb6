package slmlab.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.bench.TrainOnce.How;
import slmlab.experiment.plan.Plan;
import slmlab.spec.SpecFile;

/// A training run to measure.
///
/// @param frames frames of a run; 0 for the spec's
/// @param how how it runs; null for the time of the whole command
/// @param target ratio to reach
record TrainCase(
        String name,
        Path file,
        String spec,
        long frames,
        @Nullable How how,
        Against against,
        double target) {

    /// What it is compared with.
    sealed interface Against {}

    /// The peer in the same run.
    ///
    /// @param frames frames of a round
    record Measured(int frames) implements Against {}

    /// A peer that was measured elsewhere.
    record Recorded(double figure) implements Against {}

    /// SLM-Lab on the same spec: live, where a checkout of it is given, else measured elsewhere.
    ///
    /// @param file its spec file, below `slm_lab/spec/benchmark`
    record SlmLab(String file, double figure) implements Against {}

    /// The same run with less: one session instead of two.
    record Less(How how) implements Against {}

    /// RLtools 9acdf5c on its own benchmark: one process from start to end, built by g++ 12.2 with -Ofast
    /// -march=native and OpenBLAS 0.3.21 on one thread; the median of nine runs.
    private static final double RLTOOLS_SECONDS = 2.44;

    static List<TrainCase> all(Path home) {
        Path own = home.resolve("spec");
        Path benchmark = own.resolve("benchmark");
        Path ppo = benchmark.resolve("ppo/ppo_cartpole.json");
        Path ownPpo = own.resolve("ppo/cartpole.json");
        Path ownDqn = own.resolve("dqn/cartpole.yaml");
        Path ownSac = own.resolve("sac/pendulum.yaml");
        return List.of(
                slmLab(benchmark, "ppo/ppo_cartpole.json", "ppo_cartpole", 1942, 30),
                slmLab(benchmark, "a2c/a2c_gae_cartpole.json", "a2c_gae_cartpole", 4255, 30),
                slmLab(benchmark, "dqn/dqn_cartpole.json", "dqn_boltzmann_cartpole", 323, 12),
                new TrainCase("PPO CartPole", ownPpo, "ppo_cartpole", 0, How.COLD, new Measured(20_000), 10),
                new TrainCase("DQN CartPole", ownDqn, "dqn_cartpole_zoo", 0, How.COLD, new Measured(20_000), 5.5),
                new TrainCase(
                        "SAC Pendulum 2x256", ownSac, "sac_pendulum_zoo", 10_000, How.COLD, new Measured(500), 2.3),
                new TrainCase(
                        "PPO HalfCheetah",
                        own.resolve("ppo/halfcheetah.yaml"),
                        "ppo_halfcheetah_zoo",
                        100_000,
                        How.COLD,
                        new Measured(4_096),
                        10),
                new TrainCase(
                        "SAC HalfCheetah",
                        own.resolve("sac/halfcheetah.yaml"),
                        "sac_halfcheetah_zoo",
                        5_000,
                        How.COLD,
                        new Measured(500),
                        2.3),
                new TrainCase(
                        "PPO Pong",
                        own.resolve("ppo/pong.yaml"),
                        "ppo_pong_zoo",
                        20_000,
                        How.COLD,
                        new Measured(2_048),
                        1.5),
                new TrainCase(
                        "RLtools' SAC, whole command",
                        ownSac,
                        "sac_pendulum_rltools",
                        0,
                        null,
                        new Recorded(RLTOOLS_SECONDS),
                        0.7),
                new TrainCase(
                        "RLtools' SAC, warm",
                        ownSac,
                        "sac_pendulum_rltools",
                        0,
                        How.WARM,
                        new Recorded(10_000 / RLTOOLS_SECONDS),
                        1.25),
                new TrainCase(
                        "PPO, 2 sessions", ppo, "ppo_cartpole", 4_500_000, How.TWO_SESSIONS, new Less(How.COLD), 1.8),
                new TrainCase(
                        "async SAC, 2 workers",
                        ownSac,
                        "sac_pendulum_rltools",
                        500_000,
                        How.TWO_WORKERS,
                        new Less(How.ONE_WORKER),
                        1.7));
    }

    /// Return the id of the env that its spec trains in.
    String env() {
        return Plan.read(SpecFile.read(file, Map.of()), spec).env().name();
    }

    private static TrainCase slmLab(Path benchmark, String file, String spec, double recorded, double target) {
        Path own = benchmark.resolve(file);
        return new TrainCase("SLM-Lab's " + spec, own, spec, 0, How.COLD, new SlmLab(file, recorded), target);
    }
}
