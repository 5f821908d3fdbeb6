package slmlab.cli.python;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON messages on a pair of streams, each after four bytes with its length.
final class Frames {
    private static final int LARGEST = 16 << 20; // bytes; arrays go through channels
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final DataInputStream in;
    private final OutputStream out;

    Frames(InputStream in, OutputStream out) {
        this.in = new DataInputStream(in);
        this.out = out;
    }

    /// Wait for a message; null if the other side has closed its end.
    @Nullable
    JsonNode read() throws IOException {
        int length;
        try {
            length = in.readInt();
        } catch (EOFException _) {
            return null;
        }
        if (length < 0 || length > LARGEST) {
            throw new IOException(
                    "a message of %s bytes; needs at most %s".formatted(Integer.toUnsignedLong(length), LARGEST));
        }
        byte[] content = in.readNBytes(length);
        return content.length < length ? null : MAPPER.readTree(content);
    }

    /// Send a message whole, whichever thread sends another.
    synchronized void write(Map<String, ?> message) {
        byte[] content = JsonFile.line(message).getBytes(StandardCharsets.UTF_8);
        ByteBuffer all = ByteBuffer.allocate(Integer.BYTES + content.length)
                .putInt(content.length)
                .put(content);
        try {
            out.write(all.array());
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("Python has closed its end", e);
        }
    }
}
