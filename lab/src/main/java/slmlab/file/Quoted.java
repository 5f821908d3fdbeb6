package slmlab.file;

import java.util.List;
import java.util.stream.Collectors;

/// What a file says, as a message quotes it: a part of it, and nothing that would move a terminal's cursor.
public final class Quoted {
    private static final int LONGEST = 60;
    private static final int MOST_NAMES = 12;

    private Quoted() {}

    /// Return the beginning of a text on one line.
    public static String text(String text) {
        return cut(text, LONGEST);
    }

    /// Return at most so many characters of a text, on one line.
    public static String cut(String text, int most) {
        String part = text.length() > most ? text.substring(0, most) + "…" : text;
        return part.replaceAll("\\p{Cntrl}", "?");
    }

    /// Return the first of some names, as a list.
    public static String names(List<String> names) {
        String more = names.size() > MOST_NAMES ? ", … %s more]".formatted(names.size() - MOST_NAMES) : "]";
        return names.stream().limit(MOST_NAMES).map(Quoted::text).collect(Collectors.joining(", ", "[", more));
    }
}
