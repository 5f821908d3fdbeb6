package slmlab.spec.key;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Keys;
import slmlab.spec.text.Problem;
import slmlab.spec.text.Suggestion;
import slmlab.spec.upstream.Aliases;
import slmlab.spec.upstream.NoOps;
import slmlab.spec.upstream.OtherLibraries;

/// Reads a mapping of a spec into records: their defaults, and over them what the mapping says.
///
/// A component's key is its name in snake case. What is wrong becomes a problem and leaves its default in
/// place, so that the rest is read too. A key that no record knows is a problem, unless [Aliases] or [NoOps]
/// explain it. A text with an unset `${var}` leaves the default in place without a problem:
/// [slmlab.spec.SpecFile#unset]
/// tells of it.
public final class Overlay {

    private final String path;
    private final String owner;
    private final List<NoOps.Row> ownNoOps;
    private final Problems problems;
    private final Values values;

    private Overlay(String path, String owner, List<NoOps.Row> ownNoOps, Problems problems) {
        this.path = path;
        this.owner = owner;
        this.ownNoOps = ownNoOps;
        this.problems = problems;
        this.values = new Values(problems);
    }

    /// Read one record; messages call it by the last key of `path`.
    public static <R extends Record> R read(R defaults, Map<String, ?> given, String path, Problems problems) {
        return read(defaults, given, path, Keys.last(path), problems);
    }

    /// Read one record; `owner` is what messages call it: `PPO knows: gamma, lam`.
    public static <R extends Record> R read(
            R defaults, Map<String, ?> given, String path, String owner, Problems problems) {
        Record read = read(List.of(defaults), given, path, owner, problems).getFirst();
        @SuppressWarnings("unchecked") // a record is read into one of its own class
        R same = (R) read;
        return same;
    }

    /// Read several records from one mapping: a key may belong to any of them.
    public static List<Record> read(
            List<? extends Record> defaults, Map<String, ?> given, String path, Problems problems) {
        return read(defaults, given, path, Keys.last(path), problems);
    }

    /// Read several records from one mapping; `owner` is what messages call them all.
    public static List<Record> read(
            List<? extends Record> defaults, Map<String, ?> given, String path, String owner, Problems problems) {
        return read(defaults, given, path, owner, List.of(), problems);
    }

    /// Read several records from one mapping.
    ///
    /// @param ownNoOps keys that this owner accepts without effect, beside those of [NoOps]
    static List<Record> read(
            List<? extends Record> defaults,
            Map<String, ?> given,
            String path,
            String owner,
            List<NoOps.Row> ownNoOps,
            Problems problems) {
        return new Overlay(path, owner, ownNoOps, problems).read(defaults, given);
    }

    private List<Record> read(List<? extends Record> defaults, Map<String, ?> given) {
        Set<String> known = new TreeSet<>();
        boolean takesRest = false;
        for (Record record : defaults) {
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                if (component.isAnnotationPresent(Rest.class)) {
                    takesRest = true;
                } else {
                    known.add(Keys.of(component));
                }
            }
        }
        Map<String, @Nullable Object> mine = new LinkedHashMap<>();
        Map<String, @Nullable Object> rest = new LinkedHashMap<>();
        given.forEach((key, value) -> {
            String meant = meant(key, known, given.keySet());
            if (known.contains(meant)) {
                mine.put(meant, value);
            } else if (!isNoOp(Keys.join(path, key))) {
                rest.put(key, value);
            } else if (!NoOps.isForSearch(Keys.join(path, key))) {
                problems.ignore(Keys.join(path, key));
            }
        });
        if (!takesRest) {
            rest.keySet().forEach(key -> unknown(key, known));
        }
        List<Record> read = new ArrayList<>();
        for (Record record : defaults) {
            read.add(overlay(record, mine, rest));
        }
        return read;
    }

    private boolean isNoOp(String at) {
        return NoOps.why(at, owner) != null || NoOps.why(ownNoOps, at, owner) != null;
    }

    /// Return the key that a given one stands for: itself, unless it is an alias of a known one.
    private String meant(String key, Set<String> known, Set<String> given) {
        String alias = known.contains(key) ? null : Aliases.of(Keys.join(path, key));
        if (alias == null || !known.contains(alias)) {
            return key;
        }
        if (given.contains(alias)) {
            problems.add(Keys.join(path, key), "means %s, which is given too; keep one of them", alias);
        }
        return alias;
    }

    private void unknown(String key, Set<String> known) {
        String hint = elsewhere(key, known)
                .or(() -> Suggestion.of(key, known))
                .map("did you mean %s? "::formatted)
                .orElse(known.isEmpty() ? "remove it; " : "");
        String list = known.isEmpty() ? "no keys" : String.join(", ", known);
        problems.add(Keys.join(path, key), "unknown key; %s%s knows: %s", hint, owner, list);
    }

    /// Return our key where the given one is another library's name for it: one of this mapping, or the path of one
    /// that stands in another.
    private Optional<String> elsewhere(String key, Set<String> known) {
        return OtherLibraries.path(key).flatMap(full -> {
            String last = full.substring(full.lastIndexOf('.') + 1);
            boolean isHere = full.equals(Keys.join(path, last));
            return known.contains(last) ? Optional.of(last) : isHere ? Optional.empty() : Optional.of(full);
        });
    }

    private Record overlay(Record defaults, Map<String, @Nullable Object> mine, Map<String, @Nullable Object> rest) {
        Map<String, @Nullable Object> read = new LinkedHashMap<>(); // by key, in the order of the components
        for (RecordComponent component : defaults.getClass().getRecordComponents()) {
            String key = Keys.of(component);
            String at = Keys.join(path, key);
            Object fallback = Records.value(defaults, component);
            if (component.isAnnotationPresent(Rest.class)) {
                read.put(key, Values.copy(rest));
            } else if (mine.containsKey(key)) {
                read.put(key, values.read(component.getAnnotatedType(), mine.get(key), fallback, at));
            } else {
                read.put(key, fallback);
                if (component.isAnnotationPresent(Required.class)) {
                    problems.add(at, "is missing; %s needs it", owner.isEmpty() ? "a spec" : owner);
                }
            }
        }
        return checked(defaults, read);
    }

    /// Make the record. A value that it refuses is replaced by its default, so that the next check is reached
    /// too.
    private Record checked(Record defaults, Map<String, @Nullable Object> read) {
        for (RecordComponent _ : defaults.getClass().getRecordComponents()) {
            try {
                return Records.make(defaults.getClass(), read.values());
            } catch (ConfigException refused) {
                if (!replaceRefused(refused, defaults, read)) {
                    return defaults; // no value of the spec is to blame alone
                }
            }
        }
        return defaults;
    }

    /// Report a refusal, put defaults in place of the values that it names, and return whether that changed
    /// any.
    private boolean replaceRefused(ConfigException refused, Record defaults, Map<String, @Nullable Object> read) {
        if (refused.problems().isEmpty()) {
            problems.add(path, "%s", refused.getMessage());
        }
        boolean changed = false;
        for (Problem problem : refused.problems()) {
            problems.add(Keys.join(path, problem.path()), "%s", problem.message());
            String key = Keys.first(problem.path());
            Object fallback = Records.value(defaults, key);
            changed |= !Objects.equals(read.replace(key, fallback), fallback);
        }
        return changed;
    }
}
