package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.record.Evaluation;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.spec.SpecFile;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.safetensors.SafeTensors;

/// Agents that are read back from their files.
class TrainedAgentTest {
    private static final long SEED = 4;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// Pays 1 a step, perhaps more after 50 steps of training, and nothing any more after 100.
    private static final class Fading implements Env {
        private final int more;
        private int total;
        private int steps;

        Fading(int more) {
            this.more = more;
        }

        @Override
        public Space obsSpace() {
            return Space.Box.of(-1, 1, 3);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            steps = 0;
            frame.obs(0, random.random());
        }

        @Override
        public void step(Frame frame) {
            frame.obs(0, (total % 7) / 7.0);
            total++;
            frame.reward(total <= 50 ? 1 : total <= 100 ? more : 0);
            if (++steps == 5) {
                frame.terminate();
            }
        }
    }

    @BeforeAll
    static void register() {
        Envs.register("Fading-v0", 1000, args -> new Fading(1));
        Envs.register("Peak-v0", 1000, args -> new Fading(3));
    }

    @AfterAll
    static void remove() { // other tests look at every env
        Envs.remove("Fading-v0");
        Envs.remove("Peak-v0");
    }

    private static double[] play(RunFolder folder, boolean best, boolean stochastic, long seed) {
        try (TrainedAgent player = TrainedAgent.read(folder, 0, best)) {
            WrapperStack stack = player.stack(3);
            double[] returns = player.play(stack, 6, stochastic, seed, () -> {}).returns();
            stack.env().close();
            return returns;
        }
    }

    /// The last evaluation of training, made again from the files: with weights, and with what normalizes
    /// observations, which is saved as float32.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ppo          |",
                "ppo          | \"normalize_obs\": true",
                "ppo_pendulum | \"normalize_obs\": true, \"normalize_reward\": true",
                "ppo_rnn      | \"normalize_obs\": true, \"frame_op\": \"concat\", \"frame_op_len\": 2",
                "ddqn_per     | \"normalize_obs\": true",
                "sac          | \"normalize_obs\": true, \"reward_scale\": 0.1",
            })
    void anEvaluationOfFilesEqualsThatOfTraining(String name, @org.jspecify.annotations.Nullable String env) {
        String keys = (env == null ? "" : env + ", ") + "\"max_frame\": 600, \"max_t\": 50";
        Plan plan = TinySpecs.plan(temp, name, keys, "\"rigorous_eval\": 4, \"eval_frequency\": 300");
        List<Evaluation.Result> results = new ArrayList<>();
        TrialResult trained = Lab.run(plan, TinySpecs.options(temp).seed(SEED), new Listener() {
            @Override
            public void evaluation(int session, long frame, Evaluation.Result result) {
                results.add(result);
            }
        });
        assertThat(results).hasSize(2);
        long seed = RandomStream.ofSeed(SEED).split("session0").split("eval").nextInt(Integer.MAX_VALUE);
        try (TrainedAgent player = TrainedAgent.read(trained.folder(), 0, false)) {
            WrapperStack stack = player.stack(4);
            Evaluation.Result again = player.play(stack, 4, false, seed, () -> {});
            assertThat(again.lengths()).isEqualTo(results.getLast().lengths());
            assertThat(again.returns()).containsExactly(results.getLast().returns(), within(0.01));
            stack.env().close();
        }
    }

    /// Where returns stay equal the last row of all is the best; where they rise and fall, the moving average is
    /// highest later than they are.
    @ParameterizedTest
    @ValueSource(strings = {"Fading-v0", "Peak-v0"})
    void theBestWeightsAreThoseOfTheBestRow(String env) throws IOException {
        RunFolder folder = train(env, 1200);
        Table table = Table.read(folder.sessionTable(0, Phase.TRAIN));
        int best = highest(table.column("total_reward_ma"));
        assertThat(best).isBetween(3, table.size() - 2);
        assertThat(best == highest(table.column("total_reward"))).isEqualTo(env.equals("Fading-v0"));
        double[] frames = table.column("frame");
        RunFolder shorter = train(env, (int) frames[best]);
        assertThat(apartFromSpec(folder.bestModel(0))).hasSameBinaryContentAs(apartFromSpec(shorter.model(0)));
        assertThat(Files.mismatch(folder.bestModel(0), folder.model(0))).isNotEqualTo(-1);
    }

    /// A copy of a file of weights without the hash of its spec, which `max_frame` changes.
    private Path apartFromSpec(Path file) {
        SafeTensors.Contents contents = SafeTensors.read(file);
        Map<String, String> metadata = new LinkedHashMap<>(contents.metadata());
        assertThat(metadata.remove("spec_sha256")).hasSize(64);
        Path copy = temp.resolve(UUID.randomUUID() + ".safetensors");
        SafeTensors.write(copy, new LinkedHashMap<>(contents.tensors()), metadata);
        return copy;
    }

    /// The place of the highest number, the last one of equal ones.
    private static int highest(double[] values) {
        int best = 0;
        for (int i = 0; i < values.length; i++) {
            best = values[i] >= values[best] ? i : best;
        }
        return best;
    }

    private RunFolder train(String env, int frames) throws IOException {
        Path file = TinySpecs.file(temp, "ppo", "\"max_frame\": " + frames, "");
        Files.writeString(file, Files.readString(file).replace("CartPole-v1", env));
        Plan plan = Plan.read(SpecFile.read(file, Map.of()), "ppo");
        return Lab.run(plan, TinySpecs.options(temp).seed(SEED), Listener.NONE).folder();
    }

    /// A run of CartPole whose last weights push left forever.
    private RunFolder pushingLeft() {
        Plan plan = TinySpecs.plan(temp, "ppo", "\"max_frame\": 400", "");
        RunFolder folder =
                Lab.run(plan, TinySpecs.options(temp).seed(SEED), Listener.NONE).folder();
        SequencedMap<String, Array> weights =
                new LinkedHashMap<>(SafeTensors.read(folder.model(0)).tensors());
        weights.forEach((name, array) -> java.util.Arrays.fill(array.floats(), 0));
        weights.forEach((name, array) -> {
            if (name.equals("net.tails.0.bias")) {
                array.floats()[0] = 50;
            }
        });
        assertThat(weights).containsKey("net.tails.0.bias");
        SafeTensors.write(folder.model(0), weights, Map.of());
        return folder;
    }

    @Test
    void theBestAndTheLastWeightsAreReadFromTheirOwnFiles() {
        RunFolder folder = pushingLeft();
        double[] last = play(folder, false, false, 1);
        assertThat(DoubleStream.of(last)).allMatch(score -> score <= 11); // a pole pushed one way falls at once
        assertThat(play(folder, true, false, 1)).isNotEqualTo(last);
        assertThat(play(folder, false, false, 1)).isEqualTo(last);
        assertThat(play(folder, false, true, 1)).isEqualTo(last); // there is nothing to draw
    }

    @Test
    void drawnActionsAreNotTheLikeliestOnes() {
        Plan plan = TinySpecs.plan(temp, "ppo", "\"max_frame\": 400", "");
        RunFolder folder =
                Lab.run(plan, TinySpecs.options(temp).seed(SEED), Listener.NONE).folder();
        double[] mode = play(folder, false, false, 1);
        double[] drawn = play(folder, false, true, 1);
        assertThat(drawn).isNotEqualTo(mode);
        assertThat(play(folder, false, true, 1)).isEqualTo(drawn); // the same draws again
        assertThat(play(folder, false, false, 1)).isEqualTo(mode);
        assertThat(play(folder, false, false, 2)).isNotEqualTo(mode); // other episodes
    }

    /// A DQN whose chance of a random action has fallen to 0 draws nothing any more.
    @Test
    void explorationIsThatOfTheLastFrame() throws IOException {
        Path file = TinySpecs.file(temp, "ddqn_per", "\"max_frame\": 1000", "");
        Files.writeString(file, Files.readString(file).replace("\"end_val\": 0.1", "\"end_val\": 0"));
        Plan plan = Plan.read(SpecFile.read(file, Map.of()), "ddqn_per");
        RunFolder folder =
                Lab.run(plan, TinySpecs.options(temp).seed(SEED), Listener.NONE).folder();
        assertThat(play(folder, false, true, 1)).isEqualTo(play(folder, false, false, 1));
    }

    private RunFolder sessions(String... averages) {
        RunFolder folder = RunFolder.create(temp, "ppo", LocalDateTime.of(2026, 11, 15, 9, 5, 59), _ -> {});
        for (int i = 0; i < averages.length; i++) {
            Table table = new Table(List.of("total_reward", "total_reward_ma", "frame"));
            int frame = 0;
            for (String average : averages[i].split(" ", -1)) {
                if (!average.isEmpty()) {
                    frame += 100;
                    table.add(0, Double.parseDouble(average), frame);
                }
            }
            table.write(folder.sessionTable(i, Phase.TRAIN));
        }
        return folder;
    }

    /// Sessions by their `total_reward_ma`, row after row.
    @ParameterizedTest
    @CsvSource({
        "1 5, 2 9, 3 7, 1",
        "9 1, 0 2, 0 1, 1",
        "-5, -3, -4, 1",
        "4, 4, 3, 0",
        "'', 1, 2, 2",
        "'', '', -1, 2",
        "NaN NaN, 1, 2, 2",
        "1, NaN, 2, 2",
        "1 2, NaN, NaN, 0",
        "NaN, NaN, NaN, 0",
    })
    void theBestSessionIsThatOfTheHighestLastAverage(String first, String second, String third, int best) {
        assertThat(TrainedAgent.bestSession(sessions(first, second, third))).isEqualTo(best);
    }

    @Test
    void aRunWithoutRowsOrWeightsIsRefused() {
        assertThatThrownBy(() -> TrainedAgent.bestSession(sessions("", "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no session with a row yet");
        RunFolder folder = pushingLeft();
        assertThatThrownBy(() -> TrainedAgent.read(folder, 7, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there are no weights")
                .hasMessageContaining("_s7_");
    }
}
