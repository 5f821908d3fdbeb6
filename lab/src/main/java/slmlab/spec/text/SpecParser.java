package slmlab.spec.text;

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
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Parses JSON and YAML into maps, lists, strings and numbers; nothing in a file can name a class.
///
/// JSON may have trailing commas, as specs before version 5 do. Neither may give a key twice.
public final class SpecParser {

    private static final int DEEPEST = 100;
    private static final int MOST_ALIASES = 10_000; // upstream's files have up to a few hundred; the default is 50
    /// Jackson's remarks on its source, and on how Java code would allow more: of no use to the reader of a
    /// spec.
    private static final Pattern SOURCE =
            Pattern.compile(" ?\\(start marker at [^)]*\\)[^)]*\\)| ?\\[Source:[^]]*]|, from `[^`]*`|\\n.*");

    private static final JsonMapper JSON = mapper();
    private static final JsonMapper COMMENTED = mapper(
            JsonReadFeature.ALLOW_JAVA_COMMENTS,
            JsonReadFeature.ALLOW_YAML_COMMENTS,
            JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS);

    private SpecParser() {}

    private static JsonMapper mapper(JsonReadFeature... more) {
        JsonFactoryBuilder factory = JsonFactory.builder()
                .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(
                        StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build());
        for (JsonReadFeature feature : more) {
            factory.enable(feature);
        }
        return JsonMapper.builder(factory.build())
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    public static @Nullable Object json(String source, String text) {
        return json(source, text, JSON);
    }

    /// Parse JSON with comments, and with NaN and infinities, which whoever reads it refuses by name.
    public static @Nullable Object commentedJson(String source, String text) {
        return json(source, text, COMMENTED);
    }

    private static @Nullable Object json(String source, String text, JsonMapper mapper) {
        try {
            return mapper.readValue(text, Object.class);
        } catch (JacksonException e) {
            String what = SOURCE.matcher(e.getOriginalMessage())
                    .replaceAll("")
                    .replaceFirst("^Trailing token.*", "there is more after the end of the mapping");
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            int column = e.getLocation() == null ? 1 : e.getLocation().getColumnNr();
            throw new SpecException(source, "is not valid JSON: line %s, column %s: %s".formatted(line, column, what));
        }
    }

    public static @Nullable Object yaml(String source, String text) {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        options.setAllowRecursiveKeys(false);
        options.setMaxAliasesForCollections(MOST_ALIASES);
        options.setNestingDepthLimit(DEEPEST);
        options.setCodePointLimit(SpecText.LARGEST);
        try {
            return new Yaml(new SafeConstructor(options)).load(Unfilled.hide(text));
        } catch (MarkedYAMLException e) {
            throw new SpecException(
                    source, "is not valid YAML: %s%s".formatted(at(e.getProblemMark()), e.getProblem()));
        } catch (ReaderException e) {
            String before = text.substring(0, Math.min(e.getPosition(), text.length()));
            long line = before.chars().filter(c -> c == '\n').count() + 1;
            throw new SpecException(
                    source, "is not valid YAML: line %s: a character that is not allowed".formatted(line));
        } catch (YAMLException e) {
            throw new SpecException(source, "is not valid YAML: " + e.getMessage());
        } catch (RuntimeException _) {
            // a tag that does not fit its value, such as !!set before a string, can make the parser throw anything
            throw new SpecException(source, "is not valid YAML: a tag (!!…) does not fit its value; remove it");
        }
    }

    private static String at(@Nullable Mark mark) {
        return mark == null ? "" : "line %s, column %s: ".formatted(mark.getLine() + 1, mark.getColumn() + 1);
    }
}
