package slmlab.cli.python;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads the parts of a request.
final class Requests {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private Requests() {}

    /// Return a message as it is read.
    static JsonNode tree(Map<String, ?> message) {
        return MAPPER.valueToTree(message);
    }

    static List<String> texts(JsonNode node) {
        List<String> texts = new ArrayList<>();
        node.forEach(each -> texts.add(each.asString()));
        return texts;
    }

    /// Read names with texts; a null is left out.
    static Map<String, String> textMap(JsonNode node) {
        Map<String, String> texts = new LinkedHashMap<>();
        node.properties().forEach(entry -> {
            if (!entry.getValue().isNull()) {
                texts.put(entry.getKey(), entry.getValue().asString());
            }
        });
        return texts;
    }

    /// Read names with numbers, texts, lists and maps.
    @SuppressWarnings("unchecked")
    static Map<String, Object> values(JsonNode node) {
        return node.isMissingNode() ? Map.of() : MAPPER.convertValue(node, LinkedHashMap.class);
    }

    /// Return a text; null where there is none.
    static @Nullable String text(JsonNode message, String key) {
        JsonNode node = message.path(key);
        return node.isString() ? node.asString() : null;
    }
}
