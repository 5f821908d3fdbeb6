package slmlab.cli.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.env.Bounds;
import slmlab.env.Envs;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import tools.jackson.databind.JsonNode;

/// The JVM's side of the Python package, without Python: this test writes the requests and maps the arrays.
class PythonHostTest {
    private static final int RESET = 1;
    private static final int STEP = 2;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private final Pipe answers = pipe();
    private final Frames fromHost =
            new Frames(Channels.newInputStream(answers.source()), OutputStream.nullOutputStream());
    private final HostCalls calls =
            new HostCalls(new Frames(new ByteArrayInputStream(new byte[0]), Channels.newOutputStream(answers.sink())));

    /// A pipe of the system: one of `java.io` counts as broken once the thread that wrote last has ended.
    private static Pipe pipe() {
        try {
            return Pipe.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() {
        calls.close();
    }

    private JsonNode ask(Map<String, Object> message) throws IOException {
        calls.take(Requests.tree(message));
        return Objects.requireNonNull(fromHost.read());
    }

    /// The memory of a channel, as Python maps it.
    private static final class Mapped {
        private final MemorySegment memory;
        private final JsonNode arrays;
        private long asked;

        Mapped(JsonNode channel) throws IOException {
            JsonNode described = channel.path("memory");
            Path file = Path.of(described.path("file").asString());
            try (FileChannel open = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                this.memory = open.map(
                        FileChannel.MapMode.READ_WRITE,
                        0,
                        described.path("size").asLong(),
                        Arena.ofAuto());
            }
            this.arrays = described.path("arrays");
        }

        long offset(String name) {
            return arrays.path(name).path(2).asLong();
        }

        /// Ask, and wait: returns the status.
        long call(HostCalls calls, JsonNode channel, int code, long argument) {
            memory.set(ValueLayout.JAVA_LONG, 8, code);
            memory.set(ValueLayout.JAVA_LONG, 16, argument);
            asked++;
            calls.take(Requests.tree(
                    Map.of("call", "wake", "channel", channel.path("id").asInt(), "number", asked)));
            while ((long) ValueLayout.JAVA_LONG.varHandle().getAcquire(memory, 64L) < asked) {
                Thread.onSpinWait();
            }
            return memory.get(ValueLayout.JAVA_LONG, 72);
        }

        String text() {
            byte[] text = new byte[(int) memory.get(ValueLayout.JAVA_LONG, 80)];
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 256, text, 0, text.length);
            return new String(text, StandardCharsets.UTF_8);
        }
    }

    @Test
    void aVectorOverSharedMemoryPlaysTheSameEpisodes() throws IOException {
        JsonNode made = ask(Map.of("id", 1, "call", "make_vec", "env", "CartPole-v1", "count", 3))
                .path("result");
        assertThat(made.path("action").path("kind").asString()).isEqualTo("discrete");
        assertThat(made.path("obs").path("low").get(1).asString()).isEqualTo("-Infinity");
        JsonNode channel = made.path("channel");
        Mapped mapped = new Mapped(channel);
        assertThat(mapped.call(calls, channel, RESET, 11)).isZero();

        int[] actions = {0, 1, 1};
        int ends = 0;
        try (VecEnv env = Envs.make("CartPole-v1", 3, Map.of())) {
            assertThat(floats(mapped, "obs", 12)).isEqualTo(env.reset(11).obs().floats());
            for (int t = 0; t < 60; t++) {
                MemorySegment.copy(
                        actions, 0, mapped.memory, ValueLayout.JAVA_INT, mapped.offset("action"), actions.length);
                assertThat(mapped.call(calls, channel, STEP, 0)).isZero();
                var step = env.step(Array.ofInts(Shape.of(3), actions));
                assertThat(floats(mapped, "obs", 12)).isEqualTo(step.obs().floats());
                assertThat(floats(mapped, "reward", 3)).isEqualTo(step.reward().floats());
                byte[] terminated = bytes(mapped, "terminated", 3);
                assertThat(terminated).isEqualTo(step.terminated().bytes());
                for (int i = 0; i < 3; i++) {
                    if (terminated[i] != 0) {
                        ends++;
                        assertThat(Arrays.copyOfRange(floats(mapped, "final_obs", 12), 4 * i, 4 * i + 4))
                                .isEqualTo(Arrays.copyOfRange(step.finalObs().floats(), 4 * i, 4 * i + 4));
                    }
                }
            }
        }
        assertThat(ends).isPositive();

        mapped.memory.set(ValueLayout.JAVA_INT, mapped.offset("action"), 5);
        assertThat(mapped.call(calls, channel, STEP, 0)).isEqualTo(1); // wrong input
        assertThat(mapped.text()).contains("action 5 of env 0");
        assertThat(mapped.call(calls, channel, 9, 0)).isEqualTo(1);
        assertThat(mapped.text()).contains("unknown call");
    }

    private static float[] floats(Mapped mapped, String name, int count) {
        float[] values = new float[count];
        MemorySegment.copy(mapped.memory, ValueLayout.JAVA_FLOAT, mapped.offset(name), values, 0, count);
        return values;
    }

    private static byte[] bytes(Mapped mapped, String name, int count) {
        byte[] values = new byte[count];
        MemorySegment.copy(mapped.memory, ValueLayout.JAVA_BYTE, mapped.offset(name), values, 0, count);
        return values;
    }

    @Test
    void aTrainingTellsItsRowsAndStopsWherePythonSaysSo() throws IOException {
        calls.take(Requests.tree(Map.of(
                "id",
                4,
                "call",
                "train",
                "spec",
                "../spec/ppo/cartpole.json",
                "name",
                "ppo_cartpole",
                "settings",
                List.of("max_frame=20000"),
                "flags",
                Map.of("meta.max_session", "1"),
                "data",
                temp.toString(),
                "run_name",
                "told",
                "callbacks",
                true)));
        long rows = 0;
        JsonNode answer = Objects.requireNonNull(fromHost.read());
        while (answer.has("event")) {
            if (answer.has("number")) {
                rows++;
                calls.take(Requests.tree(Map.of(
                        "call",
                        "seen",
                        "training",
                        4,
                        "event",
                        answer.path("number").asLong(),
                        "stop",
                        rows == 3)));
            }
            answer = Objects.requireNonNull(fromHost.read());
        }
        JsonNode run = answer.path("result").get(0);
        assertThat(rows).isEqualTo(3);
        assertThat(run.path("finished").asBoolean()).isFalse();
        assertThat(run.path("sessions").get(0).path("frame").asInt()).isEqualTo(3000);
        assertThat(Path.of(run.path("folder").asString())).isEqualTo(temp.resolve("told"));
    }

    @ParameterizedTest
    @CsvSource({
        "make_vec, input, 'num_envs is 0; needs 1 to'",
        "loud, input, unknown call 'loud'",
        "policy_rows, input, there is no policy 0",
        "resume, input, which run?",
    })
    void wrongRequestsAreAnsweredWithASentence(String call, String kind, String says) throws IOException {
        JsonNode answer = ask(Map.of("id", 9, "call", call));
        assertThat(answer.path("id").asInt()).isEqualTo(9);
        assertThat(answer.path("error").asString()).isEqualTo(kind);
        assertThat(answer.path("message").asString()).contains(says);
    }

    @Test
    void aMessageThatIsTooLongIsRefusedBeforeItIsRead() {
        byte[] head = {127, 0, 0, 0, 1, 2, 3};
        Frames frames = new Frames(new ByteArrayInputStream(head), new ByteArrayOutputStream());
        assertThatThrownBy(frames::read).isInstanceOf(IOException.class).hasMessageContaining("2130706432 bytes");
    }

    @Test
    void tooManyEnvsAndArraysBeyondAGigabyteAreRefused() throws IOException {
        JsonNode answer = ask(Map.of("id", 2, "call", "make_vec", "env", "CartPole-v1", "count", 50_000_000));
        assertThat(answer.path("error").asString()).isEqualTo("input");
        assertThat(answer.path("message").asString()).isEqualTo("num_envs is 50000000; needs 1 to 1048576");

        SequencedMap<String, SharedArrays.Part> parts = new LinkedHashMap<>();
        parts.put("obs", new SharedArrays.Part(DType.FLOAT32, Shape.of(1 << 26, 4), 0));
        assertThatThrownBy(() -> new SharedArrays(Channel.HEADER, parts).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fewer rows");
    }

    @Test
    void spacesAreDescribed() {
        assertThat(SpaceJson.of(new Space.Discrete(3, 1))).isEqualTo(Map.of("kind", "discrete", "n", 3, "start", 1));
        assertThat(SpaceJson.of(new Space.MultiDiscrete(List.of(2, 3)))).containsEntry("sizes", List.of(2, 3));
        assertThat(SpaceJson.of(new Space.MultiBinary(4))).containsEntry("n", 4);
        assertThat(SpaceJson.of(Space.Box.pixels(2, 2)))
                .containsEntry("dtype", "uint8")
                .containsEntry("low", List.of("0.0"));
        assertThat(SpaceJson.of(
                        new Space.Box(Shape.of(2), DType.FLOAT32, new Bounds(new float[] {-1, 0}, new float[] {1, 2}))))
                .containsEntry("high", List.of("1.0", "2.0"));
        assertThat(SpaceJson.of(Space.Dict.of(Map.of("a", new Space.Discrete(3), "b", Space.Box.of(0, 1, 2)))))
                .containsEntry("low", List.of("-Infinity"));
    }
}
