package slmlab.spec;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a spec may be called. Its run folder and every file in that are named after it, so a name must be one that
/// every file system takes, and must not lead out of the data folder.
public final class SpecName {
    /// Of 255, the longest file name: the rest is for what is added, such as `_t0_s0_session_graph_train_….png`.
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

    /// Say what is wrong with a name, to be read after its key; null if nothing is.
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
                return "have " + Character.toString(letter) + " in it";
            }
            if (isHidden(letter)) {
                return String.format(Locale.ROOT, "have the control character U+%04X in it", letter);
            }
        }
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        return bytes > MOST_BYTES ? "be longer than %s bytes (it has %s)".formatted(MOST_BYTES, bytes) : null;
    }

    /// Whether it cannot be seen, or is no character: line ends, changes of direction, half of a surrogate pair.
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
