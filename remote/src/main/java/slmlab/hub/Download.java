package slmlab.hub;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import slmlab.file.OutputFile;

/// One file that is downloaded: beside its place, from where it was cut off, and moved there once its hash is right.
///
/// @param part holds what has come so far
record Download(Dataset dataset, String commit, HubFile file, Path part, Path to) {
    private static final int CHUNK = 1 << 16;
    private static final int PARTIAL = 206;

    /// Return whether the file is there already and right. A wrong one is deleted.
    boolean isDone() {
        return writing(() -> {
            if (!Files.isRegularFile(to)) {
                return false;
            }
            boolean isRight = file.isSame(FileHash.of(to, null));
            if (!isRight) {
                Files.delete(to);
            }
            return isRight;
        });
    }

    /// Download it. Bytes that turn out wrong are thrown away, and it is downloaded once more: it may have been put
    /// together from the parts of several tries.
    void run() {
        String wrong = fetch();
        if (!wrong.isEmpty()) {
            wrong = fetch();
        }
        if (!wrong.isEmpty()) {
            throw new HubException("%s %s; nothing of it was kept".formatted(file.path(), wrong));
        }
    }

    /// Return what is wrong with what came, which is then deleted; empty if it is in its place.
    private String fetch() {
        if (length() > file.size()) {
            deletePart();
        }
        if (length() < file.size() || file.size() == 0) {
            boolean _ = dataset.download(commit, file.path(), this::length, this::append);
        }
        return writing(() -> {
            FileHash hash = FileHash.of(part, null);
            if (!file.isSame(hash)) {
                Files.delete(part);
                return file.difference(hash);
            }
            Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
            return "";
        });
    }

    /// Append what comes, and no more than one byte beyond the size that the listing promised.
    private boolean append(HttpResponse<InputStream> answer) throws IOException {
        long from = length();
        boolean isRest = answer.statusCode() == PARTIAL
                && answer.headers()
                        .firstValue("Content-Range")
                        .map(range -> range.startsWith("bytes %s-".formatted(from)))
                        .orElse(false);
        long left = file.size() - (isRest ? from : 0) + 1;
        byte[] chunk = new byte[CHUNK];
        try (OutputStream out = open(isRest)) {
            int count = 0;
            while (left > 0 && count >= 0) {
                count = answer.body().read(chunk, 0, (int) Math.min(chunk.length, left));
                int came = Math.max(0, count);
                writing(() -> {
                    out.write(chunk, 0, came);
                    return "";
                });
                left -= came;
            }
        }
        if (left > 1) {
            throw new IOException("ended %s bytes early".formatted(left - 1));
        }
        return true;
    }

    private OutputStream open(boolean isRest) {
        return writing(() -> Files.newOutputStream(
                part,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                isRest ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING));
    }

    /// Return how many bytes there are.
    private long length() {
        return part.toFile().length();
    }

    private void deletePart() {
        boolean _ = writing(() -> Files.deleteIfExists(part));
    }

    /// What a disk does.
    @FunctionalInterface
    private interface Work<T> {
        T run() throws IOException;
    }

    /// A disk that fails is no connection that fails: nothing is tried again.
    private <T> T writing(Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write %s: %s".formatted(to, OutputFile.reason(e)), e);
        }
    }
}
