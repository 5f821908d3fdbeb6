package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.agent.Policy;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.plan.EnvFactory;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.record.Evaluation;
import slmlab.run.Phase;
import slmlab.run.Table;
import slmlab.spec.SpecFile;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;

/// `eval_df`, and evaluation where some envs have short episodes and others long ones: each env counts alike.
class EvalTableTest {
    private static final int ENVS = 3;
    private static final AtomicInteger MADE = new AtomicInteger();
    private static final AtomicInteger ERA = new AtomicInteger(1);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// The k-th of three has episodes of 3k steps and pays k·era a step: returns of 3, 12 and 27 in the first era.
    private static final class Lengths implements Env {
        private final int k = MADE.getAndIncrement() % ENVS + 1;
        private int steps;

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
            frame.obs(0, 0);
            frame.reward(k * ERA.get());
            if (++steps == 3 * k) {
                frame.terminate();
            }
        }
    }

    @BeforeAll
    static void register() {
        Envs.register("Lengths-v0", 1000, args -> new Lengths());
    }

    @AfterAll
    static void remove() { // other tests look at every env
        Envs.remove("Lengths-v0");
    }

    private Plan plan(String env, String meta) throws IOException {
        Path file = TinySpecs.file(temp, "ppo", env, meta);
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("CartPole-v1", "Lengths-v0")
                        .replace("\"num_envs\": 4", "\"num_envs\": " + ENVS));
        return Plan.read(SpecFile.read(file, Map.of()), "ppo");
    }

    @Test
    void everyEnvCountsAlikeHoweverShortItsEpisodes() throws IOException {
        Plan plan = plan("", "");
        ERA.set(1);
        WrapperStack training = EnvFactory.train(plan);
        try (VecEnv trained = training.env()) {
            MADE.set(0);
            WrapperStack stack = EnvFactory.evaluate(plan, training, ENVS);
            Array still = Array.ofInts(Shape.of(ENVS), 0, 0, 0);
            Policy policy = _ -> still;
            int[] shown = new int[1];
            Evaluation.Result three = Evaluation.run(stack, policy, 3, 1, () -> shown[0]++);
            assertThat(three.lengths()).containsExactly(3, 6, 9);
            assertThat(three.returns()).containsExactly(3, 12, 27);
            assertThat(shown[0]).isEqualTo(9); // before every step, to the end of the longest
            Evaluation.Result eight = Evaluation.run(stack, policy, 8, 1, () -> {});
            int[] lengths = eight.lengths().clone();
            Arrays.sort(lengths);
            assertThat(lengths).containsExactly(3, 3, 3, 6, 6, 6, 9, 9); // as many of each as there can be
            Evaluation.Result one = Evaluation.run(stack, policy, 1, 1, () -> {});
            assertThat(one.lengths()).containsExactly(3); // the first env's
            assertThat(one.std()).isNaN();
            assertThat(trained.size()).isEqualTo(ENVS);
            stack.env().close();
        }
    }

    @Test
    void everyColumnIsAsCountedByHand() throws IOException {
        Plan plan = plan("\"max_frame\": 2170", "\"rigorous_eval\": 3, \"eval_frequency\": 20, \"log_frequency\": 500");
        ERA.set(1);
        List<Long> optSteps = new ArrayList<>();
        List<Long> frames = new ArrayList<>();
        TrialResult result = Lab.run(plan, TinySpecs.options(temp), new Listener() {
            @Override
            public void evaluation(int session, long frame, Evaluation.Result result) {
                ERA.incrementAndGet();
                frames.add(frame);
                optSteps.add(frame / (16 * ENVS) * 2 * 2 * 2); // 16 steps; 2 epochs, 2 minibatches, 2 nets
            }
        });
        // a row with the first step past every multiple of 20 frames, and one at the end, frame 2172
        List<Long> expected = new ArrayList<>();
        for (long frame = ENVS; frame <= 2172; frame += ENVS) {
            if (frame / 20 > (frame - ENVS) / 20 || frame >= 2170) {
                expected.add(frame);
            }
        }
        assertThat(frames).isEqualTo(expected).hasSizeGreaterThan(100);
        assertThat(frames.getLast() - frames.get(frames.size() - 2)).isLessThan(20);
        Table table = Table.read(result.folder().sessionTable(0, Phase.EVAL));
        int n = frames.size();
        double std = Math.sqrt((11 * 11 + 2 * 2 + 13 * 13) / 2.0); // of 3, 12 and 27, whose mean is 14
        double[] means = new double[n];
        double[] averages = new double[n];
        double[] deviations = new double[n];
        double[] lengths = new double[n];
        for (int i = 0; i < n; i++) {
            means[i] = 14.0 * (i + 1);
            int first = Math.max(0, i - 99);
            averages[i] = 14.0 * (first + i + 2) / 2; // of 100 rows at most
            deviations[i] = std * (i + 1);
            lengths[i] = 6;
        }
        assertThat(table.column("total_reward")).containsExactly(means, within(1e-9));
        assertThat(table.column("total_reward_ma")).containsExactly(averages, within(1e-9));
        assertThat(table.column("total_reward_std")).containsExactly(deviations, within(1e-9));
        assertThat(table.column("length")).containsExactly(lengths, within(1e-12));
        assertThat(table.column("frame"))
                .containsExactly(frames.stream().mapToDouble(f -> f).toArray());
        assertThat(table.column("opt_step"))
                .containsExactly(optSteps.stream().mapToDouble(o -> o).toArray());
        double[] seconds = table.column("wall_t");
        double[] trained =
                Table.read(result.folder().sessionTable(0, Phase.TRAIN)).column("wall_t");
        for (int i = 0; i < n; i++) {
            assertThat(seconds[i])
                    .isGreaterThan(i == 0 ? 0 : seconds[i - 1])
                    .isLessThan(result.sessions().getFirst().seconds());
        }
        assertThat(seconds[n - 1]).isGreaterThan(trained[trained.length - 1]); // the row was before
    }
}
