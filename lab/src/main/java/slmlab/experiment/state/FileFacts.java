package slmlab.experiment.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32C;

/// Size and checksum of a file, which show whether it is still the one that was written.
record FileFacts(long size, long crc32c) {

    static FileFacts of(Path file) throws IOException {
        CRC32C crc = new CRC32C();
        byte[] buffer = new byte[1 << 16];
        try (var in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                crc.update(buffer, 0, read);
            }
        }
        return new FileFacts(Files.size(file), crc.getValue());
    }

    /// Read them from a manifest.
    static FileFacts of(Map<?, ?> json) throws IOException {
        if (json.get("size") instanceof Number size && json.get("crc32c") instanceof Number crc32c) {
            return new FileFacts(size.longValue(), crc32c.longValue());
        }
        throw new IOException("the manifest has no size or no crc32c for a file");
    }

    void verify(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException("%s is missing".formatted(file.getFileName()));
        }
        if (Files.size(file) != size || !of(file).equals(this)) {
            throw new IOException("%s does not match its checksum".formatted(file.getFileName()));
        }
    }
}
