package slmlab.hub;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// What identifies the content of a file: Git's SHA-1 of small ones, the SHA-256 of those in large file storage.
///
/// @param blob SHA-1 of Git's header and the content
record FileHash(long size, String blob, String sha256) {
    private static final int CHUNK = 1 << 16;

    /// Read a file.
    ///
    /// @param token that must not be in it; null for none
    /// @throws IllegalArgumentException if the token is in it
    static FileHash of(Path file, @Nullable Token token) throws IOException {
        long size = Files.size(file);
        MessageDigest blob = digest("SHA-1");
        MessageDigest sha256 = digest("SHA-256");
        blob.update("blob %s\0".formatted(size).getBytes(StandardCharsets.UTF_8));
        Token.@Nullable Search search = token == null ? null : token.new Search();
        byte[] chunk = new byte[CHUNK];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                blob.update(chunk, 0, count);
                sha256.update(chunk, 0, count);
                if (search != null && search.isIn(chunk, count)) {
                    throw new IllegalArgumentException(
                            "%s contains your HF_TOKEN; remove it there: nothing was uploaded".formatted(file));
                }
            }
        }
        return new FileHash(size, hex(blob), hex(sha256));
    }

    /// Return the hash of what Git would store.
    static String blob(byte[] content) {
        MessageDigest digest = digest("SHA-1");
        digest.update("blob %s\0".formatted(content.length).getBytes(StandardCharsets.UTF_8));
        digest.update(content);
        return hex(digest);
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest digest(String name) {
        try {
            return MessageDigest.getInstance(name);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + name, e);
        }
    }
}
