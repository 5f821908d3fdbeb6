package slmlab.track;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;

/// TensorBoard's own reader finds in our files what was written.
@Tag("python")
class EventFileTest {
    private static final double START = 1_700_000_000.25;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private String read() throws IOException, InterruptedException {
        return String.join("\n", BoardReader.read(temp).lines()) + "\n";
    }

    private Path file() {
        return temp.resolve("events.out.tfevents.1700000000.lab");
    }

    @Test
    void whatIsWrittenIsFound() throws Exception {
        try (EventFile events = new EventFile(file(), START)) {
            events.settings(new TreeMap<>(Map.of("lr", 0.5, "shared", true, "env", "CartPole-v1")), START);
            events.scalar("loss", 3, START + 1, 0.125);
            events.scalar("loss", 1L << 40, START + 2, -2.5);
            events.histogram("weights/é", 7, START + 3, Histogram.of(new float[] {-1, 0, 0.5f, 3}));
            events.scalars(new TreeMap<>(Map.of("entropy", 0.75, "return", 100.0)), 7, START + 3);
            events.ended(START + 9);
        }
        assertThat(read()).isEqualTo("""
                scalar entropy 1 7 1700000003.25 0.75
                scalar loss 2 1099511627776 1700000002.25 -2.5
                scalar return 1 7 1700000003.25 100.0
                histogram weights/é 4.0 -1.0 3.0 4.0
                hparams _hparams_/session_end_info {}
                hparams _hparams_/session_start_info {'env': 'CartPole-v1', 'lr': 0.5, 'shared': True}
                """);
    }

    @Test
    void manyScalarsAreFound() throws Exception {
        try (EventFile events = new EventFile(file(), START)) {
            for (int i = 0; i < 100_000; i++) {
                events.scalar("loss", i, START + i * 1e-3, i);
            }
        }
        assertThat(read()).isEqualTo("scalar loss 100000 99999 1700000100.249 99999.0\n");
    }

    @Test
    void aHistogramOfOneValueHasOneBucket() {
        Histogram histogram = Histogram.of(new float[] {2, 2});
        assertThat(histogram.buckets()).startsWith(2).hasSize(30);
        assertThat(histogram.squares()).isEqualTo(8);
    }

    /// TensorBoard's table of settings can be sorted by a number and filtered by true and false.
    @Test
    void settingsOfASpecKeepTheirTypes() throws Exception {
        RunFolder folder = RunFolder.create(
                temp,
                "ppo",
                LocalDateTime.of(2026, 11, 18, 12, 0, 0),
                made -> JsonFile.write(
                        made.spec(), Map.of("env", Map.of("name", "A", "num_envs", 4, "normalize_obs", false))));
        Trackers trackers = Trackers.open(List.of("tensorboard"), folder, Map.of(), _ -> {});
        trackers.offer(new Event.Begin(0, 0, START));
        assertThat(trackers.close()).isEmpty();
        assertThat(BoardReader.read(folder.path().resolve("log/tensorboard/s0")).settings())
                .contains("'env.name': 'A'", "'env.num_envs': 4.0", "'env.normalize_obs': False");
    }
}
