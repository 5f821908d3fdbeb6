package slmlab.env.wrapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.env.Allocation;
import slmlab.env.Envs;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

class RecordVideoTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /// Episodes of two steps in each of two envs.
    private static VecEnv env() {
        return Envs.make("Probe-RewardLater-v0", 2, Map.of());
    }

    private static void steps(VecEnv env, int count) {
        for (int t = 0; t < count; t++) {
            env.step(Array.ofInts(Shape.of(2), 0, 1));
        }
    }

    @Test
    void everyThirdEpisodeHasAFileWithItsNumber() throws IOException {
        try (VecEnv env = Wrappers.recordVideo(env(), folder.resolve("new"), 3, 10)) {
            env.reset(1);
            steps(env, 1);
            assertThat(folder.resolve("new/episode-000000.gif")).doesNotExist();
            steps(env, 1); // the end of episode 0
            assertThat(names()).containsExactly("episode-000000.gif");
            steps(env, 11); // one step into episode 6
        }
        assertThat(names()).containsExactly("episode-000000.gif", "episode-000003.gif", "episode-000006.gif");
        assertThat(frames("episode-000003.gif")).isEqualTo(2); // the first observation and the first step
        assertThat(frames("episode-000006.gif")).isEqualTo(2);
    }

    @Test
    void aResetBeginsTheNextEpisode() throws IOException {
        try (VecEnv env = Wrappers.recordVideo(env(), folder.resolve("new"), 1, 10)) {
            env.reset(1);
            env.reset(2);
        }
        assertThat(names()).containsExactly("episode-000000.gif", "episode-000001.gif");
    }

    @Test
    void theRestOfALoadedEpisodeIsNotRecorded() throws IOException {
        State state = new State();
        try (VecEnv env = Wrappers.recordVideo(env(), folder.resolve("old"), 2, 10);
                VecEnv other = Wrappers.recordVideo(env(), folder.resolve("new"), 2, 10)) {
            env.reset(1);
            steps(env, 5); // one step into episode 2
            env.save(state);
            other.load(state);
            steps(other, 6);
        }
        assertThat(names()).containsExactly("episode-000004.gif");
    }

    @Test
    void betweenRecordingsNothingIsAllocated() {
        try (VecEnv env = Wrappers.recordVideo(env(), folder, 1_000_000_000, 10)) {
            env.reset(1);
            Allocation.assertNone(env, 100_000);
        }
    }

    @Test
    void refusesInvalidSettings() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        try (VecEnv env = env()) {
            assertThatThrownBy(() -> Wrappers.recordVideo(env, folder, 0, 10))
                    .hasMessageContaining("every is 0; needs at least 1");
            assertThatThrownBy(() -> Wrappers.recordVideo(env, folder, 1, 99)).hasMessageContaining("at most 50");
            VecEnv blocked = Wrappers.recordVideo(env, file, 1, 10);
            assertThatThrownBy(() -> blocked.reset(1)).hasMessageContaining("cannot write episode 0 to " + file);
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("new"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".part"))
                    .sorted()
                    .toList();
        }
    }

    private int frames(String name) throws IOException {
        ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
        try (ImageInputStream in = ImageIO.createImageInputStream(
                folder.resolve("new").resolve(name).toFile())) {
            reader.setInput(in);
            return reader.getNumImages(true);
        } finally {
            reader.dispose();
        }
    }
}
