package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Graphics2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.render.Drawable;
import slmlab.experiment.TinySpecs;

/// A user's env that throws, in each of its methods: which env, which method, what, and where in its code. One line,
/// no stack trace, exit code 1.
class EnvFailureTest {
    private static final String ID = "Breaks-v0";
    private static final String HERE = " at slmlab.cli.EnvFailureTest$Breaks.";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static final class Breaks implements Env, Drawable {
        private final String where;
        private final String how;
        private int steps;

        Breaks(String where, String how) {
            this.where = where;
            this.how = how;
            may("constructor");
        }

        private void may(String method) {
            if (!where.equals(method)) {
                return;
            }
            switch (how) {
                case "null" -> throw new NullPointerException();
                case "two lines" -> throw new IllegalStateException("one\ntwo");
                case "cause" -> throw new IllegalStateException("outer", new IOException("the disk is gone"));
                case "stack" -> deep(0);
                case "memory" -> throw new OutOfMemoryError("Java heap space");
                case "assertion" -> throw new AssertionError("asserted");
                case "link" -> throw new NoClassDefFoundError("org/some/Library");
                default -> sneak(new IOException("checked"));
            }
        }

        @SuppressWarnings("InfiniteRecursion") // to overflow the stack is what it is for
        private int deep(int depth) {
            return deep(depth + 1) + deep(depth + 2);
        }

        @SuppressWarnings("unchecked") // as languages without checked exceptions do it
        private static <E extends Throwable> void sneak(Throwable e) throws E {
            throw (E) e;
        }

        @Override
        public Space obsSpace() {
            may("obsSpace");
            return Space.Box.of(0, 10, 1);
        }

        @Override
        public Space actionSpace() {
            may("actionSpace");
            return new Space.Discrete(2);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            may("reset");
            steps = 0;
            frame.obs(0, 0);
        }

        @Override
        public void step(Frame frame) {
            may("step");
            steps++;
            frame.obs(0, steps % 10);
            if (steps == 5) {
                frame.terminate();
            }
        }

        @Override
        public void draw(Graphics2D canvas, int width, int height) {
            may("draw");
        }

        @Override
        public void close() {
            may("close");
        }
    }

    @BeforeAll
    static void register() {
        Envs.register(ID, 0, args -> new Breaks(args.text("where", ""), args.text("how", "")));
        Envs.register("Nothing-v0", 0, _ -> none());
    }

    @SuppressWarnings("NullAway") // an author may be wrong
    private static Env none() {
        return null;
    }

    @AfterAll
    static void remove() {
        Envs.remove(ID);
        Envs.remove("Nothing-v0");
    }

    static Stream<Arguments> failures() {
        Map<String, String> texts = Map.of(
                "null", "java.lang.NullPointerException",
                "two lines", "java.lang.IllegalStateException: one two",
                "cause", "java.lang.IllegalStateException: outer, caused by java.io.IOException: the disk is gone",
                "stack", "java.lang.StackOverflowError",
                "memory", "java.lang.OutOfMemoryError: Java heap space",
                "assertion", "java.lang.AssertionError: asserted",
                "link", "java.lang.NoClassDefFoundError: org/some/Library",
                "checked", "java.io.IOException: checked");
        return Stream.of("constructor", "obsSpace", "actionSpace", "reset", "step", "close")
                .flatMap(where -> texts.keySet().stream()
                        .sorted()
                        .map(how -> Arguments.of(where, how, String.valueOf(texts.get(how)))));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void everyCommandTellsItInALine(String where, String how, String text) {
        String method = where.equals("constructor") ? "its constructor" : where + "()";
        List<String> args = List.of("-a", "where=" + where, "-a", "how=" + how);
        CommandResult rollout =
                CommandResult.of(Stream.concat(Stream.of("env", "rollout", ID, "--steps", "9"), args.stream())
                        .toArray(String[]::new));
        assertThat(rollout.err())
                .startsWith("slm-lab env rollout: " + ID)
                .contains(text + ", in " + method + HERE)
                .doesNotContain("\tat ");
        assertThat(rollout.err().lines()).hasSize(1);
        assertThat(rollout.code()).isEqualTo(Cli.FAILED);
        CommandResult check = CommandResult.of(
                Stream.concat(Stream.of("env", "check", ID), args.stream()).toArray(String[]::new));
        assertThat(check.err()).isEmpty();
        assertThat(check.out()).contains("✗ ", text + ", in " + method + HERE);
        assertThat(check.code()).isEqualTo(Cli.FAILED);
    }

    /// A run is slower to try than the other commands.
    static Stream<Arguments> someFailures() {
        return failures().filter(failure -> List.of("null", "stack").contains(failure.get()[1]));
    }

    @ParameterizedTest
    @MethodSource("someFailures")
    void aRunTellsItInALine(String where, String how, String text) throws IOException {
        Path file = TinySpecs.file(temp, "ppo", "\"where\": \"%s\", \"how\": \"%s\"".formatted(where, how), "");
        Files.writeString(file, Files.readString(file).replace("CartPole-v1", ID));
        Path data = temp.resolve("data");
        CommandResult result = CommandResult.of("run", file.toString(), "ppo", "train", "-d", data.toString());
        String method = where.equals("constructor") ? "its constructor" : where + "()";
        assertThat(result.err()).contains(ID, text + ", in " + method + HERE).doesNotContain("\tat ");
        assertThat(result.err().lines()).hasSizeLessThan(4);
        assertThat(result.code()).isEqualTo(Cli.FAILED);
        if (!List.of("reset", "step", "close").contains(where)) {
            assertThat(data).doesNotExist(); // it was tried before anything was made
        }
    }

    @ParameterizedTest
    @MethodSource("someFailures")
    void othersAreListedAllTheSame(String where, String how, String text) {
        Envs.register("Listed-v0", 0, _ -> new Breaks(where, how));
        try {
            CommandResult baseline = CommandResult.of("env", "baseline", "Listed-v0", "--episodes", "2");
            assertThat(baseline.err()).contains("Listed-v0", text).doesNotContain("\tat ");
            assertThat(baseline.err().lines()).hasSize(1);
            assertThat(baseline.code()).isEqualTo(Cli.FAILED);
            if (!where.equals("reset") && !where.equals("step")) {
                CommandResult list = CommandResult.of("list", "envs");
                assertThat(list.out()).containsPattern("Listed-v0 +fails; see env check");
                assertThat(list.code()).isZero();
            }
        } finally {
            Envs.remove("Listed-v0");
        }
    }

    @ParameterizedTest
    @MethodSource("images")
    void anImageThatCannotBeDrawnIsOneLineAndLeavesNoFile(String how) throws IOException {
        Path gif = temp.resolve("x.gif");
        CommandResult result = CommandResult.of(
                "env", "rollout", ID, "--steps", "3", "--gif", gif.toString(), "-a", "where=draw", "-a", "how=" + how);
        assertThat(result.err())
                .startsWith("no more images: the env cannot be drawn (" + ID + " failed: ")
                .contains(", in draw()" + HERE)
                .doesNotContain("\tat ");
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.code()).isEqualTo(Cli.DONE); // the episodes went on
        try (Stream<Path> files = Files.list(temp)) {
            assertThat(files).isEmpty();
        }
    }

    static List<String> images() {
        return List.of("null", "stack", "checked");
    }

    @Test
    void anEnvThatIsNullIsNamed() {
        for (String command : List.of("rollout Nothing-v0 --steps 1", "baseline Nothing-v0", "check Nothing-v0")) {
            CommandResult result = CommandResult.of(("env " + command).split(" ", -1));
            assertThat(result.out() + result.err())
                    .contains("Nothing-v0: its factory returned null")
                    .doesNotContain("\tat ");
            assertThat(result.code()).isEqualTo(Cli.FAILED);
        }
    }
}
