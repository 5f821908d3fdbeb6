package slmlab.cli;

import java.util.List;

/// Rows of text in columns.
public final class TextColumns {
    private static final int WIDEST = 50;

    private TextColumns() {}

    /// Pad each column to its widest cell; a very wide one shifts its own line only.
    public static List<String> aligned(List<List<String>> rows) {
        int[] width = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int i = 0; i < width.length; i++) {
                int wanted = row.get(i).length();
                width[i] = wanted > WIDEST ? width[i] : Math.max(width[i], wanted);
            }
        }
        return rows.stream().map(row -> line(row, width)).toList();
    }

    private static String line(List<String> row, int[] width) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < width.length; i++) {
            line.append(row.get(i))
                    .repeat(" ", Math.max(0, width[i] - row.get(i).length()) + 2);
        }
        return line.toString().stripTrailing();
    }
}
