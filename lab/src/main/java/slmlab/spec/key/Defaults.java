package slmlab.spec.key;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Keys;
import slmlab.spec.text.SpecParser;

/// Config records made of the defaults that stand beside their components; see [Default].
public final class Defaults {

    private static final ClassValue<Record> KNOWN = new ClassValue<>() {
        @Override
        protected Record computeValue(Class<?> type) {
            return make(type.asSubclass(Record.class), Map.of());
        }
    };

    private Defaults() {}

    /// Return a record of nothing but defaults.
    public static <R extends Record> R of(Class<R> type) {
        return type.cast(KNOWN.get(type));
    }

    /// Return a record of defaults, some of them others than its components have.
    ///
    /// @param others by their keys: `Map.of("policy_delay", 1)`
    public static <R extends Record> R of(Class<R> type, Map<String, ?> others) {
        return type.cast(make(type, others));
    }

    /// Return the default of a component, or the stand-in of one that is [Required].
    public static @Nullable Object of(RecordComponent component) {
        Default written = component.getAnnotation(Default.class);
        Required required = component.getAnnotation(Required.class);
        if (written != null) {
            return read(component, SpecParser.yaml("@Default", written.value()));
        }
        if (required != null && !required.value().isEmpty()) {
            return read(component, SpecParser.yaml("@Required", required.value()));
        }
        if (component.isAnnotationPresent(Rest.class)) {
            return Map.of();
        }
        if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            return null;
        }
        if (component.getType().isRecord()) {
            return of(component.getType().asSubclass(Record.class));
        }
        throw new IllegalStateException(
                "%s has no default; it needs @Default or @Nullable".formatted(named(component)));
    }

    private static Record make(Class<? extends Record> type, Map<String, ?> others) {
        Set<String> unknown = new TreeSet<>(others.keySet());
        List<@Nullable Object> values = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            String key = Keys.of(component);
            values.add(unknown.remove(key) ? read(component, others.get(key)) : of(component));
        }
        if (!unknown.isEmpty()) {
            throw new IllegalStateException("%s has no %s".formatted(type, unknown));
        }
        return Records.make(type, values);
    }

    private static @Nullable Object read(RecordComponent component, @Nullable Object given) {
        Problems problems = new Problems();
        Object value = new Values(problems).read(component.getAnnotatedType(), given, null, named(component));
        if (!problems.isEmpty()) {
            throw new IllegalStateException("a default is wrong: " + problems.list());
        }
        return value;
    }

    private static String named(RecordComponent component) {
        return component.getDeclaringRecord().getSimpleName() + "." + component.getName();
    }
}
