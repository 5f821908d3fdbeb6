package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.part.Sharing;
import slmlab.env.VecEnv;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.plan.Worlds;
import slmlab.report.Glossary;
import slmlab.report.Health;
import slmlab.report.JsonFile;
import slmlab.report.Phase;
import slmlab.report.RunFolder;
import slmlab.report.Table;
import slmlab.spec.SpecFile;
import slmlab.tensor.RandomStream;

/// Every number that a run writes is explained, in the code and in docs/metrics.md.
class GlossaryTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void everyColumnOfEveryAlgorithmIsExplained() {
        TreeSet<String> missing = new TreeSet<>();
        TreeSet<String> seen = new TreeSet<>();
        for (KeyWorlds.World world : KeyWorlds.all()) {
            Path file = temp.resolve("spec.json");
            JsonFile.write(file, Map.of("spec", world.spec()));
            Plan plan = Plan.read(SpecFile.read(file, Map.of()), "spec");
            try (VecEnv env = Worlds.train(plan).env()) {
                Clock clock = new Clock(env.size(), 1000);
                Algorithm agent = Learner.agent(plan, env, clock, RandomStream.ofSeed(1), Sharing.none());
                for (String column : new SessionLog(agent, clock).table().columns()) {
                    seen.add(column);
                    if (!Glossary.columns(Phase.TRAIN).containsKey(column)) {
                        missing.add("%s of %s".formatted(column, world));
                    }
                }
            }
        }
        assertThat(missing).as("columns without a line in Glossary").isEmpty();
        assertThat(Glossary.columns(Phase.TRAIN).keySet()).containsExactlyInAnyOrderElementsOf(seen);
    }

    @Test
    void everyNumberOfAnEvaluationAndOfTheMetricsIsExplained() {
        Plan plan = TinySpecs.plan(temp, "ppo", "", "\"rigorous_eval\": 1");
        RunFolder run = Lab.run(plan, TinySpecs.options(temp), Listener.NONE).folder();
        Table evaluations = Table.read(run.sessionTable(0, 0, Phase.EVAL));
        assertThat(Glossary.columns(Phase.EVAL).keySet()).containsExactlyElementsOf(evaluations.columns());
        Map<?, ?> trial = (Map<?, ?>) JsonFile.read(run.trialMetricsScalar(0));
        assertThat(Glossary.metrics().keySet()).isEqualTo(trial.keySet());
        assertThat(Glossary.explain("approx_kl"))
                .hasValueSatisfying(text -> assertThat(text).contains("log r"));
        assertThat(Glossary.explain("strength")).isPresent();
        assertThat(Glossary.explain("nonsense")).isEmpty();
    }

    /// Nothing is explained without saying what is healthy, and nothing is healthy that is not there.
    @Test
    void everyNumberHasItsHealth() {
        TreeSet<String> names = new TreeSet<>(Glossary.columns(Phase.TRAIN).keySet());
        names.addAll(Glossary.columns(Phase.EVAL).keySet());
        names.addAll(Glossary.metrics().keySet());
        assertThat(Health.all().keySet()).containsExactlyInAnyOrderElementsOf(names);
        assertThat(Health.of("approx_kl")).hasValueSatisfying(health -> {
            assertThat(health.hasBand()).isTrue();
            assertThat(health.isHealthy(0.02)).isTrue();
            assertThat(health.isHealthy(0.2)).isFalse();
        });
        assertThat(Health.of("loss"))
                .hasValueSatisfying(health -> assertThat(health.hasBand()).isFalse());
    }

    @Test
    void thePageHasTheSameTables() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        Path docs = Files.isDirectory(here.resolve("docs")) ? here.resolve("docs") : here.resolve("../docs");
        List<String> rows = Stream.of(Glossary.columns(Phase.TRAIN), Glossary.columns(Phase.EVAL), Glossary.metrics())
                .flatMap(table -> table.entrySet().stream())
                .map(line ->
                        "| `%s` | %s |".formatted(line.getKey(), line.getValue().replace("|", "\\|")))
                .toList();
        List<String> health = Health.all().entrySet().stream()
                .map(line -> "| `%s` | %s | %s |"
                        .formatted(
                                line.getKey(),
                                line.getValue().healthy(),
                                line.getValue().advice()))
                .toList();
        assertThat(Files.readString(docs.resolve("metrics.md")).lines().filter(line -> line.startsWith("| `")))
                .containsExactlyElementsOf(
                        Stream.concat(rows.stream(), health.stream()).toList());
    }
}
