package slmlab.cli.python;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// Arrays in memory that this process and Python have both mapped, behind a header with the state of a [Channel].
///
/// The file lies in memory where the system has such a folder. Python deletes its name as soon as it has mapped it.
final class SharedArrays implements AutoCloseable {
    private static final int LINE = 64; // bytes of a cache line, which every array begins
    private static final long LARGEST = 1L << 30;
    private static final Path IN_MEMORY = Path.of("/dev/shm");
    private static final String OWNER_ONLY = "rw-------";

    private final Arena arena = Arena.ofShared();
    private final Path file;
    private final MemorySegment memory;
    private final SequencedMap<String, Part> parts;

    /// One array.
    ///
    /// @param offset in bytes, from the beginning of the file
    record Part(DType dtype, Shape shape, long offset) {}

    /// @param header bytes before the arrays
    /// @param wanted type and shape of each array; the offset is ignored
    /// @throws IllegalArgumentException if all of them are larger than a gigabyte
    SharedArrays(int header, SequencedMap<String, Part> wanted) throws IOException {
        this.parts = new LinkedHashMap<>();
        long size = header;
        for (Map.Entry<String, Part> each : wanted.entrySet()) {
            Part part = each.getValue();
            parts.put(each.getKey(), new Part(part.dtype(), part.shape(), size));
            long bytes = (long) part.shape().volume() * part.dtype().bytes();
            size += (bytes + LINE - 1) / LINE * LINE;
        }
        if (size > LARGEST) {
            throw new IllegalArgumentException("arrays of %s MB; needs at most %s MB: take fewer rows at a time"
                    .formatted(size >> 20, LARGEST >> 20));
        }
        Path folder = Files.isWritable(IN_MEMORY) ? IN_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        this.file = Files.createTempFile(
                folder,
                "slm-lab-",
                ".arrays",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
        file.toFile().deleteOnExit(); // if Python ended before it deleted the name
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            this.memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, size, arena);
        }
    }

    MemorySegment memory() {
        return memory;
    }

    Part part(String name) {
        Part part = parts.get(name);
        if (part == null) {
            throw new IllegalStateException("there is no array " + name);
        }
        return part;
    }

    /// Say where everything lies, for Python.
    Map<String, Object> written() {
        Map<String, Object> arrays = new LinkedHashMap<>();
        parts.forEach((name, part) ->
                arrays.put(name, List.of(part.dtype().name(), part.shape().dims(), part.offset())));
        return Map.of("file", file.toString(), "size", memory.byteSize(), "arrays", arrays);
    }

    /// Copy numbers in: from the beginning of an array of Java's to the beginning of a part.
    void put(String name, Object from, int numbers) {
        long to = part(name).offset();
        switch (from) {
            case float[] floats -> MemorySegment.copy(floats, 0, memory, ValueLayout.JAVA_FLOAT, to, numbers);
            case int[] ints -> MemorySegment.copy(ints, 0, memory, ValueLayout.JAVA_INT, to, numbers);
            case byte[] bytes -> MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, to, numbers);
            default -> throw new IllegalStateException("an array of " + from.getClass());
        }
    }

    /// Copy numbers out.
    void take(String name, Object to, int numbers) {
        long from = part(name).offset();
        switch (to) {
            case float[] floats -> MemorySegment.copy(memory, ValueLayout.JAVA_FLOAT, from, floats, 0, numbers);
            case int[] ints -> MemorySegment.copy(memory, ValueLayout.JAVA_INT, from, ints, 0, numbers);
            case byte[] bytes -> MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, from, bytes, 0, numbers);
            default -> throw new IllegalStateException("an array of " + to.getClass());
        }
    }

    @Override
    public void close() {
        arena.close();
        file.toFile().delete();
    }
}
