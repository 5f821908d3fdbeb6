package slmlab.hub;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import slmlab.file.OutputFile;

/// Some of the bytes of a file, as they are sent.
final class FileSlice extends InputStream {
    private final InputStream in;
    private long left;

    private FileSlice(InputStream in, long left) {
        this.in = in;
        this.left = left;
    }

    /// Return a body with so many bytes from a place on.
    static HubCall.Body body(Path file, long from, long count) {
        return new HubCall.Body(count, () -> open(file, from, count));
    }

    private static FileSlice open(Path file, long from, long count) {
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            return new FileSlice(Channels.newInputStream(channel.position(from)), count);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(file, OutputFile.reason(e)), e);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int most) throws IOException {
        if (left == 0) {
            return -1;
        }
        int count = in.read(to, from, (int) Math.min(most, left));
        left -= Math.max(0, count);
        return count;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
