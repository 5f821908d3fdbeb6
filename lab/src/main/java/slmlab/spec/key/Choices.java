package slmlab.spec.key;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Keys;
import slmlab.spec.text.Suggestion;

/// The words that a key takes, with their meanings: the constants of an enum, or the [Options] of a string.
public final class Choices {

    private Choices() {}

    /// Throw a [ConfigException] that suggests a word, unless `word` is one of the [Options] of a key.
    public static void check(Class<? extends Record> type, String key, String word) {
        RecordComponent component = Stream.of(type.getRecordComponents())
                .filter(each -> Keys.of(each).equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s has no %s".formatted(type, key)));
        Map<String, String> known = of(component);
        Check.that(
                key,
                known.containsKey(word),
                "is %s; needs one of %s%s%s",
                word,
                String.join(", ", known.keySet()),
                component.getAnnotatedType().isAnnotationPresent(Nullable.class) ? ", or null" : "",
                Suggestion.hint(word, known.keySet()));
    }

    /// Return the words of a component by what they mean; empty if it takes any value of its type.
    static Map<String, String> of(RecordComponent component) {
        Options options = component.getAnnotation(Options.class);
        Map<String, String> words = new LinkedHashMap<>();
        if (options != null) {
            for (String option : options.value()) {
                String[] parts = option.split(": ", 2);
                words.put(parts[0], parts.length == 2 ? parts[1] : "");
            }
        } else if (component.getType().isEnum()) {
            for (Object constant : component.getType().getEnumConstants()) {
                Enum<?> word = (Enum<?>) constant;
                words.put(Keys.of(word), meaning(word));
            }
        }
        return words;
    }

    private static String meaning(Enum<?> constant) {
        try {
            AnnotatedElement field = constant.getDeclaringClass().getDeclaredField(constant.name());
            Doc doc = field.getAnnotation(Doc.class);
            return doc == null ? "" : doc.value();
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("an enum without its own constant: " + constant, e);
        }
    }
}
