package slmlab.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What tells a file from the one that was there before: a writer moves a new one into its place.
///
/// @param key of the file system; null where it has none
record Stamp(FileTime changed, long size, @Nullable Object key) {
    private static final Stamp MISSING = new Stamp(FileTime.fromMillis(0), -1, null);

    static Stamp of(Path file) {
        try {
            BasicFileAttributes facts = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(
                    facts.lastModifiedTime(),
                    facts.size(),
                    Optional.ofNullable(facts.fileKey()).map(Object::toString).orElse(null));
        } catch (IOException _) {
            return MISSING;
        }
    }

    boolean isMissing() {
        return size < 0;
    }
}
