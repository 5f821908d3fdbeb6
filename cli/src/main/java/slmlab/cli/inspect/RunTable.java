package slmlab.cli.inspect;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import slmlab.cli.TextColumns;
import slmlab.file.JsonFile;
import slmlab.metric.Headline;
import slmlab.metric.Metrics;
import slmlab.report.Analysis;
import slmlab.run.Phase;
import slmlab.run.RunFolder;

/// The runs of a data folder as a table.
public final class RunTable {
    private RunTable() {}

    /// Return a line for each run: its folder, env, frames and return.
    ///
    /// @throws IllegalArgumentException if the folder cannot be read
    public static List<String> lines(Path data) {
        if (!Files.isDirectory(data)) {
            throw new IllegalArgumentException("there is no folder %s; -d names another".formatted(data));
        }
        if (!Files.isReadable(data)) {
            throw new IllegalArgumentException("cannot read %s: permission denied".formatted(data));
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("FOLDER", "ENV", "FRAMES", "RETURN"));
        RunFolder.all(data).forEach(run -> rows.add(row(run)));
        return rows.size() == 1 ? List.of("no run folders in " + data) : TextColumns.aligned(rows);
    }

    private static List<String> row(RunFolder run) {
        String folder = run.path().getFileName().toString();
        try {
            Optional<String> known = Analysis.env(run);
            String env = known.orElse("unknown");
            if (!Files.exists(run.trialMetrics())) {
                String why = known.isEmpty() && run.trials().isEmpty()
                        ? "no spec and no tables; the folder can be deleted"
                        : "no trial metrics; slm-lab retro computes them";
                return List.of(folder, env, "–", why);
            }
            Object metrics = JsonFile.read(run.trialMetricsScalar());
            return List.of(
                    folder,
                    env,
                    metrics instanceof Map<?, ?> numbers ? number(numbers.get(Metrics.FRAME.name()), "%.0f") : "–",
                    returns(run, metrics));
        } catch (IllegalArgumentException e) {
            return List.of(folder, "–", "–", String.valueOf(e.getMessage())); // the others are still of use
        }
    }

    /// Return the mean return of the last 100 episodes, and of the last evaluation; of runs of SLM-Lab its own
    /// number.
    private static String returns(RunFolder run, Object metrics) {
        OptionalDouble mean = Headline.last(run, Phase.TRAIN);
        if (mean.isEmpty()) {
            return metrics instanceof Map<?, ?> numbers
                    ? number(numbers.get(Metrics.TOTAL_REWARD_MA.name()), "%.2f (total_reward_ma)")
                    : "–";
        }
        OptionalDouble evaluation = Headline.last(run, Phase.EVAL);
        return number(mean.getAsDouble(), "%.2f")
                + (evaluation.isPresent() ? number(evaluation.getAsDouble(), " (evaluation %.2f)") : "");
    }

    private static String number(@Nullable Object value, String format) {
        return value instanceof Number number ? String.format(Locale.ROOT, format, number.doubleValue()) : "–";
    }
}
