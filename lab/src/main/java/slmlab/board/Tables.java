package slmlab.board;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.report.MetricsFile;
import slmlab.report.Phase;
import slmlab.report.RunFolder;
import slmlab.report.Table;

/// Tables of runs, read again only when their files have changed. The least used are forgotten.
final class Tables {
    private static final long MOST_CELLS = 8_000_000; // 64 MB

    private final Map<Path, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long cells;

    private record Entry(long size, long time, Table table) {
        long cells() {
            return (long) table.size() * table.columns().size();
        }
    }

    /// Return the tables of a run's sessions that have rows, by the number of the session.
    ///
    /// @throws IllegalArgumentException if one cannot be read
    Map<Integer, Table> of(RunFolder run, Phase phase) {
        Map<Integer, Table> tables = new LinkedHashMap<>();
        for (int session : run.sessions(0)) {
            Path file = run.sessionTable(0, session, phase);
            if (Files.isRegularFile(file)) {
                Table table = read(file);
                if (table.size() > 0) {
                    tables.put(session, table);
                }
            }
        }
        if (tables.isEmpty() && phase == Phase.TRAIN && Files.isRegularFile(run.trialMetrics(0))) {
            List<Table> upstream = new ArrayList<>(MetricsFile.tables(run.trialMetrics(0)));
            for (int i = 0; i < upstream.size(); i++) {
                tables.put(i, upstream.get(i));
            }
        }
        return tables;
    }

    private synchronized Table read(Path file) {
        try {
            long size = Files.size(file);
            long time = Files.getLastModifiedTime(file).toMillis();
            @Nullable Entry known = entries.get(file);
            if (known != null && known.size == size && known.time == time) {
                return known.table;
            }
            Entry entry = new Entry(size, time, Table.read(file));
            @Nullable Entry before = entries.put(file, entry);
            cells += entry.cells() - (before == null ? 0 : before.cells());
            var oldest = entries.entrySet().iterator();
            while (cells > MOST_CELLS && entries.size() > 1 && oldest.hasNext()) {
                cells -= oldest.next().getValue().cells();
                oldest.remove();
            }
            return entry.table;
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read %s: %s".formatted(file, e), e);
        }
    }
}
