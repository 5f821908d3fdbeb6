package slmlab.hub;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Paths as a hub writes them. None is trusted: one that could lead out of a folder is refused.
final class HubPath {
    private static final int LONGEST = 1024; // bytes
    private static final int LONGEST_NAME = 255; // bytes, of most file systems
    private static final String RESERVED = "\\:*?\"<>|";

    private HubPath() {}

    /// Return what is wrong with a path, as the end of a sentence; null if nothing is.
    static @Nullable String problem(String path) {
        if (path.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            return "is longer than %s bytes".formatted(LONGEST);
        }
        if (path.startsWith("/")) {
            return "is absolute";
        }
        for (String name : path.split("/", -1)) {
            @Nullable String problem = nameProblem(name);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private static @Nullable String nameProblem(String name) {
        if (name.isBlank() || name.equals(".") || name.equals("..")) {
            return "has a part '%s'".formatted(name.strip());
        }
        if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            return "has a name longer than %s bytes".formatted(LONGEST_NAME);
        }
        for (int letter : name.codePoints().toArray()) {
            if (RESERVED.indexOf(letter) >= 0) {
                return "contains " + Character.toString(letter);
            }
            int type = Character.getType(letter);
            if (type == Character.CONTROL || type == Character.SURROGATE || type == Character.FORMAT) {
                return String.format(Locale.ROOT, "contains the control character U+%04X", letter);
            }
        }
        return null;
    }

    /// Return the path as part of an address.
    static String encoded(String path) {
        StringBuilder text = new StringBuilder();
        for (byte each : path.getBytes(StandardCharsets.UTF_8)) {
            char letter = (char) (each & 0xff);
            boolean isPlain = letter < 0x80 && (Character.isLetterOrDigit(letter) || "-_.~/".indexOf(letter) >= 0);
            text.append(isPlain ? String.valueOf(letter) : String.format(Locale.ROOT, "%%%02X", (int) letter));
        }
        return text.toString();
    }
}
