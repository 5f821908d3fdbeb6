package slmlab.hub;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A file of a dataset, as its listing has it.
///
/// @param path in the dataset
/// @param blob Git's SHA-1 of it, or of its pointer
/// @param sha256 of a file in large file storage; null for a small one
record HubFile(
        String path, long size, String blob, @Nullable String sha256) {

    /// Return whether a local file has the same content.
    boolean isSame(FileHash local) {
        return size == local.size() && (sha256 == null ? blob.equals(local.blob()) : sha256.equals(local.sha256()));
    }

    /// Return what a file should have and has, where they differ.
    String difference(FileHash local) {
        if (size != local.size()) {
            return "has %s bytes, the listing says %s".formatted(local.size(), size);
        }
        return sha256 == null
                ? "has the SHA-1 %s, the listing says %s".formatted(local.blob(), blob)
                : "has the SHA-256 %s, the listing says %s".formatted(local.sha256(), sha256);
    }

    /// Return a short name that no other file of the dataset has.
    String id() {
        return FileHash.blob(path.getBytes(StandardCharsets.UTF_8));
    }

    /// Return the path below a folder of the dataset.
    Path below(String folder) {
        return Path.of(path.substring(folder.length() + 1));
    }
}
