package slmlab.metric;

import java.nio.file.Files;
import java.util.List;
import java.util.OptionalDouble;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;

/// The one number of a run: the mean return of the last 100 episodes.
///
/// @param column where it stands
/// @param text what it is
public record Headline(String column, String text) {
    private static final String COLUMN = Metrics.MEAN_RETURN.name();
    private static final String TOTAL = Metrics.TOTAL_REWARD.name();

    /// Return where tables have it. Those of SLM-Lab have only `total_reward`.
    public static Headline of(Phase phase, List<Table> tables) {
        if (phase == Phase.EVAL) {
            return new Headline(TOTAL, "mean return of an evaluation");
        }
        return tables.stream().allMatch(table -> table.has(COLUMN))
                ? new Headline(COLUMN, "mean return of the last 100 episodes")
                : new Headline(TOTAL, TOTAL);
    }

    /// Return the mean over the sessions of a run of their last number; empty where the tables do not have it.
    public static OptionalDouble last(RunFolder run, Phase phase) {
        List<Table> tables = run.sessions().stream()
                .map(session -> run.sessionTable(session, phase))
                .filter(Files::exists)
                .map(Table::read)
                .toList();
        String column = phase == Phase.EVAL ? TOTAL : COLUMN;
        return tables.stream()
                .filter(table -> table.has(column) && table.size() > 0)
                .mapToDouble(table -> Series.last(table.column(column)))
                .filter(value -> !Double.isNaN(value))
                .average();
    }
}
