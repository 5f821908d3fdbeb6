package slmlab.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// What TensorBoard's own reader finds in a folder of event files.
///
/// Python is the one that `SLM_LAB_PYTHON` names, or else the project's `.venv/test/bin/python`.
///
/// @param lines as `events_peer.py` prints them
public record BoardReader(List<String> lines) {
    private static final String PYTHON = Optional.ofNullable(System.getenv("SLM_LAB_PYTHON"))
            .orElse(Path.of("../.venv/test/bin/python").toAbsolutePath().toString());
    private static final boolean IS_THERE = isThere();

    private static boolean isThere() {
        try {
            return Files.isExecutable(Path.of(PYTHON))
                    && new ProcessBuilder(PYTHON, "-c", "import tensorboard")
                                    .start()
                                    .waitFor()
                            == 0;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// Read a folder; skip the test where TensorBoard is not installed.
    public static BoardReader read(Path folder) throws IOException, InterruptedException {
        assumeTrue(IS_THERE, "needs a Python with TensorBoard: scripts/python-env test, or SLM_LAB_PYTHON=…");
        Path errors = Files.createTempFile("board", ".txt");
        Process process = new ProcessBuilder(PYTHON, "../lab/src/test/python/events_peer.py", folder.toString())
                .redirectError(errors.toFile())
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
        Files.delete(errors);
        return new BoardReader(printed.lines().toList());
    }

    /// Return how many numbers each tag has, its last step and its last number.
    public SequencedMap<String, String> scalars() {
        SequencedMap<String, String> scalars = new TreeMap<>();
        lines.stream().filter(line -> line.startsWith("scalar ")).forEach(line -> {
            String[] words = line.split(" ", -1);
            scalars.put(words[1], "%s %s %s".formatted(words[2], words[3], Float.parseFloat(words[5])));
        });
        return scalars;
    }

    public List<String> histograms() {
        return lines.stream()
                .filter(line -> line.startsWith("histogram "))
                .map(line -> line.split(" ", -1)[1])
                .toList();
    }

    /// Return the settings of the run as Python prints them.
    public String settings() {
        return lines.stream()
                .filter(line -> line.startsWith("hparams _hparams_/session_start_info"))
                .findFirst()
                .orElse("");
    }
}
