package slmlab.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Problem;
import slmlab.spec.text.SpecException;
import slmlab.spec.text.SpecText;

class SpecFileTest {

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private SpecFile read(String name, String text, Map<String, String> vars) throws IOException {
        return SpecFile.read(file(name, text), vars);
    }

    private AbstractThrowableAssert<?, ?> refuses(Path path) {
        return assertThatThrownBy(() -> SpecFile.read(path, Map.of())).isInstanceOf(SpecException.class);
    }

    @Test
    void jsonWithTrailingCommasIsRead() throws IOException {
        SpecFile file = read("a.json", "{\"b\": {\"x\": [1, 5e5,],}, \"_h\": {}, \"a\": {},}", Map.of());
        assertThat(file.names()).containsExactly("b", "a");
        assertThat(file.raw("b")).isEqualTo(Map.of("x", List.of(1, 5e5)));
        assertThat(file.raw("_h")).isEmpty();
        assertThat(file).hasToString(folder.resolve("a.json").toString());
    }

    @Test
    void yamlHasAnchorsMergeKeysAndItsOwnNumbers() throws IOException {
        SpecFile file = read("a.yaml", """
                _net: &net {type: MLPNet, hid: [64, 64], lr: 3e-4}
                s:
                  net: {<<: *net, lr: 1.0e-3, steps: 1_000}
                  same: *net
                """, Map.of());
        assertThat(file.names()).containsExactly("s");
        assertThat(file.raw("s").get("net"))
                .isEqualTo(Map.of("type", "MLPNet", "hid", List.of(64, 64), "lr", 0.001, "steps", 1000));
        assertThat(file.raw("s").get("same")).isEqualTo(Map.of("type", "MLPNet", "hid", List.of(64, 64), "lr", 3e-4));
    }

    @Test
    void aByteOrderMarkIsAccepted() throws IOException {
        assertThat(read("a.json", "\uFEFF{\"a\": {}}", Map.of()).names()).containsExactly("a");
    }

    static List<Arguments> unreadable() {
        return List.of(
                Arguments.of("a.json", "", "is empty; a spec file maps names to specs"),
                Arguments.of("a.yaml", " \n\n", "is empty; a spec file maps names to specs"),
                Arguments.of("a.yaml", "# nothing\n", "holds null; a spec file maps names to specs"),
                Arguments.of("a.json", "[1]", "holds a list; a spec file maps names to specs"),
                Arguments.of("a.json", "3", "holds 3; a spec file maps names to specs"),
                Arguments.of(
                        "a.json",
                        "{\"a\": {}\n  \"b\": {}}",
                        "is not valid JSON: line 2, column 3: Unexpected character"),
                Arguments.of("a.json", "{\"a\": {", "is not valid JSON: line 1, column 8: Unexpected end-of-input"),
                Arguments.of("a.json", "{\"a\": 1, \"a\": 2}", "is not valid JSON: line 1, column 13: Duplicate"),
                Arguments.of(
                        "a.json",
                        "{\"a\": {}} {}",
                        "is not valid JSON: line 1, column 11: there is more after the end"),
                Arguments.of("a.json", "{\"a\": NaN}", "is not valid JSON: line 1"),
                Arguments.of(
                        "a.json",
                        "[".repeat(5000),
                        "is not valid JSON: line 1, column 1: Document nesting depth (101) exceeds the maximum allowed (100)"),
                Arguments.of("a.json", "{\"a\": " + "9".repeat(5000) + "}", "is not valid JSON: line 1"),
                Arguments.of("a.yaml", "a: {b: 1\nc: 2", "is not valid YAML: line 2, column 2: "),
                Arguments.of("a.yaml", "a: 1\na: 2", "is not valid YAML: line 2, column 1: found duplicate key a"),
                Arguments.of(
                        "a.yaml", "a: *nowhere", "is not valid YAML: line 1, column 4: found undefined alias nowhere"),
                Arguments.of("a.yaml", "a: !!java.io.File [x]", "is not valid YAML: line 1, column 4: "),
                Arguments.of("a.yaml", "a: !!set x", "is not valid YAML: a tag (!!…) does not fit"),
                Arguments.of("a.yaml", "a: 1\n\u0007: 2", "is not valid YAML: line 2: a character that is not allowed"),
                Arguments.of("a.yaml", "a: " + "[".repeat(500), "is not valid YAML: Nesting Depth exceeded max 100"),
                Arguments.of("a.yaml", "a: {}\n---\nb: {}", "is not valid YAML: "),
                Arguments.of("a.yaml", "a: &x [*x]", "is nested deeper than 100 levels; is there an alias"),
                Arguments.of("a.yaml", bomb(), "has more than 200000 values; is there an alias"),
                Arguments.of("a.yaml", "a: {when: 2001-01-01}", "has 1 problem\n  a.when    is a date"),
                Arguments.of("a.yaml", "a: {[1]: 2}", "has 1 problem\n  a    has a key that is not a string"),
                Arguments.of("a.txt", "{}", "is neither .json nor .yaml; rename it to what it is"));
    }

    private static String bomb() {
        StringBuilder text = new StringBuilder("_0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            text.append("_%d: &a%d [".formatted(i, i))
                    .append("*a%d, ".formatted(i - 1).repeat(9))
                    .append("]\n");
        }
        return text.toString();
    }

    @ParameterizedTest
    @MethodSource("unreadable")
    void anUnreadableFileIsReported(String name, String text, String message) throws IOException {
        refuses(file(name, text)).hasMessageStartingWith(folder.resolve(name) + " " + message);
    }

    @Test
    void onlyUtf8IsRead() throws IOException {
        Path file = folder.resolve("a.json");
        Files.write(file, "{\"a\": {}}".getBytes(StandardCharsets.UTF_16));
        refuses(file).hasMessage(file + " is written in UTF-16 or is binary; save it as UTF-8");
        Files.write(file, "{\"a\": {}}".getBytes(StandardCharsets.UTF_16LE));
        refuses(file).hasMessage(file + " is written in UTF-16 or is binary; save it as UTF-8");
        Files.write(file, "{\n\"é\": {}}".getBytes(StandardCharsets.ISO_8859_1));
        refuses(file).hasMessage(file + " is not UTF-8 on line 2; save it as UTF-8");
    }

    @Test
    void aMissingFileIsReported() throws IOException {
        file("cartpole.json", "{}");
        refuses(folder.resolve("cartpol.json"))
                .hasMessage(folder.resolve("cartpol.json") + " does not exist; did you mean cartpole.json?");
        refuses(folder.resolve("no/where.json")).hasMessageContaining("does not exist; there is no folder");
        refuses(folder).hasMessage(folder + " is a folder; name a spec file in it");
        refuses(file("big.json", " ".repeat(SpecText.LARGEST + 1))).hasMessageContaining("has more than 4 MB");
    }

    @Test
    void anUnknownSpecIsReported() throws IOException {
        SpecFile file = read("a.json", "{\"ppo_cartpole\": {}, \"sac\": 3}", Map.of());
        assertThatThrownBy(() -> file.spec("ppo_cartpol"))
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        file + " has no spec 'ppo_cartpol'; did you mean ppo_cartpole? (it has: ppo_cartpole, sac)");
        assertThatThrownBy(() -> file.spec("sac"))
                .isInstanceOf(SpecException.class)
                .hasMessage(file + " has no spec under 'sac' but 3");
    }

    private static @Nullable Object env(SpecFile file, String key) {
        return file.raw("a").get("env") instanceof Map<?, ?> env ? env.get(key) : null;
    }

    @Test
    void variablesAreFilledBeforeParsing() throws IOException {
        String text = "{\"a\": {\"env\": {\"name\": \"${env}\", \"max_frame\": \"${max_frame}\", \"lr\": ${lr}}}}";
        SpecFile file = read("a.json", text, Map.of("env", "ALE/Pong-v5", "max_frame", "1e7", "lr", "3e-4"));
        assertThat(env(file, "name")).isEqualTo("ALE/Pong-v5");
        assertThat(env(file, "max_frame")).isEqualTo(10_000_000);
        assertThat(env(file, "lr")).isEqualTo(0.0003);
        assertThat(file.unset("a")).isEmpty();
        assertThat(file.spec("a", new Problems()).name()).isEqualTo("a_pong");
        assertThat(file.vars("a")).containsOnlyKeys("env", "max_frame", "lr");
    }

    @Test
    void aTextIsReadOnceAndFilledOften() throws IOException {
        Path file = file("a.json", "{\"a\": {\"env\": {\"name\": \"${env}\"}}}");
        var source = SpecFile.source(file);
        Files.delete(file);
        assertThat(env(source.apply(Map.of("env", "x")), "name")).isEqualTo("x");
        assertThat(env(source.apply(Map.of("env", "y")), "name")).isEqualTo("y");
    }

    @Test
    void variablesThatAreNotFilledAreFound() throws IOException {
        String text =
                "{\"a\": {\"env\": {\"name\": \"${env}\"}, \"x\": [\"${max_frame}\"]}, \"b\": {\"y\": \"${other}\"}}";
        SpecFile file = read("a.json", text, Map.of());
        assertThat(file.unset("a"))
                .containsExactly(
                        new Problem("env.name", "needs -s env=…"), new Problem("x[0]", "needs -s max_frame=…"));
    }

    @Test
    void numbersLoseTheirQuotesAndStringsDoNot() throws IOException {
        String text = "a: {env: {name: \"${env}\", n: ${n}, small: \"${small}\", mixed: \"v${n}\"}}";
        SpecFile file = read("a.yaml", text, Map.of("env", "my env", "n", "2.0", "small", "1e-5"));
        assertThat(env(file, "name")).isEqualTo("my env");
        assertThat(env(file, "n")).isEqualTo(2);
        assertThat(env(file, "small")).isEqualTo(1e-5);
        assertThat(env(file, "mixed")).isEqualTo("v2");
    }

    @Test
    void aVariableMayHaveADefaultInTheFile() throws IOException {
        String text = """
                a: {env: {name: "${env:-ALE/Pong-v5}", max_frame: ${n:-1e6}, again: "${n:-5}"}}
                b: {env: {name: Acrobot-v1}}
                """;
        SpecFile file = read("a.yaml", text, Map.of());
        assertThat(env(file, "name")).isEqualTo("ALE/Pong-v5");
        assertThat(env(file, "max_frame")).isEqualTo(1_000_000);
        assertThat(env(file, "again")).isEqualTo(5); // each place has its own
        assertThat(file.unset("a")).isEmpty();
        assertThat(file.vars("a")).isEqualTo(Map.of("env", "ALE/Pong-v5", "n", "1e6"));
        assertThat(file.vars("b")).isEmpty();
        Problems problems = new Problems();
        assertThat(file.spec("a", problems).name()).isEqualTo("a_pong");
        assertThat(problems.notes())
                .contains(new Problem("-s env", "is not given; ALE/Pong-v5 is the default of this spec"));

        SpecFile given = read("b.yaml", text, Map.of("env", "ALE/Qbert-v5", "n", "7"));
        assertThat(env(given, "name")).isEqualTo("ALE/Qbert-v5");
        assertThat(env(given, "again")).isEqualTo(7);
        Problems none = new Problems();
        given.spec("a", none);
        assertThat(none.notes()).noneMatch(note -> note.path().startsWith("-s"));
    }

    @Test
    void filesOfSpecsAreKnownByTheirNames() {
        assertThat(SpecFile.isSpecFile(Path.of("a/b.json"))).isTrue();
        assertThat(SpecFile.isSpecFile(Path.of("a/b.YML"))).isTrue();
        assertThat(SpecFile.isSpecFile(Path.of("a/_random_baseline.json"))).isFalse();
        assertThat(SpecFile.isSpecFile(Path.of("a/LICENSE"))).isFalse();
    }
}
