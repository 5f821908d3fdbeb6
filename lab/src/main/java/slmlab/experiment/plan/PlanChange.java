package slmlab.experiment.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A key that two plans have different values for, every default filled in.
///
/// @param path its full path
/// @param from null where the first plan has none
/// @param to null where the second plan has none
public record PlanChange(
        String path, @Nullable Object from, @Nullable Object to) {
    /// The path of the frames of a run.
    public static final String MAX_FRAME = "env.max_frame";

    private static final int LONGEST = 80;
    private static final double SMALLEST = 1e-6; // without an exponent

    /// What a run that has begun can change: numbers that are read again at every update or row, and labels. All
    /// else is in its state already: weights, memories, random numbers.
    private static final List<Pattern> POSSIBLE = List.of(
            Pattern.compile("env\\.max_frame"),
            Pattern.compile("env\\.threads"),
            Pattern.compile("meta\\.(log|eval)_frequency"),
            Pattern.compile("meta\\.early_stop(\\..*)?"),
            Pattern.compile("agent\\.(critic_)?net\\.((actor|critic)_)?optim_spec\\.lr"),
            Pattern.compile("agent\\.(critic_)?net\\.lr_scheduler_spec(\\..*)?"),
            Pattern.compile("agent\\.algorithm\\.alpha_lr"),
            Pattern.compile("agent\\.algorithm\\.(entropy_coef|clip_eps|explore_var)_spec(\\..*)?"),
            Pattern.compile("agent\\.name"),
            Pattern.compile("meta\\.(max_trial|search_.*)"),
            Pattern.compile("search(\\..*)?"));

    /// What changes no number of a run.
    private static final List<Pattern> LABELS = List.of(
            Pattern.compile("env\\.threads"),
            Pattern.compile("agent\\.name"),
            Pattern.compile("meta\\.(max_trial|search_.*)"),
            Pattern.compile("search(\\..*)?"));

    /// What else a copy of a run can change: numbers that are read from the plan when a run begins or resumes, and
    /// that its state does not depend on.
    private static final List<Pattern> HERITABLE = List.of(
            Pattern.compile("agent\\.algorithm\\.(gamma|lam|(sil_)?(policy|val)_loss_coef|training_epoch)"),
            Pattern.compile("agent\\.algorithm\\.(explore_noise|target_noise(_clip)?|target_entropy)"),
            Pattern.compile("agent\\.(critic_)?net\\.(clip_grad_(val|by)|polyak_coef)"),
            Pattern.compile("agent\\.(critic_)?net\\.((actor|critic)_)?optim_spec\\.(eps|weight_decay)"));

    /// Return the keys in which a plan differs from another, in the order of a spec.
    public static List<PlanChange> between(Plan from, Plan to) {
        List<PlanChange> changes = new ArrayList<>();
        compare("", spec(from), spec(to), changes);
        return changes;
    }

    private static @Nullable Object spec(Plan plan) {
        return plan.resolved().get(plan.spec().name());
    }

    private static void compare(String path, @Nullable Object from, @Nullable Object to, List<PlanChange> changes) {
        if (from instanceof Map<?, ?> ours && to instanceof Map<?, ?> theirs) {
            Set<Object> keys = new LinkedHashSet<>(ours.keySet());
            keys.addAll(theirs.keySet());
            keys.forEach(key ->
                    compare(path.isEmpty() ? "" + key : path + "." + key, ours.get(key), theirs.get(key), changes));
        } else if (!isSame(from, to)) {
            changes.add(new PlanChange(path, from, to));
        }
    }

    /// Whole and other numbers are compared by their values.
    private static boolean isSame(@Nullable Object a, @Nullable Object b) {
        if (a instanceof Number one && b instanceof Number other) {
            return one.doubleValue() == other.doubleValue();
        }
        if (a instanceof List<?> ones && b instanceof List<?> others) {
            return ones.size() == others.size()
                    && IntStream.range(0, ones.size()).allMatch(i -> isSame(ones.get(i), others.get(i)));
        }
        return Objects.equals(a, b);
    }

    /// Whether a run that has begun can take it.
    public boolean isPossible() {
        return matches(POSSIBLE);
    }

    /// Whether a number of the run depends on it.
    public boolean changesNumbers() {
        return !matches(LABELS);
    }

    /// Whether a copy of a run can take it, in which one learner continues from the state of another.
    public boolean isHeritable() {
        return matches(POSSIBLE) || matches(HERITABLE);
    }

    private boolean matches(List<Pattern> patterns) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(path).matches());
    }

    /// Return both values as messages show them: `0.01 → 0.02`.
    public String values() {
        return text(from) + " → " + text(to);
    }

    /// Return both values for a file.
    public Map<String, @Nullable Object> written() {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("from", from);
        values.put("to", to);
        return values;
    }

    /// Return a value as messages show it, as YAML would write it, shortened.
    public static String text(@Nullable Object value) {
        String whole = whole(value);
        return whole.length() > LONGEST ? whole.substring(0, LONGEST) + "…" : whole;
    }

    private static String whole(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Double number
            when Double.isFinite(number) && (number == 0 || Math.abs(number) >= SMALLEST) ->
                new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + whole(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case List<?> list -> list.stream().map(PlanChange::whole).collect(Collectors.joining(", ", "[", "]"));
            default -> value.toString();
        };
    }

    /// Return what ties a run to the frames that it was begun with, a sentence each: where there is nothing, a run
    /// with more frames equals one that was begun with them.
    public static List<String> tiedToMaxFrame(Plan run) {
        List<String> ties = new ArrayList<>();
        if (run.memory().beta() != null) {
            ties.add("agent.memory.beta is annealed over max_frame");
        }
        if (spec(run) instanceof Map<?, ?> spec) {
            find("agent", spec.get("agent"), run.env().maxFrame(), ties);
        }
        return ties;
    }

    private static void find(String path, @Nullable Object value, long maxFrame, List<String> ties) {
        switch (value) {
            case Number number
            when number.doubleValue() == maxFrame ->
                ties.add("%s is %s, as max_frame was, and stays so".formatted(path, maxFrame));
            case Map<?, ?> map -> map.forEach((key, item) -> find(path + "." + key, item, maxFrame, ties));
            case null, default -> {}
        }
    }
}
