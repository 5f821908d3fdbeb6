package slmlab.metric;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;
import slmlab.run.Table;

/// Trial metrics as SLM-Lab writes them, of a run whose session tables are not there.
public final class MetricsFile {

    private MetricsFile() {}

    /// Return the frames and returns of each session; an [IllegalArgumentException] says what is wrong with the
    /// file.
    public static List<Table> tables(Path file) {
        Object local = JsonFile.read(file) instanceof Map<?, ?> metrics ? metrics.get("local") : null;
        if (!(local instanceof Map<?, ?> series)
                || !(series.get("frames") instanceof List<?> frames)
                || !(series.get("mean_returns") instanceof List<?> sessions)) {
            throw new IllegalArgumentException("%s: needs local.frames and local.mean_returns".formatted(file));
        }
        double[] places = numbers(file, frames);
        List<Table> tables = new ArrayList<>();
        for (Object session : sessions) {
            double[] returns = numbers(file, session);
            Table table = new Table(Metrics.names(List.of(Metrics.TOTAL_REWARD, Metrics.FRAME)));
            for (int i = 0; i < Math.min(returns.length, places.length); i++) {
                table.add(returns[i], places[i]);
            }
            tables.add(table);
        }
        return tables;
    }

    private static double[] numbers(Path file, @Nullable Object values) {
        if (!(values instanceof List<?> list)) {
            throw new IllegalArgumentException("%s: %s is not a list of numbers".formatted(file, values));
        }
        double[] numbers = new double[list.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = list.get(i) instanceof Number number ? number.doubleValue() : Double.NaN;
        }
        return numbers;
    }
}
