package slmlab.experiment;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.plan.Plan;
import slmlab.metric.Metrics;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;

/// A few runs of one spec, one for each combination of values, which share the beginning of their folders' names.
///
/// @param data folder of the runs
/// @param base what the names of all folders begin with
public record Sweep(Path data, String base, List<Member> members) {

    /// A spec of a file.
    public record Chosen(SpecFile specs, String name) {}

    /// One of the runs.
    public static final class Member {
        private final Variation variation;
        private final Plan plan;
        private final RunOptions options;
        private String outcome = "not started";
        private @Nullable TrialResult result;

        private Member(Variation variation, Plan plan, RunOptions options) {
            this.variation = variation;
            this.plan = plan;
            this.options = options;
        }

        public String label() {
            return variation.label();
        }

        public Plan plan() {
            return plan;
        }

        public RunOptions options() {
            return options;
        }

        public Path folder() {
            return options.data().resolve(String.valueOf(options.name()));
        }

        /// Note how the run ended.
        ///
        /// @param ended null if it came to no result
        public void end(@Nullable TrialResult ended) {
            result = ended;
            outcome = ended == null ? "failed" : ended.finished() ? "finished" : "stopped";
        }

        /// `not started`, `finished`, `stopped` or `failed`.
        public String outcome() {
            return outcome;
        }

        public @Nullable TrialResult result() {
            return result;
        }

        /// Return the values that tell it from the others and what came of it, for a file.
        private Map<String, Object> written() {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("set", variation.differing());
            entry.put("outcome", outcome);
            entry.put("folder", folder().toString());
            if (result != null) {
                entry.put("frames", frames(result));
                entry.put(Metrics.MEAN_RETURN.name(), meanReturn(result));
                entry.put("seconds", seconds(result));
            }
            return entry;
        }
    }

    /// Plan the runs. All are checked before the first starts.
    ///
    /// @param options of all runs
    /// @param read reads the spec with these values in place of its own
    public static Sweep of(List<Variation> variations, RunOptions options, Function<Map<String, String>, Chosen> read) {
        List<Chosen> chosen = variations.stream()
                .map(variation -> read.apply(variation.values()))
                .toList();
        String base = options.name() == null
                ? chosen.getFirst().name + "_" + RunFolder.stamp(LocalDateTime.now(ZoneId.systemDefault()))
                : options.name();
        List<Member> members = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < variations.size(); i++) {
            Variation variation = variations.get(i);
            Chosen each = chosen.get(i);
            Plan plan = Plan.read(each.specs, each.name);
            String name = base + "_" + folderName(variation.label());
            names.add(name);
            RunFolder.checkFree(options.data(), name);
            RunSettings settings = new RunSettings(each.specs.vars(each.name), each.specs.settings(each.name));
            members.add(new Member(variation, plan, options.name(name).settings(settings)));
        }
        names.stream()
                .filter(name -> names.indexOf(name) != names.lastIndexOf(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException(
                            "two runs of the sweep would be named %s; leave one of their values out".formatted(name));
                });
        return new Sweep(options.data(), base, members);
    }

    private static String folderName(String label) {
        return label.replaceAll("[^\\w.=+-]+", "_");
    }

    /// Return the runs with what came of them, for a file.
    public List<Map<String, Object>> written() {
        return members.stream().map(Member::written).toList();
    }

    public static long frames(TrialResult result) {
        return result.sessions().stream().mapToLong(SessionResult::frame).sum();
    }

    public static double meanReturn(TrialResult result) {
        return result.sessions().stream()
                .mapToDouble(SessionResult::meanReturn)
                .average()
                .orElse(Double.NaN);
    }

    public static double seconds(TrialResult result) {
        return result.sessions().stream().mapToDouble(SessionResult::seconds).sum();
    }
}
