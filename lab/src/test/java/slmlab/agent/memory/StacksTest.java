package slmlab.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// A replay of stacks gives back what it was given, though it stores one of each alone.
final class StacksTest {
    private static final int ENVS = 3;
    private static final int N = 4;
    private static final int WIDTH = 2;
    private static final Space OBS = Space.Box.of(-1e9, 1e9, N, WIDTH);
    private static final Space ACTION = new Space.Discrete(2);

    private final Random random = new Random(1);
    private final Step step = new Step(
            Array.zeros(DType.FLOAT32, Shape.of(ENVS, N, WIDTH)),
            Array.zeros(DType.FLOAT32, Shape.of(ENVS)),
            Array.zeros(DType.UINT8, Shape.of(ENVS)),
            Array.zeros(DType.UINT8, Shape.of(ENVS)),
            Array.zeros(DType.FLOAT32, Shape.of(ENVS, N, WIDTH)),
            null,
            null);
    private final Map<Float, float[]> shown = new HashMap<>(); // by the newest number, which no two share
    private final Map<Float, float[]> next = new HashMap<>(); // what followed
    private float number;

    @ParameterizedTest
    @EnumSource(
            value = MemoryConfig.Kind.class,
            names = {"REPLAY", "PRIORITIZED_REPLAY"})
    void everySampleIsWhatWasShown(MemoryConfig.Kind kind) {
        Replay replay = replay(kind);
        begin(replay);
        for (int t = 0; t < 200; t++) {
            play(replay);
            replay.begin(step); // as an agent does before it acts: nothing changes
            assertSampled(replay);
        }
        assertThat(replay.size()).isEqualTo(21);
    }

    @Test
    void aSavedReplayContinues() {
        Replay replay = replay(MemoryConfig.Kind.REPLAY);
        begin(replay);
        for (int t = 0; t < 50; t++) {
            play(replay);
        }
        State state = new State();
        replay.save(state);
        Replay other = replay(MemoryConfig.Kind.REPLAY);
        other.load(state);
        for (int t = 0; t < 30; t++) {
            play(other);
            assertSampled(other);
        }
    }

    @Test
    void aMillionImagesOfAtariTakeSevenGigabytes() {
        MemoryConfig config = RandomPlay.config(MemoryConfig.Kind.REPLAY, 1_000_000, false);
        Space atari = Space.Box.pixels(4, 84, 84);
        Footprint footprint = Footprint.of(atari, 4, new Space.Discrete(6), 16, false, Map.of(), config);
        assertThat(footprint.rowBytes()).isEqualTo(84 * 84 + 4 * 4); // action, reward, end, begin
        assertThat(footprint.bytes()).isEqualTo((62_500 + 4) * 16L * 7072);
    }

    @Test
    void wholeStacksAreFreedWithTheirRows() {
        Replay replay = replay(MemoryConfig.Kind.REPLAY);
        begin(replay);
        for (int t = 0; t < 500; t++) {
            play(replay);
        }
        State state = new State();
        replay.save(state);
        long kept = state.whole("obs_whole.count");
        assertThat(kept).isLessThanOrEqualTo((7 + N) * ENVS); // no more than rows
    }

    private static Replay replay(MemoryConfig.Kind kind) {
        MemoryConfig config = RandomPlay.config(kind, 20, false);
        return new Replay(OBS, N, ACTION, ENVS, false, Map.of(), config, 1, 0.9, RandomStream.ofSeed(3));
    }

    private void begin(Replay replay) {
        for (int env = 0; env < ENVS; env++) {
            restart(env);
            remember(env);
        }
        replay.begin(step);
    }

    /// A step in which some episodes end; after half of the ends the stack continues, as behind a lost life.
    private void play(Replay replay) {
        float[] obs = step.obs().floats();
        float[][] before = new float[ENVS][];
        for (int env = 0; env < ENVS; env++) {
            int at = env * N * WIDTH;
            before[env] = Arrays.copyOfRange(obs, at, at + N * WIDTH);
            System.arraycopy(obs, at + WIDTH, obs, at, (N - 1) * WIDTH);
            obs[at + (N - 1) * WIDTH] = ++number;
            boolean ends = random.nextInt(5) == 0;
            step.terminated().bytes()[env] = (byte) (ends && random.nextBoolean() ? 1 : 0);
            step.truncated().bytes()[env] = (byte) (ends && step.terminated().bytes()[env] == 0 ? 1 : 0);
            next.put(newest(before[env]), Arrays.copyOfRange(obs, at, at + N * WIDTH));
            if (ends) {
                System.arraycopy(obs, at, step.finalObs().floats(), at, N * WIDTH);
                if (random.nextBoolean()) {
                    restart(env);
                } else {
                    obs[at + (N - 1) * WIDTH] = ++number;
                }
            }
            remember(env);
        }
        replay.put("action", Array.ofInts(Shape.of(ENVS), new int[ENVS]));
        replay.observe(step);
    }

    private void restart(int env) {
        int at = env * N * WIDTH;
        Arrays.fill(step.obs().floats(), at, at + N * WIDTH, 0);
        step.obs().floats()[at + (N - 1) * WIDTH] = ++number;
    }

    private void remember(int env) {
        int at = env * N * WIDTH;
        float[] stack = Arrays.copyOfRange(step.obs().floats(), at, at + N * WIDTH);
        shown.put(newest(stack), stack);
    }

    private static float newest(float[] stack) {
        return stack[(N - 1) * WIDTH];
    }

    private void assertSampled(Replay replay) {
        int batch = 40;
        try (Program program = Program.trace(trace -> {
            trace.input("obs", batch, N, WIDTH);
            trace.input("next_obs", batch, N, WIDTH);
        })) {
            replay.sample(batch);
            replay.gather(program);
            for (int i = 0; i < batch; i++) {
                float[] obs = row(program, "obs", i);
                assertThat(obs).isEqualTo(shown.get(newest(obs)));
                assertThat(newest(obs)).isGreaterThan(number - 2 * 8 * ENVS); // none that is there for others alone
                assertThat(row(program, "next_obs", i)).isEqualTo(next.get(newest(obs)));
            }
        }
    }

    private static float[] row(Program program, String input, int i) {
        Array rows = Objects.requireNonNull(program.inputs().get(input));
        return Arrays.copyOfRange(rows.floats(), i * N * WIDTH, (i + 1) * N * WIDTH);
    }
}
