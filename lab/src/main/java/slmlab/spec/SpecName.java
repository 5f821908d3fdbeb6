package slmlab.spec;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Keys;

/// Valid names of a spec. Its run folder and every file in it are named after it, so a name must be valid on
/// every file system, and must not lead out of the data folder.
public final class SpecName {
    /// Longest name, of the 255 bytes of a file name: the rest is for suffixes such as
    /// `_t0_s0_session_graph_train_….png`.
    private static final int MOST_BYTES = 128;

    private static final String RESERVED = "/\\:*?\"<>|";

    private SpecName() {}

    /// Throw an [IllegalArgumentException] that says what is wrong with a name, if anything is.
    public static void check(String name) {
        String problem = problem(name);
        if (problem != null) {
            throw new IllegalArgumentException("the spec's name " + problem);
        }
    }

    /// Throw an [IllegalArgumentException] that says what is wrong with the name of a run folder, if anything is.
    public static void checkFolder(String name) {
        String wrong = wrong(name);
        if (wrong != null) {
            throw new IllegalArgumentException("the run's name is %s; it names a folder, so it must not %s"
                    .formatted(Keys.shown(readable(name)), wrong));
        }
    }

    /// Return what is wrong with a name, read after its key; null if nothing is.
    static @Nullable String problem(String name) {
        String wrong = wrong(name);
        return wrong == null
                ? null
                : "is %s; it names the run's folder, so it must not %s".formatted(Keys.shown(readable(name)), wrong);
    }

    private static @Nullable String wrong(String name) {
        if (name.isBlank()) {
            return "be blank";
        }
        if (name.startsWith(".") || name.startsWith("-")) {
            return "begin with " + name.charAt(0);
        }
        if (!name.equals(name.strip())) {
            return "begin or end with a space";
        }
        int[] letters = name.codePoints().toArray();
        for (int letter : letters) {
            if (RESERVED.indexOf(letter) >= 0) {
                return "contain " + Character.toString(letter);
            }
            if (isHidden(letter)) {
                return String.format(Locale.ROOT, "contain the control character U+%04X", letter);
            }
        }
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        return bytes > MOST_BYTES ? "be longer than %s bytes (it has %s)".formatted(MOST_BYTES, bytes) : null;
    }

    /// Return whether a character is invisible or invalid: line breaks, changes of direction, half of a
    /// surrogate pair.
    private static boolean isHidden(int letter) {
        return switch (Character.getType(letter)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    private static String readable(String name) {
        return name.codePoints()
                .map(letter -> isHidden(letter) ? '�' : letter)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
