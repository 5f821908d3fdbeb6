package slmlab.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.memory.RandomPlay.Transition;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;

/// Random play of 10,000 steps: every sample, bit for bit, is what plain lists of transitions give. The last
/// case goes over a chunk's end in the middle of a step.
class ReplayModelTest {
    private static final int STEPS = 10_000;
    private static final int BATCH = 16;
    private static final double GAMMA = 0.97;

    /// A transition's place in the lists.
    private record Place(int env, int index) {}

    private final Map<Float, Place> places = new HashMap<>(); // by the first number of the observation

    @ParameterizedTest
    @CsvSource({
        "1, 100, 1, REPLAY",
        "1, 100, 3, REPLAY",
        "4, 100, 5, REPLAY",
        "3, 100, 2, REPLAY",
        "7, 5, 1, REPLAY",
        "3, 500, 3, PRIORITIZED_REPLAY",
        "1, 50000, 10, REPLAY",
        "7, 69000, 2, REPLAY"
    })
    void samplesAreThoseOfPlainLists(int envs, int maxSize, int steps, MemoryConfig.Kind kind) {
        var config = RandomPlay.config(kind, maxSize, false);
        var play = new RandomPlay(11, envs, config, steps, GAMMA);
        int kept = Math.ceilDiv(maxSize, envs);
        try (Program program = RandomPlay.program(BATCH)) {
            for (int t = 1; t <= STEPS; t++) {
                play.play(1);
                for (int env = 0; env < envs; env++) {
                    places.put(play.played(env).get(t - 1).obs()[0], new Place(env, t - 1));
                }
                if (t % 7 == 0 || t < 20) {
                    play.replay().sample(BATCH);
                    play.replay().gather(program);
                    for (int i = 0; i < BATCH; i++) {
                        assertRow(play, program, i, Math.max(0, t - kept), steps);
                    }
                }
            }
            assertThat(play.replay().seen()).isEqualTo((long) STEPS * envs);
            assertThat(play.replay().size()).isEqualTo(Math.min(STEPS, kept) * envs);
        }
    }

    private void assertRow(RandomPlay play, Program program, int i, int oldest, int steps) {
        float[] obs = row(program, "obs", i);
        Place place = Objects.requireNonNull(places.get(obs[0]));
        assertThat(place.index).isGreaterThanOrEqualTo(oldest);
        List<Transition> played = play.played(place.env);
        Transition first = played.get(place.index);
        double sum = 0;
        double power = 1;
        Transition last;
        int at = place.index;
        do {
            last = played.get(at++);
            sum += power * last.reward();
            power *= GAMMA;
        } while (!last.ended() && at < played.size() && at < place.index + steps);
        assertThat(obs).containsExactly(first.obs());
        assertThat(row(program, "next_obs", i)).containsExactly(last.nextObs());
        assertThat(program.input("action").ints()[i]).isEqualTo(first.action());
        assertThat(program.input("reward").floats()[i]).isEqualTo((float) sum);
        assertThat(program.input("discount").floats()[i]).isEqualTo(last.terminated() ? 0 : (float) power);
        assertThat(program.input("weight").floats()[i]).isEqualTo(1f / BATCH);
        assertThat(mask(program, "mask", i)).containsExactly(first.mask());
        if (last.ended()) {
            assertThat(mask(program, "next_mask", i)).containsExactly(finalMask(last));
        } else if (at < played.size()) {
            assertThat(mask(program, "next_mask", i))
                    .containsExactly(played.get(at).mask());
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 0, 1", "1, 5, 2, 1", "3, 4, 0, 1", "4, 9, 3, 1", "1, 1, 0, 3", "1, 5, 2, 2", "3, 4, 0, 9"})
    void windowsAreThoseOfPlainLists(int envs, int seqLen, int burnIn, int steps) {
        int windows = 6;
        var config = RandomPlay.config(MemoryConfig.Kind.REPLAY, 200, false);
        var play = new RandomPlay(5, envs, config, steps, GAMMA);
        try (Program program = windowProgram(windows, seqLen)) {
            for (int t = 1; t <= STEPS; t++) {
                play.play(1);
                for (int env = 0; env < envs; env++) {
                    places.put(play.played(env).get(t - 1).obs()[0], new Place(env, t - 1));
                }
                if (t % 11 == 0 || t < 20) {
                    play.replay().sampleWindows(windows, seqLen, burnIn);
                    play.replay().gather(program);
                    assertWindows(play, program, windows, seqLen, burnIn, steps);
                }
            }
        }
    }

    private void assertWindows(RandomPlay play, Program program, int windows, int seqLen, int burnIn, int steps) {
        float[] weights = new float[windows * seqLen];
        int counted = 0;
        for (int w = 0; w < windows; w++) {
            Place place = Objects.requireNonNull(places.get(row(program, "obs", w * (seqLen + 1))[0]));
            List<Transition> played = play.played(place.env);
            assertThat(program.input(RandomPlay.STATE).floats()[w])
                    .isEqualTo(played.get(place.index).state());
            int at = place.index;
            for (int k = 0; k < seqLen; k++) {
                Transition one = played.get(at);
                int row = w * seqLen + k;
                boolean beyond = k > at - place.index;
                assertThat(program.input("action").ints()[row]).isEqualTo(one.action());
                assertSum(program, row, played, at, Math.min(place.index + seqLen, at + steps), k);
                if (!beyond) {
                    assertThat(row(program, "obs", row + w)).containsExactly(one.obs());
                    assertThat(mask(program, "mask", row + w)).containsExactly(one.mask());
                }
                assertThat(row(program, "obs", row + w + 1)[0]).isEqualTo(one.nextObs()[0]);
                if (one.ended()) {
                    assertThat(mask(program, "mask", row + w + 1)).containsExactly(finalMask(one));
                }
                if (!beyond && k >= burnIn) {
                    weights[row] = 1;
                    counted++;
                }
                if (!one.ended() && at + 1 < played.size()) {
                    at++;
                }
            }
        }
        for (int i = 0; i < weights.length; i++) {
            weights[i] = weights[i] == 0 ? 0 : 1f / counted;
        }
        assertThat(program.input("weight").floats()).containsExactly(weights);
    }

    /// The rewards from `at` to before `end`, or to the episode's end or to now.
    private static void assertSum(Program program, int row, List<Transition> played, int at, int end, int k) {
        double sum = 0;
        double power = 1;
        int i = at;
        Transition last;
        do {
            last = played.get(i++);
            sum += power * last.reward();
            power *= GAMMA;
        } while (!last.ended() && i < Math.min(end, played.size()));
        assertThat(program.input("reward").floats()[row]).isEqualTo((float) sum);
        assertThat(program.input("discount").floats()[row]).isEqualTo(last.terminated() ? 0 : (float) power);
        assertThat(program.input("last").ints()[row]).isEqualTo(k + i - 1 - at);
    }

    private static Program windowProgram(int windows, int seqLen) {
        int rows = windows * seqLen;
        return Program.trace(trace -> {
            trace.input("obs", rows + windows, RandomPlay.WIDTH);
            trace.input("mask", DType.UINT8, Shape.of(rows + windows, RandomPlay.ACTIONS));
            trace.input("action", DType.INT32, Shape.of(rows));
            for (String name : List.of("reward", "discount", "weight")) {
                trace.input(name, rows);
            }
            trace.input("last", DType.INT32, Shape.of(rows));
            trace.input(RandomPlay.STATE, windows, 1);
        });
    }

    /// With `use_cer` the last windows end with the rows that no sample has held, and begin as early as they can.
    @ParameterizedTest
    @CsvSource({"1, 4", "3, 5"})
    void windowsOfCerEndWithTheNewestRows(int envs, int seqLen) {
        int windows = 2 * envs;
        var play = new RandomPlay(5, envs, RandomPlay.config(MemoryConfig.Kind.REPLAY, 20 * envs, true), 1, GAMMA);
        try (Program program = windowProgram(windows, seqLen)) {
            for (int t = 1; t <= 200; t++) {
                play.play(1);
                for (int env = 0; env < envs; env++) {
                    places.put(play.played(env).get(t - 1).obs()[0], new Place(env, t - 1));
                }
                play.replay().sampleWindows(windows, seqLen, 0);
                play.replay().gather(program);
                for (int env = 0; env < envs; env++) {
                    int begin = t - 1;
                    while (begin > 0
                            && begin > t - seqLen
                            && !play.played(env).get(begin - 1).ended()) {
                        begin--;
                    }
                    float[] first = row(program, "obs", (envs + env) * (seqLen + 1));
                    assertThat(places.get(first[0])).isEqualTo(new Place(env, begin));
                }
            }
        }
    }

    /// Each window's rows weigh as its first row does.
    @Test
    void windowsHaveImportanceWeights() {
        int windows = 8;
        int seqLen = 3;
        var play = new RandomPlay(5, 2, RandomPlay.config(MemoryConfig.Kind.PRIORITIZED_REPLAY, 100, false), 1, GAMMA);
        play.play(30);
        try (Program program = windowProgram(windows, seqLen)) {
            for (int i = 0; i < 20; i++) {
                play.replay().sampleWindows(windows, seqLen, 0);
                play.replay().updatePriorities(new float[] {1, 2, 3, 4, 5, 6, 7, 8});
            }
            play.replay().sampleWindows(windows, seqLen, 0);
            play.replay().gather(program);
            float[] equal = program.input("weight").floats().clone();
            play.replay().updatePriorities(new float[] {1, 2, 3, 4, 5, 6, 7, 8});
            var state = new slmlab.tensor.State();
            play.replay().save(state);
            var same =
                    RandomPlay.replay(2, RandomPlay.config(MemoryConfig.Kind.PRIORITIZED_REPLAY, 100, false), 1, GAMMA);
            same.load(state);
            play.replay().sampleWindows(windows, seqLen, 0, 0.5);
            play.replay().gather(program);
            float[] weighted = program.input("weight").floats().clone();
            same.sample(windows, 0.5);
            try (Program single = RandomPlay.program(windows)) {
                same.gather(single);
                float[] own = single.input("weight").floats(); // of the same rows, over their number
                float counted = 0;
                for (float weight : weighted) {
                    counted += weight > 0 ? 1 : 0;
                }
                for (int i = 0; i < weighted.length; i++) {
                    float expected = weighted[i] == 0 ? 0 : own[i / seqLen] * windows / counted;
                    assertThat(weighted[i]).isCloseTo(expected, within(1e-7f));
                }
                assertThat(weighted).isNotEqualTo(equal);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 10", "3, 10"})
    void uniformDrawsAreThoseOfTheStreamOldestFirst(int envs, int maxSize) {
        var play = new RandomPlay(3, envs, RandomPlay.config(MemoryConfig.Kind.REPLAY, maxSize, false), 1, GAMMA);
        RandomStream stream = RandomStream.ofSeed(7);
        try (Program program = RandomPlay.program(BATCH)) {
            for (int t = 1; t <= 50; t++) {
                play.play(1);
                play.replay().sample(BATCH);
                play.replay().gather(program);
                int size = play.replay().size();
                for (int i = 0; i < BATCH; i++) {
                    int transition = t * envs - size + stream.nextInt(size);
                    Transition drawn = play.played(transition % envs).get(transition / envs);
                    assertThat(row(program, "obs", i)).containsExactly(drawn.obs());
                }
            }
        }
    }

    /// What can be done at the end of an episode; where it was terminated nothing counts, so all can.
    private static byte[] finalMask(Transition last) {
        return last.terminated() ? new byte[] {1, 1, 1, 1} : last.finalMask();
    }

    private static float[] row(Program program, String name, int i) {
        return Arrays.copyOfRange(program.input(name).floats(), i * RandomPlay.WIDTH, (i + 1) * RandomPlay.WIDTH);
    }

    private static byte[] mask(Program program, String name, int i) {
        return Arrays.copyOfRange(program.input(name).bytes(), i * RandomPlay.ACTIONS, (i + 1) * RandomPlay.ACTIONS);
    }
}
