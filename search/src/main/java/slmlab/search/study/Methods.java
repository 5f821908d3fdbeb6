package slmlab.search.study;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import slmlab.search.AshaPruner;
import slmlab.search.CmaEsSampler;
import slmlab.search.GridSampler;
import slmlab.search.HaltonSampler;
import slmlab.search.HyperbandPruner;
import slmlab.search.MedianPruner;
import slmlab.search.Pruner;
import slmlab.search.RandomSampler;
import slmlab.search.Sampler;
import slmlab.search.TpeSampler;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Suggestion;

/// Samplers and pruners by the names that a plan has for them.
public final class Methods {
    public static final List<String> SAMPLERS = List.of("tpe", "random", "halton", "grid", "cma-es");
    public static final List<String> PRUNERS = List.of("none", "asha", "median", "hyperband");

    private static final Map<String, List<String>> SETTINGS = Map.of(
            "none", List.of(),
            "asha", List.of("grace_period", "reduction_factor"),
            "median", List.of("start_trials", "warmup"),
            "hyperband", List.of("grace_period", "max_frame", "reduction_factor"));

    private Methods() {}

    /// Throw a [slmlab.spec.text.SpecException] that says all that is wrong with a plan.
    static void check(StudyPlan plan) {
        Problems problems = new Problems();
        check(plan, problems);
        if (plan.trials() < 1) {
            problems.add("trials", "is %s; needs at least 1", plan.trials());
        }
        if (!plan.name().matches("[^\\p{Cntrl}/\\\\.][^\\p{Cntrl}/\\\\]*")) {
            problems.add("name", "is no name for a folder; it must not begin with a dot, nor hold a slash");
        }
        problems.throwIfAny("study " + plan.name());
    }

    /// Find all that is wrong with the sampler and the pruner of a plan.
    public static void check(StudyPlan plan, Problems problems) {
        if (!SAMPLERS.contains(plan.sampler())) {
            problems.add("sampler", "%s is none%s", plan.sampler(), choices(plan.sampler(), SAMPLERS));
        }
        for (int i = 0; plan.sampler().equals("cma-es") && i < plan.space().size(); i++) {
            if (!plan.space().isLine(i)) {
                problems.add(
                        "sampler",
                        "cma-es searches ranges alone, and %s is a choice; use tpe",
                        plan.space().parameters().get(i).path());
            }
        }
        String name = name(plan);
        if (!PRUNERS.contains(name)) {
            problems.add("pruner", "%s is none%s", name, choices(name, PRUNERS));
            return;
        }
        for (String key : new TreeSet<>(plan.pruner().keySet())) {
            List<String> known = SETTINGS.getOrDefault(name, List.of());
            if (!key.equals("name") && !known.contains(key)) {
                problems.add("pruner." + key, "unknown key%s; %s knows %s", Suggestion.hint(key, known), name, known);
            } else if (!key.equals("name") && !(plan.pruner().get(key) instanceof Number)) {
                problems.add(
                        "pruner." + key, "is %s; needs a number", plan.pruner().get(key));
            }
        }
        if (problems.isEmpty()) {
            try {
                pruner(plan);
            } catch (IllegalArgumentException e) {
                problems.add("pruner", "%s", e.getMessage());
            }
        }
    }

    private static String choices(String word, List<String> known) {
        return "%s (there are %s)".formatted(Suggestion.hint(word, known), String.join(", ", known));
    }

    static Sampler sampler(StudyPlan plan) {
        return switch (plan.sampler()) {
            case "tpe" -> new TpeSampler();
            case "random" -> new RandomSampler();
            case "halton" -> new HaltonSampler(plan.seed());
            case "grid" -> GridSampler.of(plan.space(), plan.trials());
            case "cma-es" -> new CmaEsSampler(plan.seed());
            default -> throw new IllegalArgumentException("no sampler is called " + plan.sampler());
        };
    }

    static Pruner pruner(StudyPlan plan) {
        return switch (name(plan)) {
            case "none" -> Pruner.NONE;
            case "asha" -> new AshaPruner(setting(plan, "grace_period", 1), reduction(plan));
            case "median" -> new MedianPruner((int) setting(plan, "start_trials", 5), setting(plan, "warmup", 0));
            case "hyperband" ->
                new HyperbandPruner(setting(plan, "grace_period", 1), setting(plan, "max_frame", 1), reduction(plan));
            default -> throw new IllegalArgumentException("no pruner is called " + name(plan));
        };
    }

    private static int reduction(StudyPlan plan) {
        return (int) setting(plan, "reduction_factor", 3);
    }

    private static String name(StudyPlan plan) {
        return String.valueOf(plan.pruner().getOrDefault("name", "none"));
    }

    private static long setting(StudyPlan plan, String key, long unset) {
        @Nullable Object value = plan.pruner().get(key);
        return value instanceof Number number ? number.longValue() : unset;
    }
}
