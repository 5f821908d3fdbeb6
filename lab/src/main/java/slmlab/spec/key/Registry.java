package slmlab.spec.key;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Keys;
import slmlab.spec.text.Suggestion;
import slmlab.spec.upstream.NoOps;

/// Every component of one kind, by its name in a spec: its default config and its constructor.
///
/// @param <P> what a component is created from, besides its config
/// @param <T> the component
public final class Registry<P, T> {

    private final String kind;
    private final String key;
    private final Map<String, Entry<?, P, T>> entries = new LinkedHashMap<>();
    private @Nullable Providers<?> providers;

    /// A component by its name.
    ///
    /// @param about what it is, in one line
    /// @param maker creates it from its config and the parts it needs
    /// @param aliases other names that people type
    /// @param noOps keys of SLM-Lab's specs that it accepts and that no config record knows
    public record Entry<C extends Record, P, T>(
            String name,
            String about,
            C defaults,
            BiFunction<C, P, T> maker,
            List<String> aliases,
            List<NoOps.Row> noOps) {}

    /// Create an empty registry, for example of algorithms, which a spec selects by the key `name`.
    public Registry(String kind) {
        this(kind, "name");
    }

    /// Create an empty registry whose components a spec selects by another key: a net by its `type`.
    public Registry(String kind, String key) {
        this.kind = kind;
        this.key = key;
    }

    /// Let the providers of the jars on the class path add components before the first lookup, and return this
    /// registry.
    public <S> Registry<P, T> providedBy(Class<S> service, Consumer<S> register) {
        providers = new Providers<>(kind, service, register);
        return this;
    }

    /// Add a component whose config says with a [Doc] what it is, and return this registry.
    public <C extends Record> Registry<P, T> add(String name, Class<C> config, BiFunction<C, P, T> maker) {
        return add(name, Defaults.of(config), maker);
    }

    /// Add a component with defaults of its own, whose config says with a [Doc] what it is, and return this
    /// registry.
    public <C extends Record> Registry<P, T> add(String name, C defaults, BiFunction<C, P, T> maker) {
        Doc doc = defaults.getClass().getAnnotation(Doc.class);
        return add(name, doc == null ? "" : doc.value(), defaults, maker);
    }

    /// Add a component whose config has the defaults of its class, and return this registry.
    ///
    /// @param about what it is, in one line without a full stop
    public <C extends Record> Registry<P, T> add(
            String name, String about, Class<C> config, BiFunction<C, P, T> maker) {
        return add(name, about, Defaults.of(config), maker);
    }

    /// Add a component with defaults of its own, and return this registry.
    public <C extends Record> Registry<P, T> add(String name, String about, C defaults, BiFunction<C, P, T> maker) {
        return add(new Entry<>(name, about, defaults, maker, List.of(), List.of()));
    }

    /// Add a component with all that there is to say, and return this registry.
    public <C extends Record> Registry<P, T> add(Entry<C, P, T> entry) {
        if (entries.putIfAbsent(entry.name, entry) != null) {
            throw new IllegalArgumentException("the %s %s is registered already".formatted(kind, entry.name));
        }
        return this;
    }

    /// Return the names in the order they were added.
    public List<String> names() {
        return List.copyOf(all().keySet());
    }

    /// Return the entry of a name or an alias, or throw an error that suggests one.
    public Entry<?, P, T> entry(String name) {
        Entry<?, P, T> entry = find(name);
        if (entry == null) {
            throw new IllegalArgumentException(unknown(name));
        }
        return entry;
    }

    /// Create a component from a config of its own class.
    public T make(String name, Record config, P parts) {
        return make(entry(name), config, parts);
    }

    private <C extends Record> T make(Entry<C, P, T> entry, Record config, P parts) {
        if (!entry.defaults.getClass().isInstance(config)) {
            throw new IllegalArgumentException(
                    "%s %s with the config of another: %s".formatted(kind, entry.name, config));
        }
        @SuppressWarnings("unchecked") // just checked; a record's class is final
        C own = (C) config;
        return entry.maker.apply(own, parts);
    }

    /// Read the component that the mapping itself names; add a problem and return null if there is no such
    /// component.
    public @Nullable Configured<P, T> read(Map<String, ?> given, String path, Problems problems, Record... common) {
        if (!(given.get(key) instanceof String name)) {
            String wrong = given.get(key) == null ? "is missing" : "is " + Keys.shown(given.get(key));
            problems.add(Keys.join(path, key), "%s; name one of %s", wrong, String.join(", ", names()));
            return null;
        }
        return read(name, given, path, problems, common);
    }

    /// Read the config of the named component, and beside it the `common` records, whose keys stand in the same
    /// mapping; add a problem and return null if there is no such component.
    public @Nullable Configured<P, T> read(
            String name, Map<String, ?> given, String path, Problems problems, Record... common) {
        Entry<?, P, T> entry = find(name);
        if (entry == null) {
            problems.add(Keys.join(path, key), "%s", unknown(name));
            return null;
        }
        if (!entry.name.equals(name)) {
            problems.note(Keys.join(path, key), "is %s, which specs call %s", name, entry.name);
        }
        return read(entry, given, path, problems, common);
    }

    private <C extends Record> Configured<P, T> read(
            Entry<C, P, T> entry, Map<String, ?> given, String path, Problems problems, Record... common) {
        Map<String, @Nullable Object> keys = new LinkedHashMap<>(given);
        keys.remove(key);
        List<Record> own = Records.inlined(entry.defaults);
        List<Record> defaults = Stream.concat(own.stream(), Stream.of(common)).toList();
        List<Record> read = Overlay.read(defaults, keys, path, entry.name, entry.noOps, problems);
        boolean whole = own.equals(List.of(entry.defaults));
        Record made = whole ? read.getFirst() : Records.make(entry.defaults.getClass(), read.subList(0, own.size()));
        @SuppressWarnings("unchecked") // a record is read into one of its own class
        C config = (C) made;
        return new Configured<>(
                entry.name, config, read.subList(own.size(), read.size()), parts -> entry.maker.apply(config, parts));
    }

    private @Nullable Entry<?, P, T> find(String name) {
        Entry<?, P, T> entry = all().get(name);
        return entry != null
                ? entry
                : entries.values().stream()
                        .filter(each -> each.aliases.contains(name))
                        .findFirst()
                        .orElse(null);
    }

    private Map<String, Entry<?, P, T>> all() {
        if (providers != null) {
            providers.load();
        }
        return entries;
    }

    private String unknown(String name) {
        String hint = Suggestion.of(name, entries.keySet())
                .map("did you mean %s? "::formatted)
                .orElse(providers == null ? "" : "if it is your own, add its jar with --classpath. ");
        return "unknown %s '%s'; %sKnown: %s".formatted(kind, name, hint, String.join(", ", names()));
    }
}
