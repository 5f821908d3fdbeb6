package slmlab.design.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.spec.MappingFile;
import slmlab.spec.text.SpecException;

/// Every labeled profile gets its label as the first choice, and every other method a reason.
class SelectionTest {

    static List<Path> profiles() {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/design/select"))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void thereAre24Profiles() {
        assertThat(profiles()).hasSize(24);
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void theFirstChoiceIsTheLabel(Path file) throws IOException {
        String label = Files.readAllLines(file).getFirst().replace("# expect ", "");
        Selection selection = Selection.of(ProblemProfile.read(file.toString(), MappingFile.read(file)));
        assertThat(selection.ranked().getFirst().name()).isEqualTo(label);
        assertThat(selection.ranked().size() + selection.dropped().size())
                .isEqualTo(Method.values().length + Recommended.all().size());
        assertThat(selection.dropped())
                .allSatisfy(each -> assertThat(each.reason()).startsWith("needs "));
    }

    @Test
    void aProblemWithASimulatorAlwaysHasSomethingThatRuns() {
        for (String actions : List.of("discrete", "continuous")) {
            for (int speed : List.of(10, 100_000)) {
                Selection selection = Selection.of(ProblemProfile.read(
                        "test",
                        Map.of("actions", actions, "steps_per_second", speed, "goals", true, "reward", "sparse")));
                assertThat(selection.ranked())
                        .anySatisfy(each -> assertThat(each.command()).isPresent());
            }
        }
    }

    @Test
    void whatIsWrongComesAtOnce() {
        assertThatThrownBy(() -> ProblemProfile.read(
                        "p.yaml", Map.of("actions", "discret", "zero_sum", true, "speed", 3, "reward_wanted", true)))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("did you mean discrete?")
                .hasMessageContaining("zero_sum")
                .hasMessageContaining("speed")
                .hasMessageContaining("steps_per_second")
                .hasMessageContaining("reward_wanted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"team_reward", "zero_sum"})
    void whatIsForSeveralAgentsIsRefusedByItsName(String key) {
        Map<String, @Nullable Object> profile = Map.of("actions", "discrete", "steps_per_second", 100, key, true);
        assertThatThrownBy(() -> ProblemProfile.read("p.yaml", profile))
                .isInstanceOf(SpecException.class)
                .hasMessageMatching("(?s).*%s +is true for one agent.*".formatted(key));
    }
}
