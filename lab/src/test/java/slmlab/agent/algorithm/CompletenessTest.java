package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every algorithm has all that belongs to one. A new one is told by its name what it still lacks.
class CompletenessTest {

    static List<String> algorithms() {
        return Algorithms.ALL.names();
    }

    /// What there is for each algorithm, by its name.
    static List<String> lacks(String name, boolean learns) {
        List<String> lacks = new ArrayList<>();
        if (learns) {
            need(ProbeTest.acting().stream().map(ProbeTest.Case::agents), name, "ProbeTest (it learns)", lacks);
            need(
                    LossGradientTest.cases().stream().map(LossGradientTest.Case::agents),
                    name,
                    "LossGradientTest (its gradient is right)",
                    lacks);
        }
        need(
                ResumeTest.cases().stream().map(ResumeTest.Case::agents),
                name,
                "ResumeTest (it resumes bit for bit)",
                lacks);
        need(AllocationTest.agents().stream(), name, "AllocationTest (a warm loop allocates nothing)", lacks);
        if (table().noneMatch(row -> row.split("\\|", -1)[1].contains("`" + name + "`"))) {
            lacks.add("a row in the table of docs/algorithms.md");
        }
        return lacks;
    }

    private static void need(Stream<Agents> cases, String name, String where, List<String> lacks) {
        if (cases.noneMatch(agents -> agents.algorithm().equals(name))) {
            lacks.add("a case in " + where);
        }
    }

    private static Stream<String> table() {
        Path here = Path.of("").toAbsolutePath();
        Path docs = Files.isDirectory(here.resolve("docs")) ? here.resolve("docs") : here.resolve("../docs");
        try {
            return Files.readAllLines(docs.resolve("algorithms.md")).stream().filter(line -> line.startsWith("| `"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void lacksNothing(String name) {
        assertThat(lacks(name, Algorithms.learns(name))).as("%s lacks", name).isEmpty();
    }

    @Test
    void anAlgorithmWithoutAnythingLacksAllOfIt() {
        assertThat(lacks("Brandnew", true))
                .containsExactly(
                        "a case in ProbeTest (it learns)",
                        "a case in LossGradientTest (its gradient is right)",
                        "a case in ResumeTest (it resumes bit for bit)",
                        "a case in AllocationTest (a warm loop allocates nothing)",
                        "a row in the table of docs/algorithms.md");
    }
}
