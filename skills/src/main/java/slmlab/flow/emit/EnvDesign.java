package slmlab.flow.emit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Problems;

/// An env as the answers describe it: names, state, formulas.
///
/// @param name of the class
/// @param pack its Java package
/// @param dt seconds of a step
/// @param actions names of discrete actions; none for continuous ones
/// @param actionLow bounds of continuous actions; none for discrete ones
/// @param engine `own` where formulas give the next value, else the integrator of rates of change
record EnvDesign(
        String name,
        String pack,
        String id,
        String about,
        List<Named> constants,
        double dt,
        List<String> actions,
        List<Double> actionLow,
        List<Double> actionHigh,
        List<Named> locals,
        List<Variable> state,
        List<Seen> obs,
        String terminated,
        String reward,
        int maxSteps,
        String engine,
        int substeps,
        String energy,
        double drift,
        List<Range> ranges) {

    /// A constant with its value, or a value that a step computes, with its formula.
    record Named(String name, String value) {}

    /// A variable of the state.
    ///
    /// @param low smallest value at reset
    /// @param min smallest value of all; −∞ for none
    record Variable(String name, double low, double high, String update, double min, double max) {}

    /// A value that the agent sees.
    record Seen(String name, String expression, double low, double high) {}

    /// A constant that changes from episode to episode.
    record Range(String name, double low, double high) {}

    /// Read the answers; what does not make a class is a problem with the path of its answer.
    static EnvDesign of(EmitterContext context, Problems problems) {
        Map<String, Object> env = context.answers("environment");
        Map<String, Object> physics = context.answers("physics");
        EnvDesign design = new EnvDesign(
                context.text("init.class_name").orElse(""),
                context.text("init.package").orElse(""),
                context.text("init.id").orElse(""),
                context.text("init.description").orElse(""),
                rows(env.get("constants")).stream()
                        .map(row -> new Named(text(row, "name"), JavaText.number(number(row, "value", 0))))
                        .toList(),
                number(env, "dt", 1),
                texts(env.get("actions")),
                numbers(env.get("action_low")),
                numbers(env.get("action_high")),
                rows(env.get("locals")).stream()
                        .map(row -> new Named(text(row, "name"), text(row, "expression")))
                        .toList(),
                rows(env.get("state")).stream()
                        .map(row -> new Variable(
                                text(row, "name"),
                                number(row, "low", 0),
                                number(row, "high", 0),
                                text(row, "update"),
                                number(row, "min", Double.NEGATIVE_INFINITY),
                                number(row, "max", Double.POSITIVE_INFINITY)))
                        .toList(),
                rows(env.get("obs")).stream()
                        .map(row -> new Seen(
                                text(row, "name"),
                                text(row, "expression"),
                                number(row, "low", Double.NEGATIVE_INFINITY),
                                number(row, "high", Double.POSITIVE_INFINITY)))
                        .toList(),
                text(env, "terminated"),
                text(env, "reward"),
                (int) number(env, "max_steps", 0),
                physics.getOrDefault("engine", "own").toString(),
                (int) number(physics, "substeps", 1),
                physics.getOrDefault("energy", "").toString(),
                number(physics, "drift", 0),
                rows(context.answers("randomization").get("ranges")).stream()
                        .map(row -> new Range(text(row, "name"), number(row, "low", 0), number(row, "high", 0)))
                        .toList());
        new EnvDesignCheck(design, problems).check();
        return design;
    }

    boolean isDiscrete() {
        return !actions.isEmpty();
    }

    boolean isIntegrated() {
        return !engine.equals("own");
    }

    /// Return whether a step draws random numbers.
    boolean isRandom() {
        return locals.stream().anyMatch(local -> local.value.matches(".*\\brandom\\b.*"));
    }

    /// Return the Java constant of an action: `HEAT_UP` for `heat up`.
    static String constant(String action) {
        return action.strip().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_");
    }

    private static List<Map<?, ?>> rows(@Nullable Object answer) {
        List<Map<?, ?>> rows = new ArrayList<>();
        if (answer instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> row) {
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    private static List<String> texts(@Nullable Object answer) {
        return answer instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static List<Double> numbers(@Nullable Object answer) {
        List<Double> numbers = new ArrayList<>();
        if (answer instanceof List<?> list) {
            list.forEach(each -> numbers.add(((Number) each).doubleValue()));
        }
        return numbers;
    }

    private static String text(Map<?, ?> row, String key) {
        Object value = row.get(key);
        return value == null ? "" : String.valueOf(value).strip();
    }

    private static double number(Map<?, ?> row, String key, double otherwise) {
        return row.get(key) instanceof Number number ? number.doubleValue() : otherwise;
    }
}
