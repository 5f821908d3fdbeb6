package slmlab.cli.search;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;
import slmlab.search.SearchSpace;
import slmlab.search.study.TrialRow;

/// Trials of a study as lines of text.
final class TrialTable {
    private static final int DIGITS = 4;
    private static final double SMALLEST = 1e-4; // of the numbers that are written without an exponent
    private static final double LARGEST = 1e9;

    private final Map<String, String> shorts = new LinkedHashMap<>(); // what a key is called, by its path

    TrialTable(SearchSpace space) {
        List<String> paths =
                space.parameters().stream().map(each -> each.path()).toList();
        paths.forEach(path -> shorts.put(path, shortest(path, paths)));
    }

    /// Return the shortest end of a path that no other has.
    private static String shortest(String path, List<String> all) {
        for (int dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
            String end = path.substring(dot);
            if (all.stream().filter(each -> each.endsWith(end)).count() == 1) {
                return end.substring(1);
            }
        }
        return path;
    }

    List<String> heading() {
        List<String> heading = new ArrayList<>(List.of("TRIAL", "STATE", "SCORE", "FRAME"));
        heading.addAll(shorts.values());
        return heading;
    }

    /// @param best whether to mark it as the best of all
    List<String> row(TrialRow trial, boolean best) {
        List<String> row = new ArrayList<>();
        row.add((best ? "* " : "  ") + trial.number());
        row.add(state(trial));
        row.add(number(score(trial)));
        row.add(String.format(Locale.ROOT, "%,d", trial.frame()));
        shorts.keySet().forEach(path -> row.add(text(trial.values().get(path))));
        return row;
    }

    static String state(TrialRow trial) {
        return !trial.state().isOver() && !trial.held()
                ? "stopped"
                : trial.state().name().toLowerCase(Locale.ROOT);
    }

    /// Return the score, or the last one reported while the trial runs.
    static double score(TrialRow trial) {
        return trial.state().isOver() || trial.scores().isEmpty()
                ? trial.score()
                : trial.scores().lastEntry().getValue();
    }

    /// Return the values of a trial: `gamma 0.98, lr 0.003`.
    String values(TrialRow trial) {
        return shorts.entrySet().stream()
                .map(each -> each.getValue() + " " + text(trial.values().get(each.getKey())))
                .collect(Collectors.joining(", "));
    }

    static String number(double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.2f", value);
    }

    /// Return a value with the digits that tell values apart.
    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Double number when Double.isFinite(number) -> digits(number);
            case String text -> text;
            default -> JsonFile.line(value).replace(" ", "");
        };
    }

    private static String digits(double number) {
        BigDecimal rounded = new BigDecimal(number, new MathContext(DIGITS)).stripTrailingZeros();
        double size = Math.abs(number);
        return size >= SMALLEST && size < LARGEST ? rounded.toPlainString() : rounded.toString();
    }
}
