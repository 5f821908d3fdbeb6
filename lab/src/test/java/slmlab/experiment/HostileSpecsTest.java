package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.experiment.plan.SpecCheck;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;
import slmlab.spec.text.SpecException;

/// Specs that are broken on purpose: each is refused with a sentence, by whoever reads it.
class HostileSpecsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    static List<Arguments> texts() {
        String digits = "9".repeat(5_000);
        String bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
        for (int i = 1; i < 30; i++) {
            bomb += "a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9));
        }
        return List.of(
                Arguments.of("{}", "has no specs; a spec file maps names to specs"),
                Arguments.of("{\"_helper\": {}}", "has no specs; a spec file maps names to specs"),
                Arguments.of("[]", "a spec file maps names to specs"),
                Arguments.of("null", "a spec file maps names to specs"),
                Arguments.of("7", "a spec file maps names to specs"),
                Arguments.of("", "is empty; a spec file maps names to specs"),
                Arguments.of("{\"a\": 1}", "has no spec under 'a' but 1"),
                Arguments.of("{\"a\": null}", "has no spec under 'a' but null"),
                Arguments.of("{\"a\": []}", "has no spec under 'a' but"),
                Arguments.of("{\"a\": {}}", "agent.algorithm"),
                Arguments.of("{\"a\": {\"agent\": [], \"env\": 3, \"meta\": \"\"}}", "needs a mapping"),
                Arguments.of("{\"a\": ".repeat(2_000) + "1" + "}".repeat(2_000), "is not valid JSON"),
                Arguments.of("[".repeat(100_000), "is not valid JSON"),
                Arguments.of("{\"a\": {\"env\": {\"max_frame\": %s}}}".formatted(digits), "is not valid JSON"),
                Arguments.of("{\"a\": {\"env\": {\"max_frame\": 1e999999999}}}", "env.max_frame"),
                Arguments.of("{\"a\": {\"env\": {\"max_frame\": \"%s\"}}}".formatted(digits), "env.max_frame"),
                Arguments.of("{\"a\": {\"env\": {\"name\": \"x", "is not valid JSON"),
                Arguments.of("yaml: " + "{a: ".repeat(2_000), "is not valid YAML"),
                Arguments.of("yaml: {env: {max_frame: %s}}".formatted(digits), "env.max_frame"),
                Arguments.of("yaml: &a {env: *a}", ""),
                Arguments.of(bomb, ""));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void isRefusedWithASentence(String text, String message) throws IOException {
        boolean isYaml = text.startsWith("yaml") || text.startsWith("a0");
        Path file = Files.writeString(temp.resolve(isYaml ? "spec.yaml" : "spec.json"), text);
        Throwable refused = catchThrowable(() -> {
            SpecFile read = SpecFile.read(file, Map.of());
            String name = read.first();
            SpecCheck check = SpecCheck.of(read, name, 1);
            throw new SpecException(file.toString(), check.problems());
        });
        assertThat(refused).isInstanceOf(SpecException.class).hasMessageContaining(message);
        assertThat(String.valueOf(refused.getMessage())).hasSizeLessThan(5_000).doesNotContain("Exception");
    }

    @ParameterizedTest
    @MethodSource("texts")
    void aRunFolderWithItIsRefusedWithASentence(String text, String message) throws IOException {
        Path path = Files.createDirectories(temp.resolve("broken_2026_01_01_000000"));
        Files.writeString(path.resolve("broken_spec.json"), text);
        RunFolder folder = RunFolder.open(path);
        assertThat(catchThrowable(() -> Lab.plan(folder)))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining(text.startsWith("yaml") || text.startsWith("a0") ? "is not valid JSON" : message);
    }
}
