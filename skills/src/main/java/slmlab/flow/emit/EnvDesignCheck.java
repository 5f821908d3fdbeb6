package slmlab.flow.emit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;
import slmlab.env.Envs;
import slmlab.flow.emit.EnvDesign.Range;
import slmlab.flow.emit.EnvDesign.Variable;
import slmlab.spec.key.Problems;

/// What keeps a design from being a class of Java; each problem has the path of its answer.
final class EnvDesignCheck {
    private static final String NAME = "[a-z][A-Za-z0-9_]*";
    private static final Pattern RESERVED = Pattern.compile(
            "action\\d*|dt|h|i|step|variable|random|terminated|reward|frame|to|from|at|between|first|second|third|fourth|next_.*");
    private static final Pattern STATEMENT = Pattern.compile(";|//|/\\*|\\R");

    private final EnvDesign design;
    private final Problems problems;

    EnvDesignCheck(EnvDesign design, Problems problems) {
        this.design = design;
        this.problems = problems;
    }

    void check() {
        if (!design.name().matches("[A-Z][A-Za-z0-9]*") || SourceVersion.isKeyword(design.name())) {
            problems.add(
                    "init.class_name", "is '%s'; needs the name of a Java class, such as Thermostat", design.name());
        }
        if (!design.pack().matches("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*") || !SourceVersion.isName(design.pack())) {
            problems.add("init.package", "is '%s'; needs a Java package, such as my.env", design.pack());
        } else if (design.pack().equals("slmlab") || design.pack().startsWith("slmlab.")) {
            problems.add("init.package", "is '%s'; packages of slmlab belong to the lab", design.pack());
        }
        if (!design.id().matches("[A-Za-z0-9_]+(-[A-Za-z0-9_]+)*-v\\d+")) {
            problems.add("init.id", "is '%s'; needs a name, -v and a number, such as Thermostat-v0", design.id());
        } else if (Envs.all().stream().anyMatch(entry -> entry.id().equals(design.id()))) {
            problems.add(
                    "init.id",
                    "is '%s', which an env has already; choose another, or take its jar off the class path",
                    design.id());
        }
        checkNames();
        checkActions();
        checkBounds();
        checkFormulas();
        for (int i = 0; i < design.ranges().size(); i++) {
            Range range = design.ranges().get(i);
            String at = "randomization.ranges[%s]".formatted(i);
            if (design.constants().stream().noneMatch(each -> each.name().equals(range.name()))) {
                problems.add(at + ".name", "is %s, which is no constant of step environment", range.name());
            }
            if (range.low() >= range.high()) {
                problems.add(at + ".low", "is %s; needs less than high = %s", range.low(), range.high());
            }
        }
    }

    private void checkNames() {
        Set<String> used = new HashSet<>();
        List<String> paths = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < design.constants().size(); i++) {
            paths.add("environment.constants[%s].name".formatted(i));
            names.add(design.constants().get(i).name());
        }
        for (int i = 0; i < design.locals().size(); i++) {
            paths.add("environment.locals[%s].name".formatted(i));
            names.add(design.locals().get(i).name());
        }
        for (int i = 0; i < design.state().size(); i++) {
            paths.add("environment.state[%s].name".formatted(i));
            names.add(design.state().get(i).name());
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

    private void checkActions() {
        if (design.isDiscrete()) {
            Set<String> used = new HashSet<>();
            for (int i = 0; i < design.actions().size(); i++) {
                if (!EnvDesign.constant(design.actions().get(i)).matches("[A-Z][A-Z0-9_]*")
                        || !used.add(EnvDesign.constant(design.actions().get(i)))) {
                    problems.add(
                            "environment.actions[%s]".formatted(i),
                            "is '%s'; needs its own name of letters, digits and _",
                            design.actions().get(i));
                }
            }
            if (design.actions().size() < 2) {
                problems.add("environment.actions", "has one name; a choice needs at least 2");
            }
        } else if (design.actionLow().size() != design.actionHigh().size()) {
            problems.add(
                    "environment.action_high",
                    "has %s numbers; needs %s, as action_low",
                    design.actionHigh().size(),
                    design.actionLow().size());
        } else {
            for (int i = 0; i < design.actionLow().size(); i++) {
                if (design.actionLow().get(i) >= design.actionHigh().get(i)) {
                    problems.add(
                            "environment.action_low[%s]".formatted(i),
                            "is %s; needs less than action_high = %s",
                            design.actionLow().get(i),
                            design.actionHigh().get(i));
                }
            }
        }
    }

    private void checkBounds() {
        for (int i = 0; i < design.state().size(); i++) {
            Variable each = design.state().get(i);
            String at = "environment.state[%s]".formatted(i);
            if (each.low() > each.high()) {
                problems.add(at + ".low", "is %s; needs at most high = %s", each.low(), each.high());
            }
            if (each.low() < each.min() || each.high() > each.max() || each.min() >= each.max()) {
                problems.add(at + ".min", "does not fit: needs min <= low <= high <= max");
            }
        }
        for (int i = 0; i < design.obs().size(); i++) {
            if (design.obs().get(i).name().matches(".*[\"\\\\\\s].*")) {
                problems.add(
                        "environment.obs[%s].name".formatted(i),
                        "is '%s'; needs one word",
                        design.obs().get(i).name());
            }
            if (design.obs().get(i).low() >= design.obs().get(i).high()) {
                problems.add(
                        "environment.obs[%s].low".formatted(i),
                        "is %s; needs less than high = %s",
                        design.obs().get(i).low(),
                        design.obs().get(i).high());
            }
        }
    }

    private void checkFormulas() {
        checkFormula("environment.terminated", design.terminated());
        checkFormula("environment.reward", design.reward());
        checkFormula("physics.energy", design.energy());
        for (int i = 0; i < design.locals().size(); i++) {
            checkFormula(
                    "environment.locals[%s].expression".formatted(i),
                    design.locals().get(i).value());
        }
        for (int i = 0; i < design.state().size(); i++) {
            checkFormula(
                    "environment.state[%s].update".formatted(i),
                    design.state().get(i).update());
        }
        for (int i = 0; i < design.obs().size(); i++) {
            checkFormula(
                    "environment.obs[%s].expression".formatted(i),
                    design.obs().get(i).expression());
        }
    }

    private void checkFormula(String path, String formula) {
        if (STATEMENT.matcher(formula).find()) {
            problems.add(path, "is '%s'; needs one expression of Java, without ; and comments", formula);
        }
    }
}
