package slmlab.spec;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Suggestion of the known word that a misspelt one was probably meant to be, whatever its case.
public final class Suggestion {
    private static final int SHORTEST_PART = 4; // letters that a word must share with a longer one

    private Suggestion() {}

    /// Return the nearest known word, if it is near: at most one edit for every three letters, and at least
    /// one; otherwise the shortest that begins with it, such as `clip_eps_spec` for `clip_eps`.
    public static Optional<String> of(String word, Collection<String> known) {
        String lower = word.toLowerCase(Locale.ROOT);
        int limit = Math.max(1, word.length() / 3);
        Optional<String> near = known.stream()
                .filter(candidate -> distance(lower, candidate) <= limit)
                .min(Comparator.comparingInt(candidate -> distance(lower, candidate)));
        return near.or(() -> known.stream()
                .filter(candidate -> word.length() >= SHORTEST_PART
                        && candidate.toLowerCase(Locale.ROOT).startsWith(lower))
                .min(Comparator.comparingInt(String::length)));
    }

    /// Return the end of a message: `; did you mean Adam?`, or nothing where no known word is near.
    public static String hint(String word, Collection<String> known) {
        return of(word, known).map("; did you mean %s?"::formatted).orElse("");
    }

    /// Return the Levenshtein distance to the candidate in small letters: the insertions, deletions and
    /// replacements that turn one word into the other.
    private static int distance(String a, String candidate) {
        String b = candidate.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1]; // distances of a's first i letters to every prefix of b
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
