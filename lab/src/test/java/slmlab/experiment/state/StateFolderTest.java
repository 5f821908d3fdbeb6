package slmlab.experiment.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.memory.MemoryConfig.Kind;
import slmlab.agent.memory.RandomPlay;
import slmlab.agent.memory.Replay;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.experiment.state.SegmentFolder.Segments;
import slmlab.file.KilledDisk;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

class StateFolderTest {
    private static final int BATCH = 32;

    @TempDir
    Path path;

    @ParameterizedTest
    @CsvSource({
        "REPLAY, 1, 100, 5",
        "REPLAY, 3, 100, 500",
        "PRIORITIZED_REPLAY, 4, 1000, 100",
        "PRIORITIZED_REPLAY, 2, 99, 333"
    })
    void aReplayGoesOnAsIfItHadNeverStopped(Kind kind, int envs, int maxSize, int steps) {
        MemoryConfig config = RandomPlay.config(kind, maxSize, true);
        var play = new RandomPlay(1, envs, config, 3, 0.9);
        Replay first = play.replay();
        play.play(steps);
        learn(first, kind);
        write(steps, saved(first));

        Replay second = RandomPlay.replay(envs, config, 3, 0.9);
        second.load(Objects.requireNonNull(new StateFolder(path).read()));
        for (int t = 0; t < 500; t++) {
            play.play(first, second);
            Map<String, String> expected = learn(first, kind);
            assertThat(learn(second, kind)).isEqualTo(expected);
        }
        assertThat(numbers(second)).isEqualTo(numbers(first));
    }

    /// One sample, learnt from; all that the program was given.
    private static Map<String, String> learn(Replay replay, Kind kind) {
        try (Program program = RandomPlay.program(BATCH)) {
            if (kind == Kind.PRIORITIZED_REPLAY) {
                replay.sample(BATCH, 0.7);
            } else {
                replay.sample(BATCH);
            }
            replay.gather(program);
            if (kind == Kind.PRIORITIZED_REPLAY) {
                replay.updatePriorities(program.input("reward").floats());
            }
            Map<String, String> all = new TreeMap<>();
            program.inputs().forEach((name, array) -> all.put(name, text(array)));
            return all;
        }
    }

    private static String text(Array array) {
        return switch (array.dtype()) {
            case FLOAT32 -> java.util.Arrays.toString(array.floats());
            case INT32 -> java.util.Arrays.toString(array.ints());
            case UINT8 -> java.util.Arrays.toString(array.bytes());
        };
    }

    private static Map<String, Number> numbers(Replay replay) {
        return saved(replay).numbers();
    }

    private static State saved(Replay replay) {
        State state = new State();
        replay.save(state);
        return state;
    }

    private void write(long frame, State state) {
        StateFolder folder = new StateFolder(path);
        folder.write(frame, state, folder.segments(state));
    }

    /// A state of the same frame steps aside for the new one, and is deleted then.
    @Test
    void aStateThatIsWrittenAgainLeavesNoOtherBehind() throws IOException {
        write(10, state(1, 1));
        write(10, state(1, 2));
        try (Stream<Path> entries = Files.list(path)) {
            assertThat(entries.filter(entry -> entry.getFileName().toString().startsWith("10")))
                    .containsExactly(path.resolve("10"));
        }
    }

    @Test
    void whatHasNotChangedIsNotWrittenAgainAndWhatNoStateNamesIsDeleted() throws IOException {
        StateFolder folder = new StateFolder(path);
        State one = state(1, 1);
        folder.write(10, one, folder.segments(one));
        var time = Files.getLastModifiedTime(segment("a.obs-0-1"));
        assertThat(segments()).containsExactly("a.obs-0-1.safetensors", "a.obs-1-1.safetensors");
        State two = state(1, 2);
        folder.write(20, two, folder.segments(two));
        assertThat(segments())
                .containsExactly("a.obs-0-1.safetensors", "a.obs-1-1.safetensors", "a.obs-1-2.safetensors");
        State three = state(1, 3);
        folder.write(30, three, folder.segments(three));
        assertThat(segments())
                .containsExactly("a.obs-0-1.safetensors", "a.obs-1-2.safetensors", "a.obs-1-3.safetensors");
        assertThat(Files.getLastModifiedTime(segment("a.obs-0-1"))).isEqualTo(time);

        StateFolder later = new StateFolder(path); // after a restart too
        State four = state(1, 4);
        later.write(40, four, later.segments(four));
        assertThat(Files.getLastModifiedTime(segment("a.obs-0-1"))).isEqualTo(time);
        State read = Objects.requireNonNull(later.read());
        assertThat(read.within("a").live("obs-1").version()).isEqualTo(4);
        assertThat(read.within("a").live("obs-1").array().floats()).containsExactly(4, 4);
    }

    @Test
    void segmentsOfAStateThatWaitsAreKept() throws IOException {
        StateFolder folder = new StateFolder(path);
        State one = state(1, 1);
        Segments first = folder.segments(one);
        State two = state(2, 2);
        Segments second = folder.segments(two); // the session is ahead of the thread that writes
        folder.write(10, one, first);
        assertThat(segments()).hasSize(4);
        folder.write(20, two, second);
        State three = state(3, 3);
        folder.segments(three); // never becomes a state
        State four = state(4, 4);
        folder.write(40, four, folder.segments(four));
        assertThat(segments())
                .containsExactly(
                        "a.obs-0-2.safetensors",
                        "a.obs-0-4.safetensors",
                        "a.obs-1-2.safetensors",
                        "a.obs-1-4.safetensors");
    }

    @Test
    void aSegmentThatNoStateNamesIsWrittenAnew() throws IOException {
        StateFolder killed = new StateFolder(path);
        State lost = new State();
        lost.putLive("x-0", 5, Array.of(Shape.of(1), 1));
        killed.segments(lost); // killed before the state was complete
        Path half = Files.createFile(path.resolve("segments/.x-0-6.safetensors.1234.tmp"));
        State other = new State(); // another run of the same frames, with other numbers
        other.putLive("x-0", 5, Array.of(Shape.of(1), 2));
        write(1, other);
        State read = Objects.requireNonNull(new StateFolder(path).read());
        assertThat(read.live("x-0").array().floats()).containsExactly(2);
        assertThat(half).doesNotExist();
    }

    @Test
    void aSegmentThatWentMissingIsWrittenAgain() throws IOException {
        write(10, state(1, 1));
        Files.delete(segment("a.obs-0-1"));
        write(20, state(1, 2));
        State read = Objects.requireNonNull(new StateFolder(path).read());
        assertThat(read.live("a.obs-0").array().floats()).containsExactly(1, 1);
    }

    @Test
    void aDamagedSegmentIsNamed() throws IOException {
        write(10, state(1, 1));
        write(20, state(1, 2));
        byte[] bytes = Files.readAllBytes(segment("a.obs-1-2"));
        bytes[bytes.length - 1] ^= 1;
        Files.write(segment("a.obs-1-2"), bytes);
        assertThatThrownBy(() -> new StateFolder(path).read())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the state %s is damaged: a.obs-1-2.safetensors does not match its checksum; delete that "
                                + "folder to resume from frame 10",
                        path.resolve("20"));
        Files.delete(segment("a.obs-1-2"));
        assertThatThrownBy(() -> new StateFolder(path).read())
                .hasMessageContaining("a.obs-1-2.safetensors is missing; delete that folder");
    }

    @Test
    void aMillionTransitionsAreSavedAndLoadedInSeconds() {
        MemoryConfig config = RandomPlay.config(Kind.REPLAY, 1_000_000, false);
        Replay replay = walker(config);
        Step step = new Step(
                Array.zeros(DType.FLOAT32, Shape.of(1, 17)),
                Array.zeros(DType.FLOAT32, Shape.of(1)),
                Array.zeros(DType.UINT8, Shape.of(1)),
                Array.zeros(DType.UINT8, Shape.of(1)),
                Array.zeros(DType.FLOAT32, Shape.of(1, 17)),
                null,
                null);
        replay.begin(step);
        for (int t = 0; t < 1_000_000; t++) {
            step.obs().floats()[t % 17] = t;
            step.reward().floats()[0] = t;
            replay.put("action", Array.zeros(DType.FLOAT32, Shape.of(1, 6)));
            replay.observe(step);
        }
        long begin = System.nanoTime();
        write(1_000_000, saved(replay));
        Replay loaded = walker(config);
        loaded.load(Objects.requireNonNull(new StateFolder(path).read()));
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        assertThat(loaded.size()).isEqualTo(1_000_000);
        try (Program program = Program.trace(trace -> {
            trace.input("obs", BATCH, 17);
            trace.input("reward", BATCH);
        })) {
            replay.sample(BATCH);
            replay.gather(program);
            String obs = text(program.input("obs"));
            String reward = text(program.input("reward"));
            loaded.sample(BATCH);
            loaded.gather(program);
            assertThat(text(program.input("obs"))).isEqualTo(obs);
            assertThat(text(program.input("reward"))).isEqualTo(reward);
        }
    }

    private static Replay walker(MemoryConfig config) {
        return new Replay(
                Space.Box.of(-1e9, 1e9, 17),
                Space.Box.of(-1, 1, 6),
                1,
                false,
                Map.of(),
                config,
                1,
                0.99,
                RandomStream.ofSeed(1));
    }

    @Test
    void noStateIsNull() {
        assertThat(new StateFolder(path.resolve("none")).read()).isNull();
    }

    private static State state(int first, int second) {
        State state = new State();
        state.put("frame", 7);
        state.put("w", Array.of(Shape.of(1), 0.5f));
        State within = state.within("a");
        within.putLive("obs-0", first, Array.of(Shape.of(2), first, first));
        within.putLive("obs-1", second, Array.of(Shape.of(2), second, second));
        return state;
    }

    private Path segment(String name) {
        return path.resolve("segments").resolve(name + ".safetensors");
    }

    private java.util.List<String> segments() throws IOException {
        return names(path.resolve("segments"));
    }

    private static java.util.List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /// Kills the writing of a state after every change that it makes to the disk.
    @ParameterizedTest
    @CsvSource({"20, a state of the same frame is there", "30, a newer frame"})
    void aKillAtAnyStepLeavesTheNewestStateOrTheNewOne(long frame, String what) throws IOException {
        boolean done = false;
        int oldOnes = 0;
        int changes = 0;
        for (; !done; changes++) {
            Path states = path.resolve("killed" + changes);
            StateFolder before = new StateFolder(states);
            before.write(10, state(1, 1), before.segments(state(1, 1)));
            before.write(20, state(2, 2), before.segments(state(2, 2)));
            KilledDisk disk = new KilledDisk(changes);
            done = disk.run(() -> {
                StateFolder folder = new StateFolder(disk.path(states));
                folder.write(frame, state(3, 3), folder.segments(state(3, 3)));
            });

            StateFolder after = new StateFolder(states);
            after.removeLeftovers();
            float number = first(after);
            assertThat(number).as("%s, killed after change %d", what, changes).isIn(2f, 3f);
            oldOnes += number == 2 ? 1 : 0;
            after.write(40, state(4, 4), after.segments(state(4, 4)));
            assertThat(first(new StateFolder(states))).isEqualTo(4);
            assertThat(names(states)).allMatch(name -> name.matches("\\d+|segments"));
        }
        assertThat(oldOnes).isBetween(8, changes - 2); // before and after the move into place
    }

    /// The number in all arrays of the newest state.
    private static float first(StateFolder folder) {
        return Objects.requireNonNull(folder.read())
                .within("a")
                .live("obs-0")
                .array()
                .floats()[0];
    }

    @Test
    void whatAKillLeftHalfWrittenIsRemoved() throws IOException {
        Path half = path.resolve("512.part");
        Files.createDirectories(half);
        Files.writeString(half.resolve("state.json"), "{");
        new StateFolder(path).removeLeftovers();
        assertThat(half).doesNotExist();
    }
}
