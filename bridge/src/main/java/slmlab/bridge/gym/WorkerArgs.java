package slmlab.bridge.gym;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The arguments of an env in a worker: those for the workers themselves, and the rest, which are the env's.
///
/// | Argument | Default | Meaning |
/// |---|---|---|
/// | `restart_workers` | false | replace a worker that fails; its episodes count as truncated |
/// | `worker_timeout` | 60 | seconds that a step may take; starting and resetting may take ten times as long |
/// | `gym_wrappers` | [] | wrappers of Python packages around each env, from the inside out; read by [Gymnasium] |
/// | `vectorization_mode` | – | `vector_entry_point`: all envs in one worker, as the vector that the env registers |
final class WorkerArgs {
    private static final double TIMEOUT = 60; // s
    private static final String VECTOR = "vector_entry_point";
    private static final String WRAPPERS = "gym_wrappers";
    private static final Pattern WRAPPER = Pattern.compile("[\\w.]+:\\w+");

    private final String id;
    private final Map<String, Object> rest;
    private final boolean restarts;
    private final double timeout;
    private final boolean vector;

    WorkerArgs(String id, Map<String, ?> given) {
        this.id = id;
        this.rest = new LinkedHashMap<>(given);
        rest.values().removeIf(Objects::isNull); // a null in a spec means the default
        this.restarts =
                take("restart_workers", false, value -> value instanceof Boolean flag ? flag : null, "true or false");
        this.timeout = take(
                "worker_timeout",
                TIMEOUT,
                value -> value instanceof Number number && number.doubleValue() > 0 ? number.doubleValue() : null,
                "a positive number of seconds");
        this.vector = take(
                "vectorization_mode",
                false,
                value -> VECTOR.equals(value) ? true : null,
                "%s; for other vectors leave it out: the workers step single envs".formatted(VECTOR));
        Object limit = rest.get("max_episode_steps");
        if (limit != null && !(limit instanceof Integer steps && steps > 0)) {
            throw wrong("max_episode_steps", limit, "a whole number of at least 1");
        }
    }

    /// Take the wrappers out of the arguments: each `module:Wrapper`, or a mapping of that as its `name` and of the
    /// wrapper's own arguments. On the command line they are text, separated by commas.
    ///
    /// @return pairs of name and arguments, from the inside out
    List<List<Object>> takeWrappers() {
        Object given = rest.remove(WRAPPERS);
        List<?> all = switch (given) {
            case null -> List.of();
            case String names -> List.of(names.split(",\\s*", -1));
            case List<?> list -> list;
            default -> throw wrong(WRAPPERS, given, "a list of wrappers, each as module:Wrapper");
        };
        List<List<Object>> wrappers = new ArrayList<>();
        for (Object each : all) {
            Map<Object, Object> own = each instanceof Map<?, ?> mapping ? new LinkedHashMap<>(mapping) : Map.of();
            Object name = each instanceof Map ? own.remove("name") : each;
            if (!(name instanceof String text && WRAPPER.matcher(text).matches())) {
                throw wrong(
                        "%s[%s]".formatted(WRAPPERS, wrappers.size()),
                        String.valueOf(each),
                        "module:Wrapper such as gymnasium.wrappers:FlattenObservation, or a mapping of it as name and its arguments");
            }
            wrappers.add(List.of(name, own));
        }
        return wrappers;
    }

    boolean isVector() {
        return vector;
    }

    Map<String, Object> rest() {
        return rest;
    }

    PythonVector.Options options(int workers) {
        return new PythonVector.Options(Math.max(1, workers), Math.round(timeout * 1000), restarts);
    }

    private <T> T take(String key, T otherwise, Reader<T> reader, String wanted) {
        Object given = rest.remove(key);
        if (given == null) {
            return otherwise;
        }
        T value = reader.read(given);
        if (value == null) {
            throw wrong(key, given, wanted);
        }
        return value;
    }

    private IllegalArgumentException wrong(String key, Object given, String wanted) {
        return new IllegalArgumentException("%s: %s is %s; needs %s".formatted(id, key, given, wanted));
    }

    /// Reads a value; null if it is not right.
    private interface Reader<T> {
        @Nullable
        T read(Object given);
    }
}
