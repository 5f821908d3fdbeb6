package slmlab.spec.key;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Keys;

/// Records by reflection: read a component, create another record of the same class.
final class Records {

    private Records() {}

    static @Nullable Object value(Record record, RecordComponent component) {
        return call(component.getAccessor(), record);
    }

    static @Nullable Object value(Record record, String key) {
        return Stream.of(record.getClass().getRecordComponents())
                .filter(component -> Keys.of(component).equals(key))
                .findFirst()
                .map(component -> value(record, component))
                .orElse(null);
    }

    /// Return the records whose keys a record's mapping holds: its [Inline] parts, or itself.
    static List<Record> inlined(Record record) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        if (components.length == 0 || !components[0].isAnnotationPresent(Inline.class)) {
            return List.of(record);
        }
        return Stream.of(components)
                .map(component -> (Record) Objects.requireNonNull(value(record, component)))
                .toList();
    }

    /// Call the canonical constructor; a [ConfigException] passes through.
    static Record make(Class<? extends Record> type, Collection<? extends @Nullable Object> values) {
        Class<?>[] types = Stream.of(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<? extends Record> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values.toArray());
        } catch (InvocationTargetException e) {
            throw unwrapped(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot create a " + type, e);
        }
    }

    private static @Nullable Object call(Method method, @Nullable Object target) {
        try {
            method.setAccessible(true);
            return method.invoke(target);
        } catch (InvocationTargetException e) {
            throw unwrapped(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot call " + method, e);
        }
    }

    private static RuntimeException unwrapped(InvocationTargetException e) {
        return e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
}
