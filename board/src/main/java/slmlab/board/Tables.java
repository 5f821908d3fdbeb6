package slmlab.board;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.metric.MetricsFile;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.run.ThinTable;

/// Tables of runs for curves: of a long one every k-th row, of a large one what has been read so far. The machine may
/// be training, so neither the memory they take nor the time of a question depends on the files. The least used are
/// forgotten.
final class Tables {
    private static final int MOST_NUMBERS = 4_000_000; // 32 MB, three times as much while one grows
    private static final long PIECE = 64L << 20; // bytes of a file that one question reads

    private final Map<Path, ThinTable> known = new LinkedHashMap<>(16, 0.75f, true);

    /// Tables of the sessions of a run, which have the same rows.
    ///
    /// @param tables those that have rows
    /// @param note what is not shown, to follow a title; empty for nothing
    /// @param reading whether another question will get more rows
    record Rows(List<Table> tables, String note, boolean reading) {}

    /// Return the tables of a run's sessions.
    ///
    /// @param runs how many are shown together
    /// @throws IllegalArgumentException if one cannot be read
    synchronized Rows of(RunFolder run, Phase phase, int runs) {
        List<Path> files = run.sessions().stream()
                .map(session -> run.sessionTable(session, phase))
                .filter(Files::exists)
                .toList();
        int most = MOST_NUMBERS / Math.max(1, runs * files.size());
        List<ThinTable> read = files.stream().map(file -> read(file, most)).toList();
        long stride = read.stream().mapToLong(ThinTable::stride).max().orElse(1);
        double share = read.stream().mapToDouble(ThinTable::share).min().orElse(1);
        List<Table> tables = new ArrayList<>(read.stream()
                .map(table -> table.rows(stride))
                .filter(table -> table.size() > 0)
                .toList());
        if (tables.isEmpty() && phase == Phase.TRAIN && Files.exists(run.trialMetrics())) {
            tables.addAll(MetricsFile.tables(run.trialMetrics()));
        }
        return new Rows(tables, note(stride, share), share < 1);
    }

    private static String note(long stride, double share) {
        String thin = stride == 1 ? "" : "; one row in %s".formatted(stride);
        return share == 1 ? thin : thin + String.format(Locale.ROOT, "; %.0f %% of the file read so far", 100 * share);
    }

    /// Whether the tables of a run are too large to be read whole beside a training.
    static boolean areLarge(RunFolder run) {
        return run.sessions().stream()
                .anyMatch(session ->
                        run.sessionTable(session, Phase.TRAIN).toFile().length() > PIECE);
    }

    private ThinTable read(Path file, int most) {
        @Nullable ThinTable table = known.get(file);
        if (table == null || table.most() != most) {
            table = new ThinTable(file, most, PIECE);
            known.put(file, table);
        }
        table.read();
        long numbers = known.values().stream().mapToLong(ThinTable::numbers).sum();
        var oldest = known.values().iterator();
        while (numbers > MOST_NUMBERS && oldest.hasNext()) {
            numbers -= oldest.next().numbers();
            oldest.remove();
        }
        return table;
    }
}
