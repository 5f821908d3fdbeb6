package slmlab.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/// Which trackers there are, and what the ones on disk do where it is full.
class TrackersTest {
    private static final Path FULL = Path.of("/dev/full"); // Linux: every write says that no space is left

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    static boolean hasFullDisk() {
        return Files.exists(FULL);
    }

    private static Deque<Event> events(long... frames) {
        Deque<Event> events = new ArrayDeque<>(List.of(new Event.Begin(0, 0, 1)));
        for (long frame : frames) {
            events.add(row(frame));
        }
        return events;
    }

    private static Event.Row row(long frame) {
        return new Event.Row(0, "train", frame, 1, List.of("frame", "loss"), new double[] {frame, Double.NaN});
    }

    @Test
    void addressesAreFilledIn() {
        Map<String, String> variables = Map.of("MLFLOW_TRACKING_URI", "https://lab.example/flow/");
        assertThat(Trackers.checked(List.of("tensorboard", "mlflow"), variables))
                .containsExactly("tensorboard", "mlflow=https://lab.example/flow");
        assertThat(Trackers.checked(List.of("mlflow"), Map.of())).containsExactly("mlflow=http://127.0.0.1:5000");
    }

    @Test
    void wrongWordsAreRefusedAllAtOnce() {
        assertThatThrownBy(() -> Trackers.checked(List.of("wandb", "mlflow=sqlite:///x.db", "none"), Map.of()))
                .hasMessageStartingWith("--track: there is no tracker 'wandb'; there are tensorboard, jsonl, mlflow")
                .hasMessageContaining("the address of MLflow is 'sqlite:///x.db'; needs that of a server")
                .hasMessageContaining("none stands alone");
        assertThatThrownBy(() -> Trackers.checked(List.of("jsonl", "jsonl"), Map.of()))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> Trackers.checked(List.of("mlflow=http://me:secret@host"), Map.of()))
                .hasMessageContaining("holds a password");
        assertThatThrownBy(() -> Trackers.checked(List.of("mlflow"), Map.of("MLFLOW_TRACKING_URI", "a b")))
                .hasMessageContaining("MLFLOW_TRACKING_URI is 'a b'");
    }

    /// The first file is on a full disk, the second is not: nothing is lost.
    @Test
    @EnabledIf("hasFullDisk")
    void aFullDiskIsToldAndTriedAgain() throws IOException {
        Deque<Path> files = new ArrayDeque<>(List.of(FULL, temp.resolve("events.out.tfevents.2")));
        TensorBoardTracker board = new TensorBoardTracker((_, _) -> files.removeFirst(), new LinkedHashMap<>());
        Deque<Event> events = events(500, 1000);
        assertThatThrownBy(() -> board.take(events)).hasMessage("cannot write event files: No space left on device");
        assertThat(events).hasSize(3);
        board.take(events);
        board.close();
        assertThat(events).isEmpty();
        assertThat(temp.resolve("events.out.tfevents.2")).isNotEmptyFile();
    }

    @Test
    @EnabledIf("hasFullDisk")
    void linesOfJsonOnAFullDiskAreTold() {
        Deque<Event> events = events(500);
        assertThatThrownBy(() -> new JsonLinesTracker(FULL).take(events))
                .hasMessage("cannot write /dev/full: No space left on device");
        assertThat(events).hasSize(2);
    }

    @Test
    void aResumedSessionWritesItsLinesOnce() throws IOException {
        Path file = temp.resolve("log/metrics.jsonl");
        JsonLinesTracker lines = new JsonLinesTracker(file);
        lines.take(events(500, 1000, 1500));
        Deque<Event> other = new ArrayDeque<>(
                List.of(new Event.Row(1, "train", 1500, 1, List.of("frame", "loss"), new double[] {1500, 0.5})));
        lines.take(other);
        Files.writeString(file, Files.readString(file) + "{\"session\": 0, \"fra"); // a kill
        lines.take(new ArrayDeque<>(List.of(new Event.Begin(0, 700, 2), row(1000))));
        assertThat(Files.readString(file)).isEqualTo("""
                {"session":0,"phase":"train","time":1.0,"frame":500.0}
                {"session":1,"phase":"train","time":1.0,"frame":1500.0,"loss":0.5}
                {"session":0,"phase":"train","time":1.0,"frame":1000.0}
                """);
    }
}
