package slmlab.spec;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Values;
import slmlab.spec.text.SpecException;
import slmlab.spec.text.SpecParser;
import slmlab.spec.text.SpecText;
import slmlab.spec.text.SpecTree;

/// A file that holds one mapping and no specs, such as the design of an observation: YAML, or JSON, which may
/// have comments.
public final class MappingFile {
    private MappingFile() {}

    /// Read a file as mappings, lists, strings, numbers, true, false and null; a [SpecException] says why it
    /// cannot be read. A file whose name ends in neither .json, .yaml nor .yml is refused.
    public static Map<String, @Nullable Object> read(Path file) {
        String source = file.toString();
        String text = SpecText.read(file);
        if (text.isBlank()) {
            throw new SpecException(source, "is empty; it needs a mapping");
        }
        if (SpecTree.copy(source, parsed(source, text)) instanceof Map<?, ?> mapping) {
            return Values.copy(mapping);
        }
        throw new SpecException(source, "holds no mapping; write key: value, one on each line");
    }

    private static @Nullable Object parsed(String source, String text) {
        String lower = source.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".json")) {
            return SpecParser.commentedJson(source, text);
        }
        if (lower.endsWith(".yaml") || lower.endsWith(".yml")) {
            return SpecParser.yaml(source, text);
        }
        throw new SpecException(source, "is neither .json nor .yaml; rename it to what it is");
    }
}
