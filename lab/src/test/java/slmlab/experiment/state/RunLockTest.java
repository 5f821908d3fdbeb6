package slmlab.experiment.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.run.RunFolder;

class RunLockTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private RunFolder folder = new RunFolder(Path.of(""), "");

    @BeforeEach
    void make() throws IOException {
        folder = new RunFolder(Files.createDirectory(temp.resolve("run")), "run");
    }

    /// A program of another process that tries to take the lock.
    public static final class Other {
        private Other() {}

        public static void main(String[] args) {
            System.out.println(RunLock.isHeld(new RunFolder(Path.of(args[0]), "run")) ? "held" : "free");
        }
    }

    private String another() throws IOException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        Objects.requireNonNull(System.getProperty("java.class.path")),
                        Other.class.getName(),
                        folder.path().toString()))
                .redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    }

    /// POSIX releases all locks of a process on a file as soon as the process closes any channel to that file, so
    /// whoever asks a second time must not open it.
    @Test
    void askingAgainDoesNotLoseTheLock() throws IOException {
        try (RunLock _ = RunLock.take(folder)) {
            assertThat(another()).isEqualTo("held");
            assertThat(RunLock.isHeld(folder)).isTrue();
            RunFolder same = new RunFolder(folder.path().resolve("../run"), "run");
            assertThat(RunLock.isHeld(same)).isTrue();
            Path link = Files.createSymbolicLink(temp.resolve("link"), folder.path());
            assertThatThrownBy(() -> RunLock.take(new RunFolder(link, "run")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("trains in this folder");
            assertThat(another()).isEqualTo("held");
        }
        assertThat(another()).isEqualTo("free");
        assertThat(RunLock.isHeld(folder)).isFalse();
    }

    @Test
    void aLockThatIsClosedTwiceTakesNobodyElsesAway() {
        RunLock first = RunLock.take(folder);
        first.close();
        try (RunLock _ = RunLock.take(folder)) {
            first.close();
            assertThat(RunLock.isHeld(folder)).isTrue();
        }
    }

    @Test
    void aFolderThatIsGoneIsNotHeldForEver() throws IOException {
        assertThatThrownBy(() -> RunLock.take(new RunFolder(temp.resolve("gone"), "gone")))
                .hasMessageContaining("gone");
        Files.createDirectory(temp.resolve("gone"));
        assertThat(RunLock.isHeld(new RunFolder(temp.resolve("gone"), "gone"))).isFalse();
    }
}
