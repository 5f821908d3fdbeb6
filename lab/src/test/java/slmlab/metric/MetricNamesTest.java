package slmlab.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A metric's name is written once, in its declaration; everything else says [Metrics] and the constant.
class MetricNamesTest {
    /// Files that hold names as text, and why.
    private static final Map<String, String> FORMATS = Map.of(
            "play/src/main/java/slmlab/play/RunFiles.java", "reads SLM-Lab's tables without the lab",
            "lab/src/main/java/slmlab/run/ThinTable.java", "stands below metrics; a frame is a table's axis",
            "lab/src/main/java/slmlab/benchmark/Results.java", "keys of the published results",
            "search/src/main/java/slmlab/search/study/PlanText.java", "text in a database, apart from training");

    /// Names that other things have too: keys of specs and envs, inputs of programs, keys of saved states, units.
    private static final Set<String> WORDS = Set.of(
            "frame",
            "t",
            "lr",
            "alpha",
            "loss",
            "entropy",
            "truncated",
            "length",
            "fps",
            "opt_step",
            "explore_var",
            "clip_eps",
            "entropy_coef");

    @Test
    void noSourceRepeatsAName() throws IOException {
        String names = Metrics.all().stream()
                .map(Metric::name)
                .filter(name -> !WORDS.contains(name))
                .collect(Collectors.joining("|"));
        Pattern literal = Pattern.compile("\"(%s)\"".formatted(names));
        Pattern read = Pattern.compile( // of a table or of Stats
                "\\b(column|mean|last|indexOf|(stats|gauges)\\.\\w+|Stats)\\(\"(%s)\""
                        .formatted(String.join("|", WORDS)));
        List<String> found = new ArrayList<>();
        for (Path file : sources()) {
            String place = root().relativize(file).toString();
            if (place.endsWith("metric/Metrics.java") || FORMATS.containsKey(place)) {
                continue;
            }
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).strip();
                if (!line.startsWith("//")
                        && (literal.matcher(line).find() || read.matcher(line).find())) {
                    found.add("%s:%s %s".formatted(place, i + 1, line));
                }
            }
        }
        assertThat(found).as("use the constants of slmlab.metric.Metrics").isEmpty();
    }

    @Test
    void everyExceptionIsNeeded() throws IOException {
        for (String file : FORMATS.keySet()) {
            String text = Files.readString(root().resolve(file));
            assertThat(Metrics.all()).as(file).anyMatch(metric -> text.contains("\"" + metric.name() + "\""));
        }
        assertThat(Metrics.names(Metrics.all())).containsAll(WORDS);
    }

    private static List<Path> sources() throws IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> modules = Files.list(root())) {
            for (Path module : modules.map(each -> each.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(module)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
                }
            }
        }
        assertThat(all).hasSizeGreaterThan(500);
        return all;
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.isDirectory(here.resolve("docs")) ? here : java.util.Objects.requireNonNull(here.getParent());
    }
}
