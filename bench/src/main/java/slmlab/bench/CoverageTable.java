package slmlab.bench;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import slmlab.cli.Cli;
import slmlab.stats.Coverage;
import slmlab.stats.Interval;
import slmlab.stats.Scores;
import slmlab.stats.Statistic;
import slmlab.stats.Verdict;

/// `slm-lab bench coverage`: how often intervals and verdicts of `compare` and `eval` are right, by simulation.
@Command(
        name = "coverage",
        header = "Measure how often the intervals and verdicts of compare are right, by simulation.")
final class CoverageTable implements Callable<Integer> {
    static final List<Integer> SESSIONS = List.of(4, 5, 10);
    static final List<Integer> RUNS = List.of(2, 3, 6);
    private static final long SEED = 27;

    @Option(names = "--repetitions", paramLabel = "N", description = "repetitions (default: ${DEFAULT-VALUE})")
    private int repetitions = 20_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.println("Share of the 95 % intervals that cover the true mean, " + repetitions + " repetitions");
        out.println();
        table(
                out,
                "scores",
                Coverage.MEASURED.stream().map(Coverage::runs).toList(),
                (population, count) ->
                        String.format(Locale.ROOT, "%.1f %%", 100 * covered(population, count, repetitions)));
        out.println();
        out.println("Share of comparisons of equal algorithms in which one is called better");
        for (int runs : RUNS) {
            out.println();
            table(
                    out,
                    runs + " runs, sessions",
                    SESSIONS,
                    (population, sessions) -> String.format(
                            Locale.ROOT, "%.1f %%", 100 * shown(population, runs, sessions, 0, repetitions)));
        }
        out.println();
        out.println(
                "Share in which one of two is called better that is better by two standard deviations, normal scores");
        out.println();
        for (int runs : RUNS) {
            out.println(SESSIONS.stream()
                    .map(sessions -> String.format(
                            Locale.ROOT,
                            "%.0f %%",
                            100 * shown(ScorePopulation.NORMAL, runs, sessions, 2, repetitions)))
                    .collect(Collectors.joining(" | ", "| %s runs | ".formatted(runs), " |")));
        }
        return Cli.DONE;
    }

    /// One number of a table.
    private interface Entry {
        String of(ScorePopulation population, int row);
    }

    private static void table(PrintWriter out, String title, List<Integer> rows, Entry entry) {
        out.println(Stream.of(ScorePopulation.values())
                .map(ScorePopulation::toString)
                .collect(Collectors.joining(" | ", "| %s | ".formatted(title), " |")));
        out.println("|---:" + "|---:".repeat(ScorePopulation.values().length) + "|");
        for (int row : rows) {
            out.println(Stream.of(ScorePopulation.values())
                    .map(population -> entry.of(population, row))
                    .collect(Collectors.joining(" | ", "| %s | ".formatted(row), " |")));
        }
        out.flush();
    }

    /// Return the share of the intervals of a mean that cover the true one; scores without an interval do not
    /// count.
    static double covered(ScorePopulation population, int scores, int repetitions) {
        SplittableRandom random = new SplittableRandom(SEED);
        int intervals = 0;
        int covering = 0;
        for (int i = 0; i < repetitions; i++) {
            ScorePopulation.Source source = population.draw(random);
            @Nullable Interval interval = Interval.ofMean(Scores.of(source.scores(scores)));
            if (interval != null) {
                intervals++;
                covering += interval.contains(source.mean()) ? 1 : 0;
            }
        }
        return (double) covering / intervals;
    }

    /// Return the share of comparisons in which the best run is called better than another one.
    ///
    /// @param ahead by how much the first run is better than the others, which are equal
    static double shown(ScorePopulation population, int runs, int sessions, double ahead, int repetitions) {
        SplittableRandom random = new SplittableRandom(SEED);
        int shown = 0;
        for (int i = 0; i < repetitions; i++) {
            ScorePopulation.Source source = population.draw(random);
            List<Scores> all = IntStream.range(0, runs)
                    .mapToObj(run -> Scores.of(Arrays.stream(source.scores(sessions))
                            .map(score -> run == 0 ? score + ahead : score)
                            .toArray()))
                    .toList();
            Scores best = all.stream()
                    .max(Comparator.comparingDouble(Statistic.MEAN::of))
                    .orElseThrow();
            boolean isShown = all.stream()
                    .anyMatch(other ->
                            other != best && Verdict.of(best, other, runs).isShown());
            shown += isShown ? 1 : 0;
        }
        return (double) shown / repetitions;
    }
}
