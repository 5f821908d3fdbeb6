package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.experiment.plan.Plan;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;

/// A run is the same in a program that is set to another language: digits of its own, another calendar, another i.
class LanguageTest {
    private static final String ARABIC = "ar-EG-u-nu-arab";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void arabicHasDigitsOfItsOwnHere() {
        assertThat(String.format(Locale.forLanguageTag(ARABIC), "%d", 12)).isEqualTo("١٢");
    }

    @ParameterizedTest
    @ValueSource(strings = {ARABIC, "tr-TR", "th-TH-u-ca-buddhist-nu-thai"})
    void aRunLeavesTheSameFiles(String language) throws IOException {
        Path file =
                TinySpecs.file(temp, "ppo_rnn", "\"max_frame\": 400", "\"rigorous_eval\": 2, \"eval_frequency\": 200");
        RunFolder expected = run(file, temp.resolve("expected"));
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(language));
        RunFolder actual;
        try {
            actual = run(file, temp.resolve("actual"));
        } finally {
            Locale.setDefault(before);
        }
        assertThat(actual.path().getFileName().toString()).matches("ppo_rnn_20\\d\\d_\\d\\d_\\d\\d_\\d{6}");
        assertThat(files(actual)).isEqualTo(files(expected)).anyMatch(name -> name.endsWith(".png"));
        RunFiles.assertSame(actual, expected);
        for (String name : files(expected)) {
            boolean isTimed = name.contains("_fps_"); // two runs never take the same time
            if (!isTimed && (name.endsWith(".png") || name.endsWith("_spec.json"))) {
                assertThat(actual.path().resolve(name))
                        .hasSameBinaryContentAs(expected.path().resolve(name));
            }
        }
    }

    private static RunFolder run(Path file, Path data) {
        Plan plan = Plan.read(SpecFile.read(file, Map.of()), "ppo_rnn");
        return Lab.run(plan, TinySpecs.options(data), Listener.NONE).folder();
    }

    private static List<String> files(RunFolder folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder.path())) {
            return all.map(file -> folder.path().relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }
}
