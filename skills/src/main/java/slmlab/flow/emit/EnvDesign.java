package slmlab.flow.emit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;
import slmlab.env.Envs;
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

    private static final String NAME = "[a-z][A-Za-z0-9_]*";
    private static final Pattern RESERVED = Pattern.compile(
            "action\\d*|dt|h|i|step|variable|random|terminated|reward|frame|to|from|at|between|first|second|third|fourth|next_.*");
    private static final Pattern STATEMENT = Pattern.compile(";|//|/\\*|\\R");

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
    static EnvDesign of(Emission it, Problems problems) {
        Map<String, Object> env = it.answers("environment");
        Map<String, Object> physics = it.answers("physics");
        EnvDesign design = new EnvDesign(
                it.text("init.class_name").orElse(""),
                it.text("init.package").orElse(""),
                it.text("init.id").orElse(""),
                it.text("init.description").orElse(""),
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
                rows(it.answers("randomization").get("ranges")).stream()
                        .map(row -> new Range(text(row, "name"), number(row, "low", 0), number(row, "high", 0)))
                        .toList());
        design.check(problems);
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

    private void check(Problems problems) {
        if (!name.matches("[A-Z][A-Za-z0-9]*") || SourceVersion.isKeyword(name)) {
            problems.add("init.class_name", "is '%s'; needs the name of a Java class, such as Thermostat", name);
        }
        if (!pack.matches("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*") || !SourceVersion.isName(pack)) {
            problems.add("init.package", "is '%s'; needs a Java package, such as my.env", pack);
        } else if (pack.equals("slmlab") || pack.startsWith("slmlab.")) {
            problems.add("init.package", "is '%s'; packages of slmlab belong to the lab", pack);
        }
        if (!id.matches("[A-Za-z0-9_]+(-[A-Za-z0-9_]+)*-v\\d+")) {
            problems.add("init.id", "is '%s'; needs a name, -v and a number, such as Thermostat-v0", id);
        } else if (Envs.all().stream().anyMatch(entry -> entry.id().equals(id))) {
            problems.add(
                    "init.id",
                    "is '%s', which an env has already; choose another, or take its jar off the class path",
                    id);
        }
        checkNames(problems);
        checkActions(problems);
        checkBounds(problems);
        checkFormulas(problems);
        for (int i = 0; i < ranges.size(); i++) {
            Range range = ranges.get(i);
            String at = "randomization.ranges[%s]".formatted(i);
            if (constants.stream().noneMatch(each -> each.name.equals(range.name))) {
                problems.add(at + ".name", "is %s, which is no constant of step environment", range.name);
            }
            if (range.low >= range.high) {
                problems.add(at + ".low", "is %s; needs less than high = %s", range.low, range.high);
            }
        }
    }

    private void checkNames(Problems problems) {
        Set<String> used = new HashSet<>();
        List<String> paths = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < constants.size(); i++) {
            paths.add("environment.constants[%s].name".formatted(i));
            names.add(constants.get(i).name);
        }
        for (int i = 0; i < locals.size(); i++) {
            paths.add("environment.locals[%s].name".formatted(i));
            names.add(locals.get(i).name);
        }
        for (int i = 0; i < state.size(); i++) {
            paths.add("environment.state[%s].name".formatted(i));
            names.add(state.get(i).name);
        }
        for (int i = 0; i < names.size(); i++) {
            String each = names.get(i);
            if (!each.matches(NAME) || SourceVersion.isKeyword(each)) {
                problems.add(paths.get(i), "is '%s'; needs a name of Java that begins with a lower-case letter", each);
            } else if (RESERVED.matcher(each).matches()) {
                problems.add(paths.get(i), "is %s, which formulas use for something else; choose another", each);
            } else if (!used.add(each)) {
                problems.add(paths.get(i), "is %s again; every name is used once", each);
            }
        }
    }

    private void checkActions(Problems problems) {
        if (isDiscrete()) {
            Set<String> used = new HashSet<>();
            for (int i = 0; i < actions.size(); i++) {
                if (!constant(actions.get(i)).matches("[A-Z][A-Z0-9_]*") || !used.add(constant(actions.get(i)))) {
                    problems.add(
                            "environment.actions[%s]".formatted(i),
                            "is '%s'; needs its own name of letters, digits and _",
                            actions.get(i));
                }
            }
            if (actions.size() < 2) {
                problems.add("environment.actions", "has one name; a choice needs at least 2");
            }
        } else if (actionLow.size() != actionHigh.size()) {
            problems.add(
                    "environment.action_high",
                    "has %s numbers; needs %s, as action_low",
                    actionHigh.size(),
                    actionLow.size());
        } else {
            for (int i = 0; i < actionLow.size(); i++) {
                if (actionLow.get(i) >= actionHigh.get(i)) {
                    problems.add(
                            "environment.action_low[%s]".formatted(i),
                            "is %s; needs less than action_high = %s",
                            actionLow.get(i),
                            actionHigh.get(i));
                }
            }
        }
    }

    private void checkBounds(Problems problems) {
        for (int i = 0; i < state.size(); i++) {
            Variable each = state.get(i);
            String at = "environment.state[%s]".formatted(i);
            if (each.low > each.high) {
                problems.add(at + ".low", "is %s; needs at most high = %s", each.low, each.high);
            }
            if (each.low < each.min || each.high > each.max || each.min >= each.max) {
                problems.add(at + ".min", "does not fit: needs min <= low <= high <= max");
            }
        }
        for (int i = 0; i < obs.size(); i++) {
            if (obs.get(i).name.matches(".*[\"\\\\\\s].*")) {
                problems.add("environment.obs[%s].name".formatted(i), "is '%s'; needs one word", obs.get(i).name);
            }
            if (obs.get(i).low >= obs.get(i).high) {
                problems.add(
                        "environment.obs[%s].low".formatted(i),
                        "is %s; needs less than high = %s",
                        obs.get(i).low,
                        obs.get(i).high);
            }
        }
    }

    private void checkFormulas(Problems problems) {
        checkFormula("environment.terminated", terminated, problems);
        checkFormula("environment.reward", reward, problems);
        checkFormula("physics.energy", energy, problems);
        for (int i = 0; i < locals.size(); i++) {
            checkFormula("environment.locals[%s].expression".formatted(i), locals.get(i).value, problems);
        }
        for (int i = 0; i < state.size(); i++) {
            checkFormula("environment.state[%s].update".formatted(i), state.get(i).update, problems);
        }
        for (int i = 0; i < obs.size(); i++) {
            checkFormula("environment.obs[%s].expression".formatted(i), obs.get(i).expression, problems);
        }
    }

    private static void checkFormula(String path, String formula, Problems problems) {
        if (STATEMENT.matcher(formula).find()) {
            problems.add(path, "is '%s'; needs one expression of Java, without ; and comments", formula);
        }
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
