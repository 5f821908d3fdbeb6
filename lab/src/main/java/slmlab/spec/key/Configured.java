package slmlab.spec.key;

import java.util.List;
import java.util.function.Function;

/// A component that a spec has named and configured, but that is not created yet.
///
/// @param common the records read beside its own config, in the order requested
/// @param maker creates it with that config
public record Configured<P, T>(String name, Record config, List<Record> common, Function<P, T> maker) {

    public T make(P parts) {
        return maker.apply(parts);
    }

    /// Return the common record of a class.
    public <R extends Record> R common(Class<R> type) {
        return common.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " was not read with a " + type));
    }
}
