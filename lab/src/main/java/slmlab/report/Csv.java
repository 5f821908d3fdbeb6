package slmlab.report;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// CSV format of a [Table].
///
/// An integer is written without decimals, any other number with the fewest digits that read back as the same
/// double.
public final class Csv {
    private static final String MISSING =
            "\"\""; // a missing number in a table of one column: an empty line would not be a row

    private Csv() {}

    static String text(Table table) {
        StringBuilder text = new StringBuilder(String.join(",", table.columns())).append('\n');
        for (int i = 0; i < table.size(); i++) {
            double[] row = table.row(i);
            for (int j = 0; j < row.length; j++) {
                text.append(j == 0 ? "" : ",")
                        .append(row.length == 1 && Double.isNaN(row[j]) ? MISSING : number(row[j]));
            }
            text.append('\n');
        }
        return text.toString();
    }

    /// Return the fewest digits that read back as the same double; nothing for NaN.
    public static String number(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        double size = Math.abs(value);
        if (size == 0 || (size >= 1e-4 && size < 1e16)) {
            return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
        }
        return Double.toString(value).replace(".0E", "E").toLowerCase(Locale.ROOT);
    }

    static Table read(Path file) {
        List<String> lines = lines(file);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("%s is empty; needs a line of column names".formatted(file));
        }
        Table table;
        try {
            table = new Table(List.of(lines.getFirst().split(",", -1)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s line 1: %s".formatted(file, e.getMessage()), e);
        }
        for (int i = 1; i < lines.size(); i++) {
            table.add(row(file, i + 1, lines.get(i), table.columns()));
        }
        return table;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException _) {
            throw new IllegalArgumentException("there is no file %s".formatted(file));
        } catch (MalformedInputException _) {
            throw new IllegalArgumentException("%s is not UTF-8 text".formatted(file));
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read %s: %s".formatted(file, e), e);
        }
    }

    private static double[] row(Path file, int line, String text, List<String> columns) {
        String[] words = text.split(",", -1);
        if (words.length != columns.size()) {
            throw new IllegalArgumentException("%s line %s has %s values; its %s columns are %s. Is the file cut off?"
                    .formatted(file, line, words.length, columns.size(), columns));
        }
        double[] row = new double[words.length];
        for (int i = 0; i < row.length; i++) {
            try {
                row[i] = value(words[i]);
            } catch (NumberFormatException _) {
                throw new IllegalArgumentException("%s line %s: %s is '%s'; needs a number or nothing"
                        .formatted(file, line, columns.get(i), words[i]));
            }
        }
        return row;
    }

    /// Read a number as [#number] and SLM-Lab write it; NaN where there is none.
    ///
    /// @throws NumberFormatException if it is anything else
    public static double value(String word) {
        return switch (word.strip().toLowerCase(Locale.ROOT)) {
            case "", MISSING, "nan" -> Double.NaN;
            case "inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            case "true" -> 1;
            case "false" -> 0;
            default -> Double.parseDouble(word);
        };
    }
}
