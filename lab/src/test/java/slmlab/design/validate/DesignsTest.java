package slmlab.design.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.design.Code;
import slmlab.design.DesignFinding;
import slmlab.design.DesignVerdict;
import slmlab.design.Level;
import slmlab.file.JsonFile;
import slmlab.spec.MappingFile;
import slmlab.spec.text.SpecException;

/// Every design file of the corpus gives the codes that its first line names, and no other.
class DesignsTest {
    static final Path CORPUS = Path.of("src/test/resources/design");

    static List<Path> files() {
        try (Stream<Path> files = Files.walk(CORPUS)) {
            return files.filter(file -> String.valueOf(file.getFileName()).matches("(good|bad)-.*"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String kind(Path file) {
        return String.valueOf(CORPUS.relativize(file).getName(0));
    }

    /// Return the codes that the first line expects: `# expect S01 S03: a remark`.
    private static List<String> expected(Path file) throws IOException {
        String line = Files.readAllLines(file).getFirst();
        String codes = line.replaceAll("^(#|//) expect ", "").replaceAll(":.*", "");
        return codes.equals("nothing") ? List.of() : List.of(codes.split(" "));
    }

    @ParameterizedTest
    @MethodSource("files")
    void theCodesAreThoseOfTheFirstLine(Path file) throws IOException {
        DesignVerdict verdict = Designs.check(kind(file), file);
        assertThat(verdict.findings().stream().map(each -> each.code().toString()))
                .as("%s", verdict.findings())
                .containsExactlyInAnyOrderElementsOf(expected(file));
        assertThat(verdict.findings()).allSatisfy(finding -> {
            assertThat(finding.message()).isNotBlank();
            assertThat(finding.fix()).isNotBlank();
        });
        boolean isGood = String.valueOf(file.getFileName()).startsWith("good");
        assertThat(isGood).isEqualTo(verdict.isValid(true));
        if (isGood) {
            assertThat(verdict.facts()).isNotEmpty();
        }
    }

    @Test
    void everyCodeHasAFile() throws IOException {
        List<String> all = new ArrayList<>();
        for (Path file : files()) {
            all.addAll(expected(file));
        }
        assertThat(new TreeSet<>(all))
                .containsExactlyElementsOf(Arrays.stream(Code.values())
                        .map(Code::toString)
                        .filter(code -> !code.startsWith("C")) // those of calc, which reads no file
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void theCorpusIsAsLargeAsItWasAskedFor() {
        assertThat(count("state", "good-")).isGreaterThanOrEqualTo(10);
        assertThat(count("state", "bad-")).isGreaterThanOrEqualTo(20);
        assertThat(count("marl", "good-")).isEqualTo(5);
        assertThat(count("marl", "bad-")).isGreaterThanOrEqualTo(15);
        for (String kind : Designs.kinds()) {
            assertThat(count(kind, "good-")).isGreaterThanOrEqualTo(5);
            assertThat(count(kind, "bad-")).isGreaterThanOrEqualTo(12);
        }
    }

    private static long count(String kind, String beginning) {
        return files().stream()
                .filter(file -> kind(file).equals(kind)
                        && String.valueOf(file.getFileName()).startsWith(beginning))
                .count();
    }

    @Test
    void findingsAreSortedByPath() {
        DesignVerdict verdict = Designs.check("state", CORPUS.resolve("state/bad-several.json"));
        assertThat(verdict.findings().stream().map(DesignFinding::path))
                .containsExactly("components[0].low", "components[1].units", "stacking");
        assertThat(verdict.findings().get(1))
                .hasToString("ERROR F01 components[1].units is an unknown key here (did you mean unit?)");
    }

    static List<String> fields() {
        return List.of(
                "rollout.workers",
                "rollout.envs_per_worker",
                "rollout.device",
                "rollout.sync",
                "buffer.class",
                "buffer.location",
                "buffer.capacity",
                "buffer.prioritized",
                "learner.device",
                "learner.batch",
                "learner.transfer",
                "learner.sync_every",
                "eval_log.every_steps",
                "eval_log.episodes",
                "eval_log.checkpoint_every",
                "eval_log.sinks");
    }

    @ParameterizedTest
    @MethodSource("fields")
    void aMissingFieldIsNamedWithItsLayer(String field, @TempDir Path temp) {
        Map<String, @Nullable Object> design =
                new LinkedHashMap<>(MappingFile.read(CORPUS.resolve("arch/good-vector.yaml")));
        Map<Object, Object> layers = new LinkedHashMap<>((Map<?, ?>) Objects.requireNonNull(design.get("layers")));
        String[] parts = field.split("\\.", -1);
        Map<Object, Object> layer = new LinkedHashMap<>((Map<?, ?>) Objects.requireNonNull(layers.get(parts[0])));
        assertThat(layer.remove(parts[1])).as(field).isNotNull();
        layers.put(parts[0], layer);
        design.put("layers", layers);
        Path file = temp.resolve("arch.json");
        JsonFile.write(file, design);
        List<DesignFinding> findings = Designs.check("arch", file).findings();
        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().code()).isEqualTo(Code.F02);
        assertThat(findings.getFirst().path()).isEqualTo("layers." + field);
    }

    @Test
    void theFourLayersAreDrawnInOrder() {
        DesignVerdict verdict = Designs.check("arch", first("arch/good-vector"));
        String diagram = String.valueOf(verdict.facts().get("diagram"));
        assertThat(diagram).containsSubsequence("rollout", "buffer", "learner", "evaluation");
    }

    @Test
    void factsOfATableAreExact() {
        DesignVerdict verdict = Designs.check("mdp", first("mdp/good-chain"));
        // v(b) = 1, v(a) = 0.9 · (0.8 · 1 + 0.2 · v(a)) = 0.72 / 0.82
        assertThat(verdict.facts())
                .containsEntry("optimal_value_at_start", 0.878049)
                .containsEntry("effective_horizon", 10L)
                .containsEntry("steps_to_one_percent", 44L)
                .containsEntry("communicating_classes", 3);
    }

    @Test
    void theFactsOfAStateHaveItsComponents() {
        Map<String, Object> facts =
                Designs.check("state", first("state/good-arm")).facts();
        assertThat(facts.get("components"))
                .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                .extracting(component ->
                        "%s %s %s".formatted(component.get("name"), component.get("size"), component.get("unit")))
                .containsExactly("joint_sin 7 ", "joint_cos 7 ", "joint_velocity 7 rad/s", "goal 3 ");
    }

    /// An episode has at least one step.
    @ParameterizedTest
    @ValueSource(strings = {"horizon", "truncation"})
    void anEpisodeOfOneStepIsTheShortest(String key, @TempDir Path temp) {
        Map<String, @Nullable Object> design =
                new LinkedHashMap<>(MappingFile.read(CORPUS.resolve("mdp/good-described.json")));
        Path file = temp.resolve("mdp.json");
        design.put(key, 0);
        JsonFile.write(file, design);
        assertThat(Designs.check("mdp", file).findings())
                .extracting(DesignFinding::path)
                .contains(key);
        design.put("horizon", 1);
        design.put("truncation", 1);
        JsonFile.write(file, design);
        assertThat(Designs.check("mdp", file).findings())
                .extracting(DesignFinding::path)
                .doesNotContain(key);
    }

    private static Path first(String name) {
        return files().stream()
                .filter(file -> file.toString().contains(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void unknownKindsAndUnreadableFilesAreRefused() {
        assertThatThrownBy(() -> Designs.check("stat", first("state/bad-key")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean state?");
        assertThatThrownBy(() -> Designs.check("state", CORPUS.resolve("state/moving.csv")))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("neither .json nor .yaml");
    }

    @Test
    void theDocsHaveEveryCode() throws IOException {
        List<String> documented = Files.readAllLines(Path.of("../docs/validate.md")).stream()
                .filter(line -> line.matches("\\| [A-Z]\\d\\d \\|.*"))
                .toList();
        assertThat(documented)
                .containsExactlyElementsOf(Arrays.stream(Code.values())
                        .map(code -> "| %s | %s | %s |"
                                .formatted(code, code.level() == Level.ERROR ? "error" : "warning", code.about()))
                        .toList());
    }
}
