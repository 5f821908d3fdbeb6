package slmlab.judge.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.RunFailedException;
import slmlab.experiment.RunOptions;
import slmlab.experiment.plan.Plan;
import slmlab.file.LogTail;
import slmlab.metric.Baselines;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;
import slmlab.spec.SpecFile;

/// Faults put into runs that learn without them, and what the diagnosis calls them; see also [MatrixTest].
@Tag("slow")
class DiagnosisTest {
    private static final Path SPECS = Path.of("src/test/resources/judge/diagnose.yaml");

    private static final Map<String, String> PPO = Map.of("agent.algorithm.name", "PPO");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// @param label of the fault; empty for a healthy run
    record Case(String label, String spec, String... settings) {
        @Override
        public String toString() {
            return "%s: %s %s".formatted(label.isEmpty() ? "healthy" : label, spec, List.of(settings));
        }
    }

    static Stream<Case> faults() {
        return Stream.of(
                new Case("learning rate too high", "ppo", "agent.net.optim_spec.lr=0.1"),
                new Case("stale target", "dqn", "agent.net.update_frequency=1000000"),
                new Case("reward scale", "ppo", "env.reward_scale=10000"),
                new Case(
                        "policy collapse",
                        "a2c",
                        "agent.algorithm.entropy_coef_spec.start_val=0",
                        "agent.net.actor_optim_spec.lr=0.02",
                        "env.name=Acrobot-v1"),
                new Case("policy learns the opposite", "ppo", "env.reward_scale=-1"),
                new Case("termination mistake", "ppo", "env.name=BeadWithoutTruncation-v0"),
                new Case("frozen part", "a2c", "agent.net.critic_optim_spec.lr=1e-30"),
                new Case("observation scale", "ppo", "env.name=BeadInMicrons-v0"),
                new Case("buffer too small", "dqn", "agent.memory.max_size=100"),
                new Case("numeric", "dqn", "agent.net.optim_spec.lr=1e30"));
    }

    static Stream<Case> healthy() {
        return Stream.of(
                new Case("", "ppo"),
                new Case("", "a2c"),
                new Case("", "dqn"),
                new Case("", "reinforce"),
                new Case("", "sac"));
    }

    @BeforeAll
    static void register() {
        FaultyEnvs.register();
    }

    @AfterAll
    static void remove() {
        FaultyEnvs.remove();
    }

    private Diagnosis diagnosis(Case fault) throws IOException {
        return diagnosis(fault, Listener.NONE);
    }

    private Diagnosis diagnosis(Case fault, Listener listener) throws IOException {
        Map<String, String> given = new LinkedHashMap<>();
        for (String setting : fault.settings) {
            String[] parts = setting.split("=", 2);
            given.put(parts[0], parts[1]);
        }
        Plan plan = Plan.read(SpecFile.read(SPECS, given), fault.spec);
        RunOptions options = RunOptions.defaults()
                .data(temp)
                .name("run")
                .threads(1)
                .stateSeconds(1e9)
                .checked(!listener.equals(Listener.NONE));
        double random =
                Baselines.of(plan.env().name()).map(Baselines.Baseline::mean).orElse(Double.NaN);
        String failure = "";
        try {
            Lab.run(plan, options, listener);
        } catch (RunFailedException e) {
            failure = LogTail.read(RunFolder.open(temp.resolve("run")).log(), 1 << 16)
                    .failure();
        }
        RunFolder run = RunFolder.open(temp.resolve("run"));
        return Diagnosis.of(run, RunSpec.keys(run), failure, random);
    }

    @ParameterizedTest
    @MethodSource
    void faults(Case fault) throws IOException {
        Diagnosis found = diagnosis(fault);
        assertThat(found.findings().stream().map(Finding::label)).first().isEqualTo(fault.label);
    }

    /// A game that is always over after nine steps, such as Catch, has no time limit to report.
    @Test
    void shortGamesOfOneLengthAreHealthy() {
        Map<String, double[]> columns = new HashMap<>();
        for (String name : List.of("frame", "loss", "mean_length", "truncated", "mean_return")) {
            columns.put(name, new double[30]);
        }
        Evidence evidence = new Evidence(PPO, name -> columns.getOrDefault(name, new double[0]), "", Double.NaN);
        double[] lengths = Objects.requireNonNull(columns.get("mean_length"));
        Arrays.fill(lengths, 9);
        assertThat(Diagnosis.of(List.of(evidence)).findings()).isEmpty();
        Arrays.fill(lengths, 200);
        assertThat(Diagnosis.of(List.of(evidence)).findings())
                .extracting(Finding::label)
                .containsExactly("termination mistake");
    }

    /// Runs of SLM-Lab have no `mean_return`; their `total_reward` shows that they learned.
    @Test
    void aRunWithoutMeanReturnMayHaveLearned() {
        double[] rows = IntStream.range(0, 30).asDoubleStream().toArray();
        double[] entropy = Arrays.stream(rows).map(i -> 1 - i / 10).toArray();
        Map<String, double[]> columns = Map.of("frame", rows, "loss", rows, "entropy", entropy, "total_reward", rows);
        Evidence evidence = new Evidence(PPO, name -> columns.getOrDefault(name, new double[0]), "", Double.NaN);
        assertThat(Diagnosis.of(List.of(evidence)).findings()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource
    void healthy(Case run) throws IOException {
        assertThat(diagnosis(run).findings()).isEmpty();
    }
}
