package slmlab.spec;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.ReaderException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// JSON and YAML texts into maps, lists, texts and numbers; nothing in a text can name a class.
///
/// JSON may have trailing commas, which specs before version 5 have. Neither may give a key twice.
final class SpecParser {

    private static final int DEEPEST = 100;
    private static final int MOST_ALIASES = 10_000; // upstream's files have up to a few hundred; the default is 50
    /// Where Jackson says where, and how Java code would allow more: not for the reader of a spec.
    private static final Pattern SOURCE =
            Pattern.compile(" ?\\(start marker at [^)]*\\)[^)]*\\)| ?\\[Source:[^]]*]|, from `[^`]*`|\\n.*");

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private SpecParser() {}

    static @Nullable Object json(String source, String text) {
        try {
            return JSON.readValue(text, Object.class);
        } catch (JacksonException e) {
            String what = SOURCE.matcher(e.getOriginalMessage())
                    .replaceAll("")
                    .replaceFirst("^Trailing token.*", "there is more after the end of the mapping");
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            int column = e.getLocation() == null ? 1 : e.getLocation().getColumnNr();
            throw new SpecException(source, "is no JSON: line %s, column %s: %s".formatted(line, column, what));
        }
    }

    static @Nullable Object yaml(String source, String text) {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        options.setAllowRecursiveKeys(false);
        options.setMaxAliasesForCollections(MOST_ALIASES);
        options.setNestingDepthLimit(DEEPEST);
        options.setCodePointLimit(SpecText.LARGEST);
        try {
            return new Yaml(new SafeConstructor(options)).load(text);
        } catch (MarkedYAMLException e) {
            throw new SpecException(source, "is no YAML: %s%s".formatted(at(e.getProblemMark()), e.getProblem()));
        } catch (ReaderException e) {
            String before = text.substring(0, Math.min(e.getPosition(), text.length()));
            long line = before.chars().filter(c -> c == '\n').count() + 1;
            throw new SpecException(source, "is no YAML: line %s: a character that no text has".formatted(line));
        } catch (YAMLException e) {
            throw new SpecException(source, "is no YAML: " + e.getMessage());
        } catch (RuntimeException _) {
            // a tag that does not fit its value, such as !!set before a text, ends in whatever the parser trips over
            throw new SpecException(source, "is no YAML: a tag (!!…) does not fit what it stands before; remove it");
        }
    }

    private static String at(@Nullable Mark mark) {
        return mark == null ? "" : "line %s, column %s: ".formatted(mark.getLine() + 1, mark.getColumn() + 1);
    }
}
