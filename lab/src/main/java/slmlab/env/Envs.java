package slmlab.env;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Stream;
import slmlab.spec.key.Providers;
import slmlab.spec.text.Suggestion;

/// Registry of every env, by its Gymnasium id.
///
/// A user adds an env in one line: `Envs.register("Corridor-v0", 100, args -> new Corridor())`. The lab's own
/// families and those of a user's jar are each registered by an [EnvProvider].
public final class Envs {
    private static final SequencedMap<String, Entry> ALL = new LinkedHashMap<>();
    private static final Map<String, String> ALIASES = new LinkedHashMap<>();
    private static final List<EnvFamily> FAMILIES = new ArrayList<>();
    private static final Providers<EnvProvider> PROVIDERS =
            new Providers<>("env", EnvProvider.class, EnvProvider::register);

    private Envs() {}

    /// @param maxSteps time limit of an episode, in steps; 0 for no limit
    public record Entry(String id, int maxSteps, Function<Args, Env> make) {}

    /// Register an env under an id.
    public static synchronized void register(String id, int maxSteps, Function<Args, Env> make) {
        PROVIDERS.load(); // so that no user's env takes an id of the lab
        if (ALIASES.containsKey(id) || ALL.putIfAbsent(id, new Entry(id, maxSteps, make)) != null) {
            throw new IllegalArgumentException("env %s is registered already".formatted(id));
        }
    }

    /// Register a family. Of several that have an id, the first registered makes it, and one that tries any id
    /// comes last; a registered env goes before all families.
    public static synchronized void register(EnvFamily family) {
        PROVIDERS.load();
        FAMILIES.add(family);
        FAMILIES.sort(Comparator.comparing(EnvFamily::triesAny)); // stable: otherwise in order of registration
    }

    /// Return the families, in order of registration.
    public static synchronized List<EnvFamily> families() {
        PROVIDERS.load();
        return List.copyOf(FAMILIES);
    }

    /// Remove an env, for a test that registered one.
    public static synchronized void remove(String id) {
        ALL.remove(id);
    }

    /// Make an older id an alias of a newer one.
    public static synchronized void alias(String older, String id) {
        ALIASES.put(older, id);
    }

    /// Return all entries, in order of registration.
    public static synchronized List<Entry> all() {
        PROVIDERS.load();
        return new ArrayList<>(ALL.values());
    }

    /// Return the older ids that are aliases of this one.
    public static synchronized List<String> aliases(String id) {
        return ALIASES.keySet().stream()
                .filter(older -> id.equals(ALIASES.get(older)))
                .toList();
    }

    /// Make a vector of `size` envs that step on the caller's thread.
    public static VecEnv make(String id, int size, Map<String, ?> arguments) {
        return make(id, size, arguments, 1);
    }

    /// Make a vector of `size` envs. The keyword `max_episode_steps` replaces the time limit, `randomize` has
    /// ranges of arguments that are redrawn forevery episode; the others are passed to the env.
    ///
    /// @param threads how many cores may step the vector; the numbers are the same
    public static VecEnv make(String id, int size, Map<String, ?> arguments, int threads) {
        misspelt(id).ifPresent(line -> {
            throw new IllegalArgumentException(line);
        });
        if (find(id).isEmpty()) {
            for (EnvFamily family : families()) {
                if (family.has(id)) {
                    checkFixed(id, arguments);
                    return family.make(id, size, arguments, threads);
                }
            }
        }
        Entry entry = entry(id);
        Map<String, Object> own = new LinkedHashMap<>(arguments);
        int maxSteps = takeLimit(id, own, entry.maxSteps);
        SequencedMap<String, RandomizedEnv.Range> ranges = RandomizedEnv.take(id, own);
        Function<Map<String, Double>, Env> make = drawn -> {
            Map<String, Object> all = new LinkedHashMap<>(own);
            all.putAll(drawn);
            Args args = new Args(id, all);
            Env env = entry.make.apply(args);
            args.check();
            return env;
        };
        return new EnvVector(
                id,
                () -> ranges.isEmpty() ? make.apply(Map.of()) : new RandomizedEnv(make, ranges),
                size,
                maxSteps,
                threads);
    }

    private static void checkFixed(String id, Map<String, ?> arguments) {
        if (arguments.containsKey(RandomizedEnv.KEY)) {
            throw new IllegalArgumentException(
                    "%s: %s is for envs that are written for slm-lab (slm-lab list envs); remove it"
                            .formatted(id, RandomizedEnv.KEY));
        }
    }

    /// Return arguments with others in their place, which are fixed from then on: their ranges are omitted.
    public static Map<String, Object> with(Map<String, ?> arguments, Map<String, ?> others) {
        Map<String, Object> all = new LinkedHashMap<>(arguments);
        if (arguments.get(RandomizedEnv.KEY) instanceof Map<?, ?> ranges) {
            Map<Object, Object> left = new LinkedHashMap<>(ranges);
            left.keySet().removeAll(others.keySet());
            all.put(RandomizedEnv.KEY, left);
            if (left.isEmpty()) {
                all.remove(RandomizedEnv.KEY);
            }
        }
        all.putAll(others);
        return all;
    }

    /// Return the arguments of a registered env that are numbers other than 0, with their values: those that can be
    /// made a little smaller or larger. Empty for an env of a family, which does not tell its arguments.
    ///
    /// @param arguments that are given
    public static SequencedMap<String, Double> numbers(String id, Map<String, ?> arguments) {
        SequencedMap<String, Double> numbers = new LinkedHashMap<>();
        find(id).ifPresent(entry -> {
            Map<String, Object> own = new LinkedHashMap<>(arguments);
            takeLimit(id, own, entry.maxSteps);
            own.remove(RandomizedEnv.KEY);
            Args args = new Args(id, own);
            entry.make.apply(args).close();
            args.check();
            numbers.putAll(args.numbersRead());
            numbers.values().removeIf(value -> value == 0);
        });
        return numbers;
    }

    /// Take the keyword `max_episode_steps` out of an env's arguments and return it, or its own limit if there is
    /// none.
    public static int takeLimit(String id, Map<String, ?> arguments, int otherwise) {
        Object limit = arguments.remove("max_episode_steps");
        if (limit == null) {
            return otherwise;
        }
        if (limit instanceof Integer steps && steps > 0) {
            return steps;
        }
        throw new IllegalArgumentException(
                "%s: max_episode_steps is %s; needs a whole number of at least 1".formatted(id, limit));
    }

    /// Return why an env of this id cannot be made here, in one line; empty where it can, as far as its id tells.
    public static Optional<String> missing(String id) {
        if (find(id).isPresent()) {
            return Optional.empty();
        }
        return families().stream()
                .filter(family -> family.has(id))
                .findFirst()
                .map(family -> family.missing(id))
                .orElse(Optional.of("%s is not installed".formatted(id)));
    }

    /// Say which known id an unknown one resembles; empty where none does, or where it names its package or family.
    /// Only a family that tries any id would try it, and `gym:ID` asks Gymnasium all the same.
    public static Optional<String> misspelt(String id) {
        if (find(id).isPresent() || id.contains(":") || base(id).isBlank()) {
            return Optional.empty();
        }
        Optional<EnvFamily> family =
                families().stream().filter(each -> each.has(id)).findFirst();
        if (family.isPresent() && !family.get().triesAny()) {
            return family.get().missing(id).filter(line -> line.startsWith("no env"));
        }
        List<String> close = edited(id);
        String forced = family.isPresent() ? " gym:%s asks Gymnasium for it".formatted(id) : "";
        return close.isEmpty() ? Optional.empty() : Optional.of(didYouMean(id, close) + forced);
    }

    /// Return the known ids that are the same but for their version, or at most a few letters away.
    private static List<String> edited(String id) {
        List<String> known = Stream.concat(
                        all().stream().map(Entry::id), families().stream().flatMap(each -> each.ids().stream()))
                .toList();
        Optional<String> meant =
                Suggestion.of(base(id), known.stream().map(Envs::base).toList());
        return known.stream()
                .filter(each -> meant.isPresent() && base(each).equals(meant.get()))
                .toList();
    }

    private static String didYouMean(String id, List<String> close) {
        return "no env %s; did you mean %s?".formatted(id, String.join(" or ", close));
    }

    /// Return the entry of an id or an alias, if there is one.
    public static synchronized Optional<Entry> find(String id) {
        PROVIDERS.load();
        return Optional.ofNullable(ALL.get(ALIASES.getOrDefault(id, id)));
    }

    /// Return the entry of an id or an alias; throw an error with suggestions if there is none.
    public static synchronized Entry entry(String id) {
        PROVIDERS.load();
        Entry entry = ALL.get(ALIASES.getOrDefault(id, id));
        if (entry == null) {
            if (base(id).isBlank()) {
                throw new IllegalArgumentException("no env '%s'; slm-lab list envs shows all".formatted(id));
            }
            throw new IllegalArgumentException(
                    suggestion(id).orElseGet(() -> "no env %s; there are %s".formatted(id, ALL.keySet())));
        }
        return entry;
    }

    /// Say which known ids an unknown one was probably meant to be, in one line; empty where none is near.
    public static synchronized Optional<String> suggestion(String id) {
        PROVIDERS.load();
        List<String> close = near(id, ALL.keySet().stream());
        if (close.isEmpty()) {
            close = near(id, FAMILIES.stream().flatMap(family -> family.ids().stream()));
        }
        if (close.isEmpty() && !base(id).isBlank()) {
            close = edited(id);
        }
        return close.isEmpty() ? Optional.empty() : Optional.of(didYouMean(id, close));
    }

    private static List<String> near(String id, Stream<String> known) {
        String base = base(id);
        return known.filter(
                        each -> !base.isBlank() && each.toLowerCase(Locale.ROOT).contains(base))
                .toList();
    }

    /// Return an id without its version, in small letters.
    private static String base(String id) {
        return id.replaceAll("-v\\d+$", "").toLowerCase(Locale.ROOT);
    }
}
