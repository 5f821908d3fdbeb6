package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.part.Sharing;
import slmlab.env.VecEnv;
import slmlab.experiment.plan.EnvFactory;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.record.SessionLog;
import slmlab.file.JsonFile;
import slmlab.metric.Metric;
import slmlab.metric.Metrics;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.spec.SpecFile;
import slmlab.tensor.RandomStream;

/// Every number that a run writes is declared, with what is healthy.
class MetricColumnsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void everyColumnOfEveryAlgorithmIsDeclared() {
        List<String> declared = Metrics.names(Metrics.in(Metric.Source.TRAIN));
        TreeSet<String> missing = new TreeSet<>();
        TreeSet<String> seen = new TreeSet<>();
        for (KeyExamples.Example example : KeyExamples.all()) {
            Path file = temp.resolve("spec.json");
            JsonFile.write(file, Map.of("spec", example.spec()));
            Plan plan = Plan.read(SpecFile.read(file, Map.of()), "spec");
            try (VecEnv env = EnvFactory.train(plan).env()) {
                Clock clock = new Clock(env.size(), 1000);
                Algorithm agent = Learner.agent(plan, env, clock, RandomStream.ofSeed(1), Sharing.none());
                for (String column : new SessionLog(agent, clock).table().columns()) {
                    seen.add(column);
                    if (!declared.contains(column)) {
                        missing.add("%s of %s".formatted(column, example));
                    }
                }
            }
        }
        assertThat(missing).as("columns that are not declared in Metrics").isEmpty();
        assertThat(declared).containsExactlyInAnyOrderElementsOf(seen);
    }

    @Test
    void everyNumberOfAnEvaluationAndOfTheMetricsIsDeclared() {
        Plan plan = TinySpecs.plan(temp, "ppo", "", "\"rigorous_eval\": 1");
        RunFolder run = Lab.run(plan, TinySpecs.options(temp), Listener.NONE).folder();
        Table evaluations = Table.read(run.sessionTable(0, Phase.EVAL));
        assertThat(Metrics.names(Metrics.in(Metric.Source.EVAL)))
                .containsExactlyInAnyOrderElementsOf(evaluations.columns());
        Map<?, ?> trial = (Map<?, ?>) JsonFile.read(run.trialMetricsScalar());
        assertThat(Metrics.names(Metrics.in(Metric.Source.SUMMARY))).isEqualTo(List.copyOf(trial.keySet()));
    }

    /// Nothing is declared without saying what is healthy.
    @Test
    void everyNumberHasItsHealth() {
        assertThat(Metrics.all()).allMatch(metric -> metric.health().isKnown());
        assertThat(Metrics.APPROX_KL.health().hasBand()).isTrue();
        assertThat(Metrics.APPROX_KL.health().isHealthy(0.02)).isTrue();
        assertThat(Metrics.APPROX_KL.health().isHealthy(0.2)).isFalse();
        assertThat(Metrics.LOSS.health().hasBand()).isFalse();
        assertThat(Metrics.of("nonsense")).isEmpty();
        assertThat(Metrics.of("reward_share_torque").orElseThrow().meaning()).contains("term torque");
    }
}
