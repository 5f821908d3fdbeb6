package slmlab.agent.net.arc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Suggestion;

/// Every type of module that an arc may name.
final class ArcTypes {
    private static final Map<String, Reader> ALL = new LinkedHashMap<>();

    static {
        ALL.putAll(ArcLayers.all());
        ALL.putAll(ArcActivations.all());
        ALL.putAll(ArcFunctions.all());
        ALL.putAll(ArcForks.all());
        ALL.putAll(ArcMerges.all());
    }

    private ArcTypes() {}

    /// A reader of the settings of one type.
    interface Reader {
        Blueprint read(String type, ArcSettings settings);
    }

    static Set<String> names() {
        return ALL.keySet();
    }

    /// Return the settings of every type, by its name.
    static Map<String, List<String>> settings() {
        Map<String, List<String>> settings = new LinkedHashMap<>();
        ALL.forEach((type, reader) -> {
            ArcSettings none = new ArcSettings(type, null, new Problems());
            reader.read(type, none);
            settings.put(type, none.known());
        });
        return settings;
    }

    /// @param path     where the module stands; its type is added
    /// @param settings null for none
    static @Nullable Blueprint read(String path, String type, @Nullable Object settings, Problems problems) {
        String at = path + "." + type;
        Optional<Map.Entry<String, Reader>> found = ALL.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(type))
                .findFirst();
        if (found.isEmpty()) {
            problems.add(at, "%s", unknown(type));
            return null;
        }
        ArcSettings given = new ArcSettings(at, settings, problems);
        Blueprint blueprint =
                found.get().getValue().read(found.get().getKey(), given).at(at);
        given.done();
        return blueprint;
    }

    private static String unknown(String type) {
        if (type.contains("Dropout")) {
            return "there is no dropout: it makes the same observation give another policy in every call; leave the"
                    + " module out";
        }
        if (type.endsWith("RNN") || type.endsWith("LSTM") || type.endsWith("GRU")) {
            return "recurrent layers are a net of their own; use RecurrentNet";
        }
        return "no such module; "
                + Suggestion.of(type, ALL.keySet())
                        .map("did you mean %s?"::formatted)
                        .orElse("there are " + String.join(", ", ALL.keySet()));
    }
}
