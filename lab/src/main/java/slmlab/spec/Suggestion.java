package slmlab.spec;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Suggestion of the known word that a misspelt one was probably meant to be.
public final class Suggestion {

    private Suggestion() {}

    /// Return the nearest known word, if it is near: at most one edit for every three letters, and at least
    /// one.
    public static Optional<String> of(String word, Collection<String> known) {
        int limit = Math.max(1, word.length() / 3);
        return known.stream()
                .filter(candidate -> distance(word, candidate) <= limit)
                .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
    }

    /// Return the Levenshtein distance: the insertions, deletions and replacements that turn one word into the
    /// other.
    private static int distance(String a, String b) {
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
