package slmlab.spec.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Suggestion of the known word that a misspelt one was probably meant to be, whatever its case.
public final class Suggestion {
    private static final int SHORTEST_PART = 3; // letters that a word must share with a longer one

    private Suggestion() {}

    /// Return a known word that the other is the first part of, such as `clip_eps_spec` for `clip_eps`; else the
    /// nearest, if it is near: at most one edit forevery three letters, and at least one; else the shortest that
    /// begins with it.
    public static Optional<String> of(String word, Collection<String> known) {
        String lower = word.toLowerCase(Locale.ROOT);
        int limit = Math.max(1, word.length() / 3);
        return beginning(lower + "_", known)
                .filter(_ -> known.stream().noneMatch(word::equalsIgnoreCase))
                .or(() -> known.stream()
                        .filter(candidate -> distance(lower, candidate) <= limit)
                        .min(Comparator.comparingInt(candidate -> distance(lower, candidate))))
                .or(() -> beginning(lower, known));
    }

    private static Optional<String> beginning(String part, Collection<String> known) {
        return known.stream()
                .filter(candidate -> part.length() >= SHORTEST_PART
                        && candidate.toLowerCase(Locale.ROOT).startsWith(part))
                .min(Comparator.comparingInt(String::length));
    }

    /// Return the end of a message: `; did you mean Adam?`, or nothing where no known word is near.
    public static String hint(String word, Collection<String> known) {
        return of(word, known).map("; did you mean %s?"::formatted).orElse("");
    }

    /// Return the distance to the candidate in small letters: the letters to insert, delete, replace or swap with
    /// their neighbor (optimal string alignment).
    private static int distance(String a, String candidate) {
        String b = candidate.toLowerCase(Locale.ROOT);
        int[][] edits = new int[a.length() + 1][b.length() + 1]; // between the first i letters of a and j of b
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                edits[i][j] = i == 0 || j == 0 ? i + j : edits(edits, a, b, i, j);
            }
        }
        return edits[a.length()][b.length()];
    }

    private static int edits(int[][] known, String a, String b, int i, int j) {
        int replaced = known[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int least = Math.min(replaced, 1 + Math.min(known[i - 1][j], known[i][j - 1]));
        boolean isSwapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return isSwapped ? Math.min(least, known[i - 2][j - 2] + 1) : least;
    }
}
