package slmlab.cli;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slmlab.spec.text.Suggestion;

/// One of several words.
public final class Choice {
    private Choice() {}

    /// Return the constant whose text is `word`; an [IllegalArgumentException] lists them all.
    public static <E extends Enum<E>> E of(String option, String word, E[] all) {
        return Stream.of(all)
                .filter(each -> each.toString().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s is %s; needs one of %s"
                        .formatted(
                                option, word, Stream.of(all).map(Enum::toString).collect(Collectors.joining(", ")))));
    }

    /// Return a word that must be one of a list; an [IllegalArgumentException] lists them all.
    public static String of(String option, String word, List<String> all) {
        if (!all.contains(word)) {
            throw new IllegalArgumentException("%s is %s%s; needs one of %s"
                    .formatted(option, word, Suggestion.hint(word, all), String.join(", ", all)));
        }
        return word;
    }
}
