package slmlab.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A command line of a step, with answers in braces: `slm-lab eval {init.run} --episodes {episodes}`.
///
/// @param words behind `slm-lab`
record CommandTemplate(List<String> words) {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final String PROGRAM = "slm-lab";

    /// Read a command line; empty if it starts another program. A word with blanks stands in double quotes.
    static Optional<CommandTemplate> read(String text) {
        List<String> words = new ArrayList<>();
        WORD.matcher(text).results().forEach(word -> words.add(word.group(1) == null ? word.group(2) : word.group(1)));
        return words.size() > 1 && words.getFirst().equals(PROGRAM)
                ? Optional.of(new CommandTemplate(List.copyOf(words.subList(1, words.size()))))
                : Optional.empty();
    }

    /// Fill in the answers. A word whose answer is missing is left out, and a flag directly before it too.
    List<String> filled(Function<String, @Nullable Object> answers) {
        List<String> filled = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            Optional<String> word = Placeholders.text(words.get(i), answers);
            word.ifPresent(filled::add);
            boolean isBehindFlag =
                    i > 0 && words.get(i - 1).startsWith("-") && !words.get(i).startsWith("-");
            if (word.isEmpty() && isBehindFlag) {
                filled.removeLast();
            }
        }
        return filled;
    }
}
