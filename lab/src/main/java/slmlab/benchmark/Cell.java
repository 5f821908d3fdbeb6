package slmlab.benchmark;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One score to reach: a spec in an env, with its own budget.
///
/// @param table heading that it stands under
/// @param env id of the env
/// @param algorithm as people say it
/// @param file of the spec, below `spec`
/// @param spec its name in the file
/// @param frames of each session
/// @param published SLM-Lab's own score, a `total_reward_ma`; null if it has none
/// @param bar of ours, for the return of the last 100 episodes; null if there is none
/// @param fromSeed the lowest seed that counts, since others were tuned on; null for any
/// @param set keys, by their full paths, that are set on top of the spec file; null for none
public record Cell(
        String table,
        String env,
        String algorithm,
        String file,
        String spec,
        long frames,
        int sessions,
        @Nullable Double published,
        @Nullable Double bar,
        @Nullable Long fromSeed,
        @Nullable Map<String, Object> set) {

    private static final long MILLION = 1_000_000;
    private static final long THOUSAND = 1_000;

    /// Return the name of its files: the spec's, the budget and what is set, as in `ppo_hopper_3M`.
    public String name() {
        StringBuilder name = new StringBuilder(spec + "_" + budget());
        settings()
                .forEach((key, value) -> name.append('_')
                        .append((key.substring(key.lastIndexOf('.') + 1) + "-" + value).replaceAll("[^\\w.-]", "-")));
        return name.toString();
    }

    /// Return what is set on top of the spec file, as text, in the order of the keys.
    public SortedMap<String, String> settings() {
        return settings(set);
    }

    static SortedMap<String, String> settings(@Nullable Map<String, Object> set) {
        SortedMap<String, String> all = new TreeMap<>();
        if (set != null) {
            set.forEach((key, value) -> all.put(key, String.valueOf(value)));
        }
        return all;
    }

    /// Return the flags that set it: `-s env.autoreset=next_step`.
    public List<String> flags() {
        return settings().entrySet().stream()
                .map(each -> "-s %s=%s".formatted(each.getKey(), each.getValue()))
                .toList();
    }

    /// Return the frames in short: 200k, 3M, 1500.
    public String budget() {
        return frames % MILLION == 0
                ? frames / MILLION + "M"
                : frames % THOUSAND == 0 ? frames / THOUSAND + "k" : Long.toString(frames);
    }

    /// Return the env's id as a folder can be named.
    String envFolder() {
        return env.replaceAll("[^\\w.-]", "-");
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s %s %s, %,d frames, %s sessions", env, algorithm, spec, frames, sessions);
    }
}
