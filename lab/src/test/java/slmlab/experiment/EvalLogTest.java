package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.record.Evaluation;
import slmlab.run.Phase;
import slmlab.run.Table;

/// `rigorous_eval`: a deterministic score beside training, which does not notice.
class EvalLogTest {
    private static final String EVALUATED = "\"rigorous_eval\": 3, \"eval_frequency\": 400";
    private static final String NORMALIZED = "\"normalize_obs\": true, \"normalize_reward\": true";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"ppo", "ppo_rnn", "reinforce", "ddqn_per"})
    void trainingDoesNotNotice(String name) {
        Plan plain = TinySpecs.plan(temp, name, NORMALIZED, "");
        TrialResult without = Lab.run(plain, TinySpecs.options(temp), Listener.NONE);
        List<Long> frames = new ArrayList<>();
        TrialResult with =
                Lab.run(TinySpecs.plan(temp, name, NORMALIZED, EVALUATED), TinySpecs.options(temp), new Listener() {
                    @Override
                    public void evaluation(int session, long frame, Evaluation.Result result) {
                        frames.add(frame);
                        assertThat(DoubleStream.of(result.returns())).hasSize(3).allMatch(value -> value >= 8);
                    }
                });
        assertThat(frames).containsExactly(400L, 800L, 1200L);
        RunFiles.assertSame(
                with.sessions().getFirst().table(),
                without.sessions().getFirst().table(),
                "training");
        RunFiles.assertSameWeights(with.folder().model(0), without.folder().model(0));
        Table rows = Table.read(with.folder().sessionTable(0, Phase.EVAL));
        assertThat(rows.column("frame")).containsExactly(400, 800, 1200);
        assertThat(DoubleStream.of(rows.column("total_reward"))).allMatch(value -> value >= 8);
        assertThat(with.folder().sessionMetrics(0, Phase.EVAL)).exists();
        assertThat(with.folder().sessionMetricsScalar(0, Phase.EVAL)).exists();
        assertThat(without.folder().sessionTable(0, Phase.EVAL)).doesNotExist();
    }

    @Test
    void resumesExactly() {
        Plan plan = TinySpecs.plan(temp, "ppo_rnn", NORMALIZED, EVALUATED);
        TrialResult whole = Lab.run(plan, TinySpecs.options(temp), Listener.NONE);
        AtomicBoolean stop = new AtomicBoolean();
        TrialResult stopped = Lab.run(
                plan,
                TinySpecs.options(temp),
                new Listener() {
                    @Override
                    public void row(int session, Table table, long episodes, double mean) {
                        stop.compareAndSet(false, table.size() == 5);
                    }
                },
                stop);
        assertThat(stopped.finished()).isFalse();
        Lab.resume(stopped.folder(), TinySpecs.options(temp), Listener.NONE, new AtomicBoolean());
        RunFiles.assertSame(stopped.folder(), whole.folder());
    }
}
