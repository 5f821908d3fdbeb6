package slmlab.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;

/// The lines of a text file, one at a time, however large the file is. A line that nobody asks for is not decoded.
///
/// ```java
/// try (LineReader lines = LineReader.open(file, 0)) {
///     while (lines.next()) {
///         use(lines.text());
///     }
/// }
/// ```
public final class LineReader implements AutoCloseable {
    private static final int LONGEST = 1 << 20; // bytes; the buffer grows no further

    private final ReadableByteChannel in;
    private byte[] buffer = new byte[64 * 1024];
    private int filled;
    private int start; // of the line
    private int end; // of the line, before its end mark
    private int following; // start of the next line
    private long place; // in the file, of the buffer's first byte
    private long number; // of the line
    private boolean complete;
    private boolean over;

    private LineReader(ReadableByteChannel in, long place) {
        this.in = in;
        this.place = place;
    }

    /// Open a file at a place in bytes, 0 for its beginning.
    ///
    /// @throws java.nio.file.NoSuchFileException if it does not exist
    /// @throws IllegalArgumentException that says why it cannot be read otherwise
    public static LineReader open(Path file, long place) throws IOException {
        String problem = Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? InputFile.problem(file) : null;
        if (problem != null) {
            throw new IllegalArgumentException("%s %s".formatted(file, problem));
        }
        if (InputFile.isStream(file)) {
            return new LineReader(Channels.newChannel(InputFile.open(file)), 0);
        }
        FileChannel channel = FileChannel.open(file);
        return new LineReader(channel.position(place), place);
    }

    /// Go to the next line; false if there is none.
    ///
    /// @throws LongLineException if it is longer than a megabyte
    public boolean next() throws IOException {
        number++;
        start = following;
        int searched = start;
        while (true) {
            for (int i = searched; i < filled; i++) {
                if (buffer[i] == '\n') {
                    return found(i, i + 1, true);
                }
            }
            searched = filled;
            if (over) {
                return start < filled && found(filled, filled, false);
            }
            int moved = start;
            fill();
            searched -= moved - start;
        }
    }

    private boolean found(int at, int next, boolean ended) {
        end = at > start && buffer[at - 1] == '\r' ? at - 1 : at;
        following = next;
        complete = ended;
        return true;
    }

    /// Read more behind what is left of the buffer, which moves to its beginning.
    private void fill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, filled - start);
            place += start;
            filled -= start;
            start = 0;
        }
        if (filled == LONGEST) {
            throw new LongLineException();
        }
        if (filled == buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.min(LONGEST, 2 * buffer.length));
        }
        int count = in.read(ByteBuffer.wrap(buffer, filled, buffer.length - filled));
        over = count < 0;
        filled += Math.max(0, count);
    }

    /// Return the line without its end.
    ///
    /// @throws CharacterCodingException if it is not UTF-8
    public String text() throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(buffer, start, end - start))
                .toString();
    }

    /// Return whether the line has an end; the last one may be half written.
    public boolean isComplete() {
        return complete;
    }

    /// Return the number of the line, counted from 1 at the place where the file was opened.
    public long number() {
        return number;
    }

    /// Return where the next line begins, in bytes of the file.
    public long place() {
        return place + following;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
