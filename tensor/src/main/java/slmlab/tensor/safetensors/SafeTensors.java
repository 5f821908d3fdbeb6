package slmlab.tensor.safetensors;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.zip.CRC32C;
import slmlab.tensor.Array;

/// Writes and reads named arrays. A file carries a checksum of its data, which is verified when it is read; a
/// file without one, as Python writes it, is read as it is.
///
/// ```java
/// SafeTensors.write(file, tensors, Map.of("frame", "81920"));
/// Array weight = SafeTensors.read(file).tensors().get("net.0.weight");
/// ```
public final class SafeTensors {
    /// Bytes that are copied at once between a file and the arrays.
    private static final int CHUNK = 1 << 16;

    private SafeTensors() {}

    /// Contents of a file; both maps are immutable.
    ///
    /// @param tensors  the arrays by name, in the order of the file's header
    /// @param metadata strings by key, without the checksum; empty when the file has none
    public record Contents(SequencedMap<String, Array> tensors, Map<String, String> metadata) {
        public Contents {
            tensors = Collections.unmodifiableSequencedMap(tensors);
            metadata = Collections.unmodifiableMap(metadata);
        }
    }

    /// Write the arrays and the metadata atomically: a reader of `file`, even after a crash, finds the old
    /// content or all of the new. Equal maps in equal order give equal bytes.
    ///
    /// @throws SafeTensorsException when that is not possible; `file` is then unchanged
    public static void write(Path file, SequencedMap<String, Array> tensors, Map<String, String> metadata) {
        if (metadata.containsKey(Header.CHECKSUM)) {
            throw new SafeTensorsException(
                    file.toString(),
                    "the metadata key %s is reserved for the checksum: choose another".formatted(Header.CHECKSUM));
        }
        CRC32C crc = new CRC32C();
        Header header = Header.of(tensors, metadata).withChecksum(crc.getValue());
        int headerBytes = HeaderWriter.write(header, file.toString()).remaining();
        Path beside = file.resolveSibling(".%s.%s.tmp".formatted(file.getFileName(), UUID.randomUUID()));
        try {
            try (var out = FileChannel.open(beside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                out.position(headerBytes);
                ByteBuffer chunk = chunk(CHUNK);
                for (var tensor : header.inDataOrder()) {
                    write(out, requireNonNull(tensors.get(tensor.getKey())), chunk, crc);
                }
                out.position(0); // every checksum has the same number of digits, so the header still fits
                drain(HeaderWriter.write(header.withChecksum(crc.getValue()), file.toString()), out);
                out.force(true);
            }
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new SafeTensorsException(
                    file.toString(),
                    "cannot be written (%s); check that its folder exists, has space and may be written to"
                            .formatted(e),
                    e);
        } finally {
            deleteIfThere(beside); // a finished write has moved it
        }
    }

    /// Return the bytes of a file of the arrays and the metadata, without a checksum: for what travels, not
    /// for what is kept.
    public static byte[] bytes(SequencedMap<String, Array> tensors, Map<String, String> metadata) {
        Header header = Header.of(tensors, metadata);
        ByteBuffer head = HeaderWriter.write(header, "the answer");
        long data = header.entries().values().stream()
                .mapToLong(Header.Entry::end)
                .max()
                .orElse(0);
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(head.remaining() + data))
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(head);
        for (var tensor : header.inDataOrder()) {
            Array array = requireNonNull(tensors.get(tensor.getKey()));
            switch (array.dtype()) {
                case FLOAT32 -> all.asFloatBuffer().put(array.floats());
                case INT32 -> all.asIntBuffer().put(array.ints());
                case UINT8 -> all.slice().put(array.bytes());
            }
            all.position(all.position() + array.shape().volume() * array.dtype().bytes());
        }
        return all.array();
    }

    /// Read the arrays and the metadata of a file.
    ///
    /// @throws SafeTensorsException when the file cannot be read, violates the format, or has a tensor of a
    ///     type that [Array] does not have: nothing is converted
    public static Contents read(Path file) {
        try (var in = open(file)) {
            return read(in, in.size(), file.toString());
        } catch (IOException e) {
            throw unreadable(file.toString(), e);
        }
    }

    /// Read the metadata of a file, and none of its arrays.
    public static Map<String, String> metadata(Path file) {
        try (var in = open(file)) {
            return header(in, in.size(), file.toString()).freeMetadata();
        } catch (IOException e) {
            throw unreadable(file.toString(), e);
        }
    }

    /// Open a file, and nothing else: a named pipe would wait for a writer forever.
    private static FileChannel open(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException("not a regular file");
        }
        return FileChannel.open(file, StandardOpenOption.READ);
    }

    /// Read from the bytes of a file.
    ///
    /// @param file what messages call it
    public static Contents read(byte[] bytes, String file) {
        try (var in = Channels.newChannel(new ByteArrayInputStream(bytes))) {
            return read(in, bytes.length, file);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static SafeTensorsException unreadable(String file, IOException e) {
        return new SafeTensorsException(
                file, "cannot be read (%s); check that it exists, is a file and may be read".formatted(e), e);
    }

    private static Header header(ReadableByteChannel in, long fileBytes, String file) throws IOException {
        if (fileBytes < Long.BYTES) {
            throw new SafeTensorsException(
                    file,
                    "has %s bytes, a safetensors file has at least 8; it may be cut short: copy it again"
                            .formatted(fileBytes));
        }
        long headerBytes = fill(ByteBuffer.allocate(Long.BYTES), in, file)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
        if (headerBytes < 0 || headerBytes > Header.MAX_BYTES) {
            throw new SafeTensorsException(
                    file,
                    "claims a header of %s bytes, the format allows %s; this is not a safetensors file: check its name"
                            .formatted(Long.toUnsignedString(headerBytes), Header.MAX_BYTES));
        }
        if (headerBytes > fileBytes - Long.BYTES) {
            throw new SafeTensorsException(
                    file,
                    "claims a header of %s bytes, but only %s follow; it may be cut short: copy it again"
                            .formatted(headerBytes, fileBytes - Long.BYTES));
        }
        Header header = HeaderReader.read(fill(ByteBuffer.allocate((int) headerBytes), in, file), file);
        header.check(fileBytes - Long.BYTES - headerBytes, file);
        return header;
    }

    private static Contents read(ReadableByteChannel in, long fileBytes, String file) throws IOException {
        Header header = header(in, fileBytes, file);

        // The positions cover the data exactly once, so the arrays take as many bytes as the data.
        var tensors = new LinkedHashMap<String, Array>();
        header.entries().forEach((name, entry) -> tensors.put(name, Array.zeros(entry.dtype(), entry.shape())));
        ByteBuffer chunk = chunk(fileBytes);
        CRC32C crc = new CRC32C();
        for (var tensor : header.inDataOrder()) {
            read(in, requireNonNull(tensors.get(tensor.getKey())), chunk, crc, file);
        }
        header.verify(crc.getValue(), file);
        return new Contents(tensors, header.freeMetadata());
    }

    private static void read(ReadableByteChannel in, Array array, ByteBuffer chunk, CRC32C crc, String file)
            throws IOException {
        int width = array.dtype().bytes();
        int volume = array.shape().volume();
        int count;
        for (int at = 0; at < volume; at += count) {
            count = Math.min(volume - at, chunk.capacity() / width);
            fill(chunk.clear().limit(count * width), in, file);
            crc.update(chunk.slice(0, count * width));
            switch (array.dtype()) {
                case FLOAT32 -> chunk.asFloatBuffer().get(array.floats(), at, count);
                case INT32 -> chunk.asIntBuffer().get(array.ints(), at, count);
                case UINT8 -> chunk.get(array.bytes(), at, count);
            }
        }
    }

    private static void write(WritableByteChannel out, Array array, ByteBuffer chunk, CRC32C crc) throws IOException {
        int width = array.dtype().bytes();
        int volume = array.shape().volume();
        int count;
        for (int at = 0; at < volume; at += count) {
            count = Math.min(volume - at, chunk.capacity() / width);
            chunk.clear().limit(count * width);
            switch (array.dtype()) {
                case FLOAT32 -> chunk.asFloatBuffer().put(array.floats(), at, count);
                case INT32 -> chunk.asIntBuffer().put(array.ints(), at, count);
                case UINT8 -> chunk.put(0, array.bytes(), at, count);
            }
            crc.update(chunk.slice(0, count * width));
            drain(chunk, out);
        }
    }

    private static void deleteIfThere(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // The write has failed already, and that is the error to report.
        }
    }

    /// Return a buffer for copying, no larger than the data.
    private static ByteBuffer chunk(long dataBytes) {
        return ByteBuffer.allocate((int) Math.min(CHUNK, dataBytes)).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// Fill a buffer and flip it.
    private static ByteBuffer fill(ByteBuffer buffer, ReadableByteChannel in, String file) throws IOException {
        int end = buffer.limit();
        while (buffer.position() < end) {
            // In pieces: a channel keeps native memory as large as the largest it was ever asked for.
            buffer.limit(Math.min(end, buffer.position() + CHUNK));
            if (in.read(buffer) < 0) {
                throw new SafeTensorsException(
                        file, "became shorter while it was read; something else writes to it: read it again");
            }
        }
        return buffer.flip();
    }

    private static void drain(ByteBuffer buffer, WritableByteChannel out) throws IOException {
        int end = buffer.limit();
        while (buffer.position() < end) {
            buffer.limit(Math.min(end, buffer.position() + CHUNK));
            out.write(buffer);
        }
    }
}
