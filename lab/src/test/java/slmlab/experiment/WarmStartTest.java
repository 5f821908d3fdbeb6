package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.experiment.plan.Plan;
import slmlab.file.JsonFile;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.spec.SpecFile;
import slmlab.tensor.Array;
import slmlab.tensor.safetensors.SafeTensors;

/// A run that begins with the weights of another.
class WarmStartTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Plan plan(String name, String env, String... settings) {
        Map<String, String> given = new LinkedHashMap<>();
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            given.put(parts[0], parts[1]);
        }
        return Plan.read(SpecFile.read(TinySpecs.file(temp, name, env, ""), given), name);
    }

    private TrialResult run(Plan plan) {
        return Lab.run(plan, TinySpecs.options(temp).seed(4), Listener.NONE);
    }

    private static Map<String, Array> weights(Path file) {
        return SafeTensors.read(file).tensors();
    }

    /// A run that learns nothing ends with the weights that it began with.
    @ParameterizedTest
    @ValueSource(strings = {"ppo", "a2c", "reinforce", "ddqn_per", "sac", "ppo_rnn"})
    void itBeginsWithExactlyThoseWeights(String name) {
        RunFolder source = run(plan(name, "\"max_frame\": 400")).folder();
        Plan still = plan(
                name,
                "\"max_frame\": 8",
                "agent.init_from.run=" + source.path(),
                "agent.init_from.optimizer=" + !name.equals("reinforce"));
        TrialResult warm = run(still);
        Map<String, Array> expected = weights(source.model(0));
        Map<String, Array> actual = weights(warm.folder().model(0));
        assertThat(actual.keySet()).isEqualTo(expected.keySet());
        expected.forEach((variable, array) -> {
            if (!variable.startsWith("target_")) { // which may move without an update
                assertThat(Objects.requireNonNull(actual.get(variable)).floats())
                        .as(variable)
                        .isEqualTo(array.floats());
            }
        });
        assertThat(JsonFile.read(warm.folder().provenance()).toString())
                .contains("init_from={run=" + source.path().toAbsolutePath(), "weights=last", "frame=400");
    }

    /// Without a session in the spec the best one is taken, which need not be the first.
    @Test
    void itBeginsWithTheBestSession() {
        RunFolder source =
                run(plan("ppo", "\"max_frame\": 400", "max_session=3")).folder();
        double[] scores = new double[3];
        for (int session = 0; session < 3; session++) {
            double[] column =
                    Table.read(source.sessionTable(session, Phase.TRAIN)).column("total_reward_ma");
            scores[session] = column[column.length - 1];
        }
        int best = scores[1] > scores[2] ? 1 : 2;
        assertThat(scores[best]).as("another seed is needed").isGreaterThan(scores[0]);
        TrialResult warm = run(plan("ppo", "\"max_frame\": 8", "agent.init_from.run=" + source.path()));
        assertThat(JsonFile.read(warm.folder().provenance()).toString()).contains("session=" + best);
        weights(source.model(best))
                .forEach((variable, array) -> assertThat(Objects.requireNonNull(
                                        weights(warm.folder().initModel()).get(variable))
                                .floats())
                        .as(variable)
                        .isEqualTo(array.floats()));
    }

    @Test
    void theOptimizerChangesWhatIsLearnedAndTheNormalizerTakesPart() {
        String env = "\"max_frame\": 400, \"normalize_obs\": true";
        RunFolder source = run(plan("ppo", env)).folder();
        String from = "agent.init_from.run=" + source.path();
        RunFolder plain = run(plan("ppo", env, from)).folder();
        RunFolder again = run(plan("ppo", env, from)).folder();
        RunFiles.assertSame(again, plain);
        RunFolder moments =
                run(plan("ppo", env, from, "agent.init_from.optimizer=true")).folder();
        RunFolder raw =
                run(plan("ppo", env, from, "agent.init_from.normalizer=false")).folder();
        for (RunFolder other : List.of(moments, raw)) {
            assertThatThrownBy(() -> RunFiles.assertSame(other, plain)).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void itResumesWithoutTheSource() throws Exception {
        RunFolder source = run(plan("ppo", "\"max_frame\": 400")).folder();
        Plan warm = plan("ppo", "", "agent.init_from.run=" + source.path(), "max_session=2");
        TrialResult whole = run(warm);
        var early = new Listener() {
            private final AtomicBoolean stop = new AtomicBoolean();

            @Override
            public void row(int session, Table table, long episodes, double mean) {
                stop.set(true); // before the second session begins
            }
        };
        TrialResult stopped = Lab.run(warm, TinySpecs.options(temp).seed(4), early, early.stop);
        assertThat(stopped.finished()).isFalse();
        RunFiles.delete(source.path());
        TrialResult resumed = Lab.resume(stopped.folder(), TinySpecs.options(temp), Listener.NONE, new AtomicBoolean());
        RunFiles.assertSame(resumed.folder(), whole.folder());
    }

    @Test
    void whatDoesNotFitIsRefusedWithNamesAndShapesBeforeAnythingIsWritten() {
        RunFolder source = run(plan("ppo", "\"max_frame\": 400")).folder();
        String from = "agent.init_from.run=" + source.path();
        Path data = temp.resolve("none");
        RunOptions options = TinySpecs.options(data);
        assertThatThrownBy(() -> Lab.begin(plan("ppo", "", from, "hid_layers=[5]"), options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("agent.init_from: ", "weight", "[8, 4]", "needs FLOAT32 [5, 4]", "bias");
        assertThatThrownBy(() -> Lab.begin(plan("ppo", "\"normalize_obs\": true", from), options))
                .hasMessageContainingAll("obs_mean is missing", "agent.init_from.normalizer: false");
        assertThatThrownBy(() -> Lab.begin(plan("ddqn_per", "", from), options))
                .hasMessageContainingAll("is missing", "is not a variable here");
        assertThatThrownBy(() -> Lab.begin(plan("ppo", "", "agent.init_from.run=nowhere"), options))
                .hasMessage("agent.init_from: there is no folder nowhere");
        assertThatThrownBy(() -> Lab.begin(plan("ppo", "", from, "agent.init_from.session=7"), options))
                .hasMessageContainingAll("there are no weights", "it has the sessions [0]");
        assertThatThrownBy(() -> plan("ppo", "", from, "agent.init_from.best=true", "agent.init_from.optimizer=true"))
                .hasMessageContaining("belong to the last weights");
        assertThat(data).doesNotExist();
    }
}
