package slmlab.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// A table of which only every k-th row is kept, for curves: k is 1 until there are too many rows, then 2, 4, 8, ….
///
/// Its file is read piece by piece, and only what was added to it since: neither memory nor time depends on how large
/// it is.
public final class ThinTable {
    private static final int MARK = 256;

    private final Path file;
    private final int most; // numbers kept
    private final long piece; // bytes read at a time
    private Table rows = new Table(List.of("frame"));
    private long stride;
    private long seen; // rows
    private long place; // in the file, behind the last row that was seen
    private long size;
    private byte[] mark = {}; // the bytes before that place: still the same in a file that has only grown

    /// @param most numbers to keep
    /// @param piece bytes to read at a time
    public ThinTable(Path file, int most, long piece) {
        this.file = file;
        this.most = most;
        this.piece = piece;
    }

    /// Read the next piece of the file; a line that is still being written is omitted. An
    /// [IllegalArgumentException] says what is wrong with the file, which is then read again next time.
    public void read() {
        long from = hasOnlyGrown() ? place : 0;
        place = 0; // until this piece is known to be right
        Csv.read(file, from, lines -> {
            if (from == 0) {
                begin(Csv.header(file, lines));
            }
            long end = from;
            while (end - from < piece && lines.next() && lines.isComplete()) {
                if (seen++ % stride == 0) {
                    add(Csv.row(file, lines, rows.columns()));
                }
                end = lines.place();
            }
            finish(end == from && from == 0 ? lines.place() : end);
            return end;
        });
    }

    private void begin(List<String> columns) {
        rows = new Table(columns);
        stride = 1;
        seen = 0;
    }

    private void add(double[] row) {
        rows.add(row);
        if (rows.size() * rows.columns().size() >= most) {
            rows = every(2);
            stride *= 2;
        }
    }

    private void finish(long end) throws IOException {
        place = end;
        size = Files.size(file);
        mark = before(end);
    }

    /// Return whether what was read is still there.
    private boolean hasOnlyGrown() {
        try {
            return place > 0 && Files.size(file) >= place && Arrays.equals(mark, before(place));
        } catch (IOException _) {
            return false; // reading it says why
        }
    }

    private byte[] before(long end) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MARK, end));
        try (FileChannel channel = FileChannel.open(file)) {
            while (bytes.hasRemaining() && channel.read(bytes, end - bytes.limit() + bytes.position()) >= 0) {}
        }
        return bytes.array();
    }

    /// Return which share of the file has been read; 1 for all of it, a last line without end included.
    public double share() {
        return size - place < (1 << 20) ? 1 : place / (double) size;
    }

    /// Return how many rows of the file one kept row stands for.
    public long stride() {
        return stride;
    }

    /// Return how many numbers it keeps at most.
    public int most() {
        return most;
    }

    /// Return how many numbers it keeps now.
    public int numbers() {
        return rows.size() * rows.columns().size();
    }

    /// Return every k-th row of the file.
    ///
    /// @param k a multiple of [#stride]
    public Table rows(long k) {
        return k == stride ? rows : every((int) (k / stride));
    }

    private Table every(int k) {
        Table kept = new Table(rows.columns());
        for (int i = 0; i < rows.size(); i += k) {
            kept.add(rows.row(i));
        }
        return kept;
    }
}
