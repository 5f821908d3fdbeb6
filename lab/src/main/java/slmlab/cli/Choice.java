package slmlab.cli;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One of several words.
final class Choice {
    private Choice() {}

    /// Return the constant whose text is `word`; an [IllegalArgumentException] lists them all.
    static <E extends Enum<E>> E of(String option, String word, E[] all) {
        return Stream.of(all)
                .filter(each -> each.toString().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s is %s; needs one of %s"
                        .formatted(
                                option, word, Stream.of(all).map(Enum::toString).collect(Collectors.joining(", ")))));
    }
}
