package slmlab.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import slmlab.agent.memory.MemoryConfig.Kind;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;

class ReplayTest {
    private static final double HALF = 0.5; // γ, so that sums are exact

    /// What was gathered of one row.
    private record Row(float nextObs, float reward, float discount) {}

    @Test
    void nextObservationsOfUpstreamsExampleWithoutItsFault() {
        // three envs, max_size 9; obs are 10·step + env; upstream's next states for head 1: 41 42 20 21 22 30 31 32 40.
        // We keep the last three steps of each env: 20 21 22, 30 31 32, 40 41 42, and show 50 51 52 now.
        Replay replay = replay(3, 9, 1, Kind.REPLAY);
        replay.begin(step(obs(10, 11, 12)));
        for (int step = 2; step <= 5; step++) {
            observe(replay, step(obs(10 * step, 10 * step + 1, 10 * step + 2)));
        }
        Map<Float, Row> rows = rows(replay);
        assertThat(rows.keySet()).containsExactly(20f, 21f, 22f, 30f, 31f, 32f, 40f, 41f, 42f);
        rows.forEach((obs, row) -> assertThat(row.nextObs).isEqualTo(obs + 10));
    }

    @Test
    void anEndedEpisodeKeepsItsFinalObservation() {
        Replay replay = replay(1, 3, 1, Kind.REPLAY);
        replay.begin(step(obs(1)));
        observe(replay, ended(obs(3), 2, true, false, 5)); // 1 → 2, terminated; 3 starts again
        observe(replay, ended(obs(5), 4, false, true, 7)); // 3 → 4, truncated
        observe(replay, step(obs(6), 9)); // 5 → 6
        assertThat(rows(replay))
                .containsOnly(
                        Map.entry(1f, new Row(2, 5, 0)),
                        Map.entry(3f, new Row(4, 7, 0.5f)),
                        Map.entry(5f, new Row(6, 9, 0.5f)));
        observe(replay, step(obs(7), 8)); // overwrites 1 → 2
        assertThat(rows(replay).keySet()).containsExactly(3f, 5f, 6f);
    }

    @Test
    void finalObservationsAreFreedWithTheirRows() {
        var ring = new Ring(Space.Box.of(-9, 9, 1), 1, new Space.Discrete(2), 2, 6, false, Map.of());
        ring.choose(step(obs(0, 0)));
        for (int step = 0; step < 100; step++) {
            ring.observe(ended(obs(1, 1), 2, step % 2 == 0, step % 2 == 1, 1));
            assertThat(ring.finals()).isEqualTo(2 * Math.min(step + 1, 3));
        }
    }

    @Test
    void stepsAreSummedUpToAnEndOrToNow() {
        // γ = ½, n = 3; rewards 1, 2, 4, 8; the second step truncates
        Replay replay = replay(1, 10, 3, Kind.REPLAY);
        replay.begin(step(obs(1)));
        observe(replay, step(obs(2), 1));
        observe(replay, ended(obs(4), 3, false, true, 2));
        observe(replay, step(obs(5), 4));
        observe(replay, step(obs(6), 8));
        assertThat(rows(replay))
                .containsOnly(
                        Map.entry(1f, new Row(3, 1 + 0.5f * 2, 0.25f)), // two steps, then the cut
                        Map.entry(2f, new Row(3, 2, 0.5f)),
                        Map.entry(4f, new Row(6, 4 + 0.5f * 8, 0.25f)), // two steps, then now
                        Map.entry(5f, new Row(6, 8, 0.5f)));
        observe(replay, step(obs(7), 16));
        observe(replay, ended(obs(9), 8, true, false, 32));
        Map<Float, Row> rows = rows(replay);
        assertThat(rows.get(4f)).isEqualTo(new Row(7, 4 + 4 + 4, 0.125f)); // three steps
        assertThat(rows.get(6f)).isEqualTo(new Row(8, 16 + 16, 0)); // two steps, then the end
    }

    /// `autoreset: next_step`: the end shows its final observation, and the step from there to the next episode is
    /// one like any other, which sums of several steps cross.
    @Test
    void theStepBetweenTwoEpisodesIsAnOrdinaryOne() {
        for (int n : new int[] {1, 2}) { // γ = ½
            Replay replay = replay(1, 10, n, Kind.REPLAY);
            replay.begin(step(obs(1)));
            observe(replay, ended(obs(2), 2, true, false, 4)); // 1 → 2, terminated
            observe(replay, step(obs(3), 0)); // 2 → 3, where the next episode begins
            observe(replay, step(obs(4), 8));
            assertThat(rows(replay))
                    .containsOnly(
                            Map.entry(1f, new Row(2, 4, 0)),
                            Map.entry(2f, n == 1 ? new Row(3, 0, 0.5f) : new Row(4, 0.5f * 8, 0.25f)),
                            Map.entry(3f, new Row(4, 8, 0.5f)));
        }
    }

    @Test
    void masksGoWithObservationsAndSoDoThoseOfFinalOnes() {
        var replay = new Replay(
                Space.Box.of(-9, 9, 1),
                new Space.Discrete(2),
                1,
                true,
                Map.of(),
                config(Kind.REPLAY, 3, false),
                1,
                HALF,
                RandomStream.ofSeed(1));
        replay.begin(masked(step(obs(1)), 0, 1));
        observe(replay, masked(step(obs(2)), 1, 0));
        observe(replay, masked(ended(obs(4), 3, false, true, 0), 0, 1)); // cut short where only the first can be taken
        observe(replay, masked(ended(obs(6), 5, true, false, 0), 1, 1)); // terminated: nothing counts
        try (Program program = Program.trace(trace -> {
            trace.input("obs", 20, 1);
            trace.input("mask", DType.UINT8, Shape.of(20, 2));
            trace.input("next_mask", DType.UINT8, Shape.of(20, 2));
        })) {
            replay.sample(20);
            replay.gather(program);
            Set<String> seen = new TreeSet<>();
            for (int i = 0; i < 20; i++) {
                byte[] mask = program.input("mask").bytes();
                byte[] next = program.input("next_mask").bytes();
                seen.add("%s: %d%d %d%d"
                        .formatted(
                                program.input("obs").floats()[i],
                                mask[2 * i],
                                mask[2 * i + 1],
                                next[2 * i],
                                next[2 * i + 1]));
            }
            assertThat(seen).containsExactly("1.0: 01 10", "2.0: 10 10", "4.0: 01 11");
        }
    }

    @Test
    void pixelsStayBytes() {
        var replay = new Replay(
                Space.Box.pixels(2, 2),
                Space.Box.of(-1, 1, 2),
                1,
                false,
                Map.of(),
                config(Kind.REPLAY, 3, false),
                1,
                HALF,
                RandomStream.ofSeed(1));
        Step shown = new Step(
                Array.ofBytes(Shape.of(1, 2, 2), (byte) 1, (byte) 2, (byte) 3, (byte) 255),
                Array.of(Shape.of(1), 0),
                Array.ofBytes(Shape.of(1), (byte) 0),
                Array.ofBytes(Shape.of(1), (byte) 0),
                Array.zeros(DType.UINT8, Shape.of(1, 2, 2)),
                null,
                null);
        replay.begin(shown);
        replay.put("action", Array.of(Shape.of(1, 2), 0.25f, -1));
        replay.observe(shown);
        try (Program program = Program.trace(trace -> {
            trace.input("obs", DType.UINT8, Shape.of(1, 2, 2));
            trace.input("action", 1, 2);
        })) {
            replay.sample(1);
            replay.gather(program);
            assertThat(program.input("obs").bytes()).containsExactly(1, 2, 3, 255);
            assertThat(program.input("action").floats()).containsExactly(0.25f, -1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 10, 0, 1",
        "1, 10, 0, 4",
        "1, 10, 5, 4",
        "1, 9, 3, 4",
        "4, 100, 0, 4",
        "4, 100, 0, 1",
        "4, 100, 10, 3",
        "4, 10, 32, 8",
        "3, 100, 7, 10",
        "16, 50, 100, 7"
    })
    void callsForUpdatesAsUpstreamDoes(int envs, int maxSize, int start, int frequency) {
        Replay replay = replay(envs, maxSize, 1, Kind.REPLAY);
        Step step = step(new float[envs]);
        replay.begin(step);
        assertThat(replay.isDue(0, 1)).isFalse();
        int head = -1; // upstream's lines
        int seen = 0;
        for (int t = 0; t < 200; t++) {
            boolean due = false;
            for (int env = 0; env < envs; env++) {
                head = (head + 1) % maxSize;
                seen++;
                due = due || (seen > start && head % frequency == 0);
            }
            observe(replay, step);
            assertThat(replay.isDue(start, frequency)).as("step %d", t).isEqualTo(due);
        }
    }

    @Test
    void withCerTheLastRowsAreTheOldestUnseen() {
        Replay replay = new Replay(
                Space.Box.of(-9, 9, 1),
                new Space.Discrete(2),
                1,
                false,
                Map.of(),
                config(Kind.REPLAY, 5, true),
                1,
                HALF,
                RandomStream.ofSeed(1));
        replay.begin(step(obs(0)));
        feed(replay, 1, 3); // transitions 0, 1, 2
        assertThat(lastObs(replay, 2)).containsExactly(0, 1); // a backlog of 3, of which a batch of 2 takes 2
        feed(replay, 4, 4);
        assertThat(lastObs(replay, 4)).endsWith(2, 3);
        feed(replay, 5, 8); // heads 4, 0, 1, 2
        assertThat(lastObs(replay, 3)).containsExactly(4, 5, 6);
        assertThat(lastObs(replay, 3)).endsWith(7);
        feed(replay, 9, 13); // a whole ring: upstream's arithmetic takes it for nothing new
        long draws = drawsOf(replay);
        float[] uniform = lastObs(replay, 3);
        RandomStream stream = new RandomStream(RandomStream.ofSeed(1).key(), draws);
        assertThat(uniform).containsExactly(8 + stream.nextInt(5), 8 + stream.nextInt(5), 8 + stream.nextInt(5));
    }

    private static long drawsOf(Replay replay) {
        var state = new slmlab.tensor.State();
        replay.save(state);
        return state.whole("draws");
    }

    @Test
    void rowsThatAreLearntFromChangeTheirPriority() {
        Replay replay = prioritized(4, 1, 0, false, null);
        replay.begin(step(obs(0)));
        feed(replay, 1, 4);
        assertThat(priorities(replay)).containsExactly(1e5f, 1e5f, 1e5f, 1e5f, 0);
        // learns until each row was drawn: row i has error 1000·i, with α = 1 and ε = 0 its priority
        for (int i = 0; i < 50; i++) {
            float[] obs = lastObs(replay, 8);
            float[] errors = new float[8];
            for (int k = 0; k < 8; k++) {
                errors[k] = -1000 * obs[k];
            }
            replay.updatePriorities(errors);
        }
        assertThat(priorities(replay)).containsExactly(0, 1000, 2000, 3000, 0);
        feed(replay, 5, 5); // the next slot is the first again: transition 0 is gone
        assertThat(priorities(replay)).containsExactly(0, 1000, 2000, 3000, 1e5f);
        feed(replay, 6, 6);
        assertThat(priorities(replay)).containsExactly(1e5f, 0, 2000, 3000, 1e5f);
    }

    @Test
    void highPrioritiesAreDrawnMoreOften() {
        Replay replay = prioritized(4, 1, 0, false);
        replay.begin(step(obs(0)));
        feed(replay, 1, 4);
        for (int i = 0; i < 50; i++) {
            float[] obs = lastObs(replay, 8);
            for (int k = 0; k < 8; k++) {
                obs[k] += 1; // priorities 1, 2, 3, 4
            }
            replay.updatePriorities(obs);
        }
        int draws = 100_000;
        int[] counts = new int[4];
        for (float obs : lastObs(replay, draws)) {
            counts[(int) obs]++;
        }
        double chi2 = 0;
        for (int i = 0; i < 4; i++) {
            double expected = draws * (i + 1) / 10.0;
            chi2 += (counts[i] - expected) * (counts[i] - expected) / expected;
        }
        assertThat(chi2).isLessThan(16.27); // 3 degrees of freedom, p = 0.001
    }

    /// With importance weights, as Schaul et al. have it: 1 at first, then the largest so far.
    @Test
    void newRowsBeginAtTheLargestPriority() {
        Replay replay = prioritized(8, 1, 0, false, 0.4);
        replay.begin(step(obs(0)));
        feed(replay, 1, 1);
        assertThat(priorities(replay)).startsWith(1);
        replay.sample(1);
        replay.updatePriorities(new float[] {-7});
        feed(replay, 2, 2);
        assertThat(priorities(replay)).startsWith(7, 7);
        for (int i = 0; i < 50; i++) {
            replay.sample(2);
            replay.updatePriorities(new float[] {2, 2});
        }
        Replay resumed = prioritized(8, 1, 0, false, 0.4);
        var state = new slmlab.tensor.State();
        replay.save(state);
        resumed.load(state);
        for (Replay each : List.of(replay, resumed)) {
            feed(each, 3, 3);
            assertThat(priorities(each)).startsWith(2, 2, 7);
        }
    }

    @Test
    void withoutImportanceWeightsNewRowsHaveUpstreamsPriority() {
        Replay replay = prioritized(4, 1, 0, false, null);
        replay.begin(step(obs(0)));
        feed(replay, 1, 1);
        replay.sample(1);
        replay.updatePriorities(new float[] {7});
        feed(replay, 2, 2);
        assertThat(priorities(replay)).startsWith(7, 1e5f);
    }

    @Test
    void rowsOfCerKeepTheirPriority() {
        Replay replay = prioritized(4, 1, 0, true, null);
        replay.begin(step(obs(0)));
        feed(replay, 1, 2);
        lastObs(replay, 2); // both are new
        replay.updatePriorities(new float[] {7, 8});
        assertThat(priorities(replay)).startsWith(1e5f, 1e5f);
    }

    @Test
    void errorsOfASampleAreToldBeforeTheNextStep() {
        Replay replay = prioritized(4, 1, 0, false);
        replay.begin(step(obs(0)));
        feed(replay, 1, 2);
        replay.sample(2);
        feed(replay, 3, 3);
        assertThatThrownBy(() -> replay.updatePriorities(new float[2]))
                .hasMessage("1 transitions were observed since the sample; tell its errors before");
    }

    @Test
    void importanceWeightsComeOverTheirNumber() {
        Replay replay = prioritized(4, 0.6, 0, false);
        replay.begin(step(obs(0)));
        feed(replay, 1, 4);
        for (int i = 0; i < 50; i++) {
            float[] obs = lastObs(replay, 8);
            for (int k = 0; k < 8; k++) {
                obs[k] += 1;
            }
            replay.updatePriorities(obs);
        }
        double[] expected = {1, .846745312, .768229356, .716977624}; // skills §4.1
        try (Program program = inputs(64)) {
            replay.sample(64, replay.beta(0, 100));
            replay.gather(program);
            for (int i = 0; i < 64; i++) {
                int row = (int) program.input("obs").floats()[i];
                assertThat(program.input("weight").floats()[i] * 64.0).isCloseTo(expected[row], within(1e-6));
            }
        }
        assertThat(replay.beta(50, 100)).isCloseTo(0.7, within(1e-12));
        assertThat(replay.beta(200, 100)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"REPLAY", "PRIORITIZED_REPLAY"})
    void samplingAllocatesNothing(Kind kind) {
        var play = new RandomPlay(1, 2, RandomPlay.config(kind, 1000, true), 3, 0.99);
        play.play(2000);
        Replay replay = play.replay();
        var threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        float[] errors = new float[32];
        try (Program program = RandomPlay.program(32)) {
            long bytes = Long.MAX_VALUE;
            for (int block = 0; block < 10 && bytes > 0; block++) { // the JVM links and compiles in the first ones
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 10_000; i++) {
                    replay.sample(32);
                    replay.gather(program);
                    if (kind == Kind.PRIORITIZED_REPLAY) {
                        replay.sample(32, 0.5);
                        replay.updatePriorities(errors);
                    }
                }
                bytes = threads.getCurrentThreadAllocatedBytes() - before;
            }
            assertThat(bytes).isZero();
        }
    }

    @Test
    void mistakesAreNamed() {
        Replay replay = replay(1, 4, 1, Kind.REPLAY);
        assertThatThrownBy(() -> replay.sample(2)).hasMessage("a sample of 2 from an empty replay");
        replay.begin(step(obs(0)));
        feed(replay, 1, 1);
        assertThatThrownBy(() -> replay.put("value", obs(1)))
                .hasMessage("a replay has no value; it has [obs, action, reward, end]");
        replay.sample(2);
        try (Program program = inputs(3)) {
            assertThatThrownBy(() -> replay.gather(program))
                    .hasMessage("obs of 2 rows of 1 does not fit into an input of FLOAT32 [3, 1]");
        }
        assertThatThrownBy(() -> replay.updatePriorities(new float[2]))
                .hasMessage("the memory has no priorities; it is no PrioritizedReplay");
        assertThatThrownBy(() -> replay.updatePriorities(new float[3])).hasMessage("3 errors for a sample of 2");
    }

    private static MemoryConfig config(Kind kind, int maxSize, boolean useCer) {
        return RandomPlay.config(kind, maxSize, useCer);
    }

    private static Replay replay(int envs, int maxSize, int steps, Kind kind) {
        return new Replay(
                Space.Box.of(-9, 9, 1),
                new Space.Discrete(2),
                envs,
                false,
                Map.of(),
                config(kind, maxSize, false),
                steps,
                HALF,
                RandomStream.ofSeed(1));
    }

    private static Replay prioritized(int maxSize, double alpha, double epsilon, boolean useCer) {
        return prioritized(maxSize, alpha, epsilon, useCer, 0.4);
    }

    private static Replay prioritized(
            int maxSize, double alpha, double epsilon, boolean useCer, @Nullable Double beta) {
        return new Replay(
                Space.Box.of(-9, 9, 1),
                new Space.Discrete(2),
                1,
                false,
                Map.of(),
                new MemoryConfig(Kind.PRIORITIZED_REPLAY, 1, maxSize, useCer, alpha, epsilon, beta, 1, null, 0),
                1,
                HALF,
                RandomStream.ofSeed(1));
    }

    private static float[] priorities(Replay replay) {
        var state = new slmlab.tensor.State();
        replay.save(state);
        return state.array("priority").floats();
    }

    /// Observes observations `from` to `to`, one after the other.
    private static void feed(Replay replay, int from, int to) {
        for (int obs = from; obs <= to; obs++) {
            observe(replay, step(obs(obs)));
        }
    }

    private static void observe(Replay replay, Step step) {
        replay.put(
                "action",
                Array.zeros(DType.INT32, Shape.of(step.reward().shape().volume())));
        replay.observe(step);
    }

    private static float[] lastObs(Replay replay, int batch) {
        try (Program program = inputs(batch)) {
            replay.sample(batch);
            replay.gather(program);
            return program.input("obs").floats().clone();
        }
    }

    /// Every row there is, by its observation.
    private static Map<Float, Row> rows(Replay replay) {
        int batch = 50 * replay.size();
        Map<Float, Row> rows = new TreeMap<>();
        try (Program program = inputs(batch)) {
            replay.sample(batch);
            replay.gather(program);
            for (int i = 0; i < batch; i++) {
                Row row = new Row(
                        program.input("next_obs").floats()[i],
                        program.input("reward").floats()[i],
                        program.input("discount").floats()[i]);
                Row other = rows.put(program.input("obs").floats()[i], row);
                assertThat(other == null || other.equals(row)).isTrue();
            }
        }
        return rows;
    }

    private static Program inputs(int rows) {
        return Program.trace(trace -> {
            trace.input("obs", rows, 1);
            trace.input("next_obs", rows, 1);
            for (String name : List.of("reward", "discount", "weight")) {
                trace.input(name, rows);
            }
        });
    }

    private static Array obs(float... numbers) {
        return Array.of(Shape.of(numbers.length, 1), numbers);
    }

    private static Step step(float[] obs) {
        return step(obs(obs));
    }

    private static Step step(Array obs) {
        return step(obs, 0);
    }

    private static Step step(Array obs, float reward) {
        return step(obs, Float.NaN, false, false, reward);
    }

    private static Step ended(Array obs, float last, boolean terminated, boolean truncated, float reward) {
        return step(obs, last, terminated, truncated, reward);
    }

    private static Step step(Array obs, float last, boolean terminated, boolean truncated, float reward) {
        int envs = obs.shape().dim(0);
        Step step = new Step(
                obs,
                Array.zeros(DType.FLOAT32, Shape.of(envs)),
                Array.zeros(DType.UINT8, Shape.of(envs)),
                Array.zeros(DType.UINT8, Shape.of(envs)),
                Array.zeros(DType.FLOAT32, Shape.of(envs, 1)),
                null,
                null);
        for (int env = 0; env < envs; env++) {
            step.reward().floats()[env] = reward;
            step.finalObs().floats()[env] = last;
            step.terminated().bytes()[env] = (byte) (terminated ? 1 : 0);
            step.truncated().bytes()[env] = (byte) (truncated ? 1 : 0);
        }
        return step;
    }

    private static Step masked(Step step, int first, int second) {
        return new Step(
                step.obs(),
                step.reward(),
                step.terminated(),
                step.truncated(),
                step.finalObs(),
                Array.ofBytes(Shape.of(1, 2), (byte) first, (byte) second),
                Array.ofBytes(Shape.of(1, 2), (byte) 1, (byte) 0));
    }
}
