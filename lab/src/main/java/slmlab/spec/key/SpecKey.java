package slmlab.spec.key;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Flow;
import slmlab.spec.text.Keys;
import slmlab.spec.text.Problem;

/// One key of a spec, described: read from the component of a config record, its annotations and its checks.
///
/// @param type in words: `whole number`, `list of numbers`; the name of a mapping's record is in `section`
/// @param isOpen whether it stands forevery key that its section does not name
/// @param standard the default, as a spec writes it; empty for a key that must be given
/// @param range what the record's own check says it needs; empty where any value of the type will do
/// @param words the values that it takes, by their meanings; empty where they cannot be listed
/// @param section defaults of the mapping that the key holds; null for any other value
public record SpecKey(
        String name,
        String meaning,
        String example,
        String type,
        boolean isRequired,
        boolean isNullable,
        boolean isOpen,
        String standard,
        String range,
        Map<String, String> words,
        @Nullable Record section,
        Bounds bounds) {

    /// Numbers that a key's check refuses beyond; null where it does not.
    ///
    /// @param above whether the number `low` itself is refused
    public record Bounds(
            @Nullable Double low, boolean above, @Nullable Double high) {}

    /// Describe every key of a section, by the defaults that it is read onto.
    public static List<SpecKey> of(Record defaults) {
        return Records.inlined(defaults).stream()
                .flatMap(record ->
                        Stream.of(record.getClass().getRecordComponents()).map(component -> of(record, component)))
                .toList();
    }

    /// Describe a key that names one of several things, by their meanings, and must be given.
    public static SpecKey word(String name, String meaning, Map<String, String> words) {
        String example = words.keySet().stream().skip(1).findFirst().orElse("");
        return new SpecKey(
                name, meaning, example, "word", true, false, false, "", "", words, null, new Bounds(null, false, null));
    }

    /// Return a key that takes the same and is called otherwise.
    public SpecKey named(String other, String itsMeaning) {
        return new SpecKey(
                other,
                itsMeaning,
                example,
                type,
                isRequired,
                isNullable,
                isOpen,
                standard,
                range,
                words,
                section,
                bounds);
    }

    private static SpecKey of(Record defaults, RecordComponent component) {
        Doc doc = component.getAnnotation(Doc.class);
        boolean isRequired = component.isAnnotationPresent(Required.class);
        String standard = isRequired ? "" : standard(defaults, component);
        Probe probe = new Probe(defaults, component);
        Object value = Records.value(defaults, component);
        return new SpecKey(
                Keys.of(component),
                doc == null ? "" : doc.value(),
                doc == null || doc.example().isEmpty() ? written(component).orElse(standard) : doc.example(),
                type(component.getGenericType()),
                isRequired,
                component.getAnnotatedType().isAnnotationPresent(Nullable.class),
                component.isAnnotationPresent(Rest.class),
                standard,
                probe.range(),
                Choices.of(component),
                !component.getType().isRecord()
                        ? null
                        : value instanceof Record own
                                ? own
                                : Defaults.of(component.getType().asSubclass(Record.class)),
                probe.bounds());
    }

    /// Return the default as its annotation has it, unless this section has one of its own.
    private static String standard(Record defaults, RecordComponent component) {
        Object value = Records.value(defaults, component);
        return written(component)
                .filter(_ -> Objects.equals(value, Defaults.of(component)))
                .orElseGet(() -> Flow.text(Written.plain(value)));
    }

    private static Optional<String> written(RecordComponent component) {
        Default standard = component.getAnnotation(Default.class);
        Required required = component.getAnnotation(Required.class);
        return standard != null
                ? Optional.of(standard.value())
                : Optional.ofNullable(required).map(Required::value).filter(text -> !text.isEmpty());
    }

    private static String type(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type item = generic.getActualTypeArguments()[0];
            return generic.getRawType() == List.class ? "list" + of(type(item)) : "mapping";
        }
        if (!(type instanceof Class<?> plain)) {
            return "value";
        }
        if (plain.isEnum()) {
            return "word";
        }
        if (plain.isRecord()) {
            return "mapping";
        }
        return switch (plain.getSimpleName()) {
            case "int", "Integer", "long", "Long" -> "whole number";
            case "double", "Double" -> "number";
            case "boolean", "Boolean" -> "true or false";
            case "String" -> "word";
            default -> "value";
        };
    }

    private static String of(String item) {
        return item.equals("value") ? "" : " of %s".formatted(item.startsWith("list") ? "lists" : item + "s");
    }

    /// Finds what a section's check needs of one key, by giving it values that are likely to be refused.
    private record Probe(Record defaults, RecordComponent component) {
        private static final String NEEDS = "needs ";

        String range() {
            for (Object value : candidates()) {
                Optional<String> refusal = refusal(value);
                int cut = refusal.map(text -> text.lastIndexOf(NEEDS)).orElse(-1);
                if (cut >= 0) {
                    return refusal.orElseThrow().substring(cut + NEEDS.length()).replaceFirst("^to (lie|be) ", "");
                }
            }
            return "";
        }

        private List<Object> candidates() {
            return switch (type(component.getGenericType())) {
                case "whole number" -> List.of(-1, 0, 2_000_000_000);
                case "number" -> List.of(-1, 0, 1e30);
                case "true or false" -> List.of(true, false);
                case "value" -> List.of("?");
                case String list when list.startsWith("list") -> List.of(List.of());
                default -> List.of();
            };
        }

        Bounds bounds() {
            String type = type(component.getGenericType());
            if (!type.equals("number") && !type.equals("whole number")) {
                return new Bounds(null, false, null);
            }
            boolean isWhole = type.equals("whole number");
            Double high = isRefused(isWhole ? 2 : 1.0001) && isTaken(1) ? 1.0 : null;
            if (isRefused(-1) && isTaken(0)) {
                return new Bounds(0.0, false, high);
            }
            if (isRefused(0) && isWhole && isTaken(1)) {
                return new Bounds(1.0, false, null);
            }
            return isRefused(0) && isTaken(1e-9) ? new Bounds(0.0, true, high) : new Bounds(null, false, high);
        }

        private boolean isTaken(Object value) {
            return refusal(value).isEmpty();
        }

        private boolean isRefused(Object value) {
            return !isTaken(value);
        }

        private Optional<String> refusal(Object value) {
            Problems problems = new Problems();
            String key = Keys.of(component);
            Overlay.read(List.of(defaults), Map.of(key, value), "", "", problems);
            List<Problem> about = new ArrayList<>(problems.list());
            about.removeIf(problem -> !problem.path().equals(key));
            return about.stream().map(Problem::message).findFirst();
        }
    }
}
