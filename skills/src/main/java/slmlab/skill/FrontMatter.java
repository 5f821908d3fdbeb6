package slmlab.skill;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.SpecException;
import slmlab.spec.text.SpecParser;
import slmlab.spec.text.SpecTree;

/// The YAML block between two lines `---` at the top of a Markdown file, and the text below it.
///
/// @param keys empty where the file has no such block
/// @param body what follows the block; the whole text where there is none
/// @param line of the file where the body begins, counted from 1
public record FrontMatter(Map<String, @Nullable Object> keys, String body, int line) {
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final Pattern FENCE = Pattern.compile("(?m)^---[ \\t]*(\\r?\\n|\\z)");

    /// Read a text with line ends of Unix or Windows, with or without a byte order mark.
    ///
    /// @param source name of the file, for messages
    /// @throws SpecException if the block is not closed, not valid YAML, or no mapping
    public static FrontMatter read(String source, String text) {
        String plain = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        Matcher fence = FENCE.matcher(plain);
        if (!fence.lookingAt()) {
            return new FrontMatter(Map.of(), plain, 1);
        }
        int start = fence.end();
        if (!fence.find()) {
            throw new SpecException(source, "begins with --- but has no second line --- to end the front matter");
        }
        String yaml = plain.substring(start, fence.start());
        // The empty line stands for the first ---: line numbers in messages are those of the file.
        Object value = yaml(source, "\n" + yaml.replace("\r\n", "\n"));
        int line = (int) plain.substring(0, fence.end()).lines().count() + 1;
        return new FrontMatter(mapping(source, value), plain.substring(fence.end()), line);
    }

    private static @Nullable Object yaml(String source, String text) {
        try {
            return SpecTree.copy(source, SpecParser.yaml(source, text));
        } catch (SpecException e) {
            String message = String.valueOf(e.getMessage());
            if (message.endsWith("mapping values are not allowed here")) {
                throw new SpecException(
                        source, message.substring(source.length() + 1) + "; put a text with a colon in quotes");
            }
            throw e;
        }
    }

    @SuppressWarnings("unchecked") // the keys of a tree are strings
    private static Map<String, @Nullable Object> mapping(String source, @Nullable Object value) {
        return switch (value) {
            case null -> Map.of();
            case Map<?, ?> map -> (Map<String, @Nullable Object>) map;
            default -> throw new SpecException(source, "has front matter that is not a mapping; write key: value");
        };
    }

    /// Return the value of a key on one line; empty where the key is absent or has no value.
    public Optional<String> text(String key) {
        return Optional.ofNullable(keys.get(key))
                .map(value -> value.toString().strip().replaceAll("\\s*\\R\\s*", " "))
                .filter(value -> !value.isEmpty());
    }
}
