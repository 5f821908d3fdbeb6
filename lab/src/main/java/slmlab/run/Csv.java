package slmlab.run;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import slmlab.file.LineReader;
import slmlab.file.LongLineException;
import slmlab.file.OutputFile;
import slmlab.file.Quoted;

/// CSV format of a [Table].
///
/// An integer is written without decimals, any other number with the fewest digits that read back as the same
/// double.
public final class Csv {
    private static final String MISSING =
            "\"\""; // a missing number in a table of one column: an empty line would not be a row

    private static final int MOST_COLUMNS = 1000;
    private static final long MOST_NUMBERS = 1L << 29;
    private static final long TAIL = 4L << 20; // bytes; longer than any row
    private static final int BYTES_PER_NUMBER = 32; // of memory: a table twice while it grows, and columns of it

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
        return read(file, 0, lines -> {
            Table table = new Table(header(file, lines));
            long most = Math.min(MOST_NUMBERS, Runtime.getRuntime().maxMemory() / BYTES_PER_NUMBER)
                    / table.columns().size();
            while (lines.next()) {
                if (table.size() == most) {
                    throw new IllegalArgumentException(
                            "%s has more than %s rows, too many for the memory of this process; give it more, for example with SLM_LAB_JAVA_OPTS=-Xmx16g"
                                    .formatted(file, most));
                }
                table.add(row(file, lines, table.columns()));
            }
            return table;
        });
    }

    /// Return the last number of a column, for which no other row is read; empty if there is no row.
    static OptionalDouble last(Path file, String column) {
        List<String> columns = read(file, 0, lines -> header(file, lines));
        int place = columns.indexOf(column);
        if (place < 0) {
            throw new IllegalArgumentException(
                    "%s has no column %s; it has %s".formatted(file, column, Quoted.names(columns)));
        }
        return read(file, Math.max(0, size(file) - TAIL), lines -> {
            double[] row = {};
            lines.next(); // the header, or a line that begins before the tail
            while (lines.next()) {
                row = row(file, lines, columns);
            }
            return row.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(row[place]);
        });
    }

    /// Reads lines.
    interface Use<T> {
        T of(LineReader lines) throws IOException;
    }

    /// Read a file from a place on; an [IllegalArgumentException] says what is wrong with it.
    static <T> T read(Path file, long place, Use<T> use) {
        try (LineReader lines = LineReader.open(file, place)) {
            try {
                return use.of(lines);
            } catch (CharacterCodingException _) {
                throw new IllegalArgumentException("%s is not UTF-8 text".formatted(at(file, lines)));
            } catch (LongLineException _) {
                throw new IllegalArgumentException(
                        "%s is longer than any row of a table; is it a table?".formatted(at(file, lines)));
            }
        } catch (NoSuchFileException _) {
            throw new IllegalArgumentException("there is no file %s".formatted(file));
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read %s: %s".formatted(file, OutputFile.reason(e)), e);
        }
    }

    private static String at(Path file, LineReader lines) {
        return "%s line %s".formatted(file, lines.number());
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    /// Return the names in the first line.
    static List<String> header(Path file, LineReader lines) throws IOException {
        if (!lines.next()) {
            throw new IllegalArgumentException("%s is empty; needs a line of column names".formatted(file));
        }
        return columns(file, lines.text());
    }

    private static List<String> columns(Path file, String line) {
        String[] names = line.split(",", -1);
        if (names.length > MOST_COLUMNS) {
            throw new IllegalArgumentException(
                    "%s line 1 has %s columns; a table has at most %s".formatted(file, names.length, MOST_COLUMNS));
        }
        try {
            return new Table(List.of(names)).columns();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s line 1: %s".formatted(file, e.getMessage()), e);
        }
    }

    /// Return the numbers of a line.
    static double[] row(Path file, LineReader lines, List<String> columns) throws IOException {
        String[] words = lines.text().split(",", -1);
        if (words.length != columns.size()) {
            throw new IllegalArgumentException("%s has %s values; its %s columns are %s. Is the file cut off?"
                    .formatted(at(file, lines), words.length, columns.size(), Quoted.names(columns)));
        }
        double[] row = new double[words.length];
        for (int i = 0; i < row.length; i++) {
            try {
                row[i] = value(words[i]);
            } catch (NumberFormatException _) {
                throw new IllegalArgumentException("%s: %s is '%s'; needs a number or nothing"
                        .formatted(at(file, lines), Quoted.text(columns.get(i)), Quoted.text(words[i])));
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
