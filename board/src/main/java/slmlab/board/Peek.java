package slmlab.board;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import slmlab.file.InputFile;
import slmlab.run.Csv;

/// A table seen without reading all of it: the names of its columns, and rows spread evenly over the file, the first
/// and the last among them. So 500 runs are listed in the time that reading one takes.
///
/// @param rows in the order of the file; a line that is still being written is omitted
record Peek(List<String> columns, List<double[]> rows) {
    private static final int SMALL = 64 * 1024; // a file of this size is read whole
    private static final int PIECE = 4096; // longer than any row

    /// @throws IllegalArgumentException if it is no file: a pipe may have no writer
    static Peek read(Path file, int samples) throws IOException {
        String problem = InputFile.problem(file);
        if (problem != null) {
            throw new IllegalArgumentException("%s %s".formatted(file, problem));
        }
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            return size <= SMALL ? whole(channel, samples) : pieces(channel, size, samples);
        }
    }

    private static Peek whole(FileChannel channel, int samples) throws IOException {
        List<String> lines = lines(text(channel, 0, SMALL));
        if (lines.isEmpty()) {
            return new Peek(List.of(), List.of());
        }
        List<String> columns = columns(lines.getFirst());
        List<double[]> rows = new ArrayList<>();
        int count = lines.size() - 1;
        int steps = Math.min(samples, count);
        for (int i = 1; i <= steps; i++) {
            add(rows, lines.get(steps == 1 ? count : 1 + (int) ((i - 1L) * (count - 1) / (steps - 1))), columns.size());
        }
        return new Peek(columns, rows);
    }

    private static Peek pieces(FileChannel channel, long size, int samples) throws IOException {
        List<String> head = lines(text(channel, 0, PIECE));
        if (head.size() < 2) {
            return new Peek(List.of(), List.of());
        }
        List<String> columns = columns(head.getFirst());
        List<double[]> rows = new ArrayList<>();
        add(rows, head.get(1), columns.size());
        for (int i = 1; i < samples - 1; i++) {
            List<String> lines = lines(text(channel, i * size / (samples - 1), PIECE));
            if (lines.size() > 1) { // the first is cut off at its start
                add(rows, lines.get(1), columns.size());
            }
        }
        List<String> tail = lines(text(channel, size - PIECE, PIECE));
        if (tail.size() > 1) {
            add(rows, tail.getLast(), columns.size());
        }
        return new Peek(columns, rows);
    }

    private static String text(FileChannel channel, long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {}
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    /// Return the lines that have an end.
    private static List<String> lines(String text) {
        int end = text.lastIndexOf('\n');
        return end < 0 ? List.of() : Arrays.asList(text.substring(0, end).split("\r?\n", -1));
    }

    private static List<String> columns(String line) {
        return List.of(line.split(",", -1));
    }

    private static void add(List<double[]> rows, String line, int width) {
        String[] words = line.split(",", -1);
        double[] row = new double[width];
        if (words.length != width) {
            return; // still being written
        }
        try {
            for (int i = 0; i < width; i++) {
                row[i] = Csv.value(words[i]);
            }
        } catch (NumberFormatException _) {
            return; // cut off, or not a number
        }
        rows.add(row);
    }

    /// Return a column of the rows; NaNs where there is no such column.
    double[] column(String name) {
        int place = columns.indexOf(name);
        return rows.stream()
                .mapToDouble(row -> place < 0 ? Double.NaN : row[place])
                .toArray();
    }

    /// Return the last number of a column; NaN if there is none.
    double last(String name) {
        double[] values = column(name);
        return values.length == 0 ? Double.NaN : values[values.length - 1];
    }
}
