package slmlab.design.validate;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import slmlab.design.Code;
import slmlab.design.DesignSection;
import slmlab.design.FactNumber;
import slmlab.design.Findings;
import slmlab.design.Validator;
import slmlab.design.mdp.Cycles;
import slmlab.design.mdp.Mdp;

/// Checks a decision process: one with a table of its transitions, or one that is only described.
final class MdpDesign implements Validator {
    private static final double LEAST_SHARE = 0.2; // of the time limit that γ looks ahead
    private static final double ROUNDING = 1e-9; // 1 / (1 − 0.99) is less than 100 in doubles
    private static final double ONE_PERCENT = 0.01;
    private static final int FEW_STATES = 300; // whose equations are solved in a blink
    private static final long MOST_SWEEPS = 10_000;
    private static final Pattern TIME = Pattern.compile("time|timeout|time[ _]?limit|max[ _]?steps|steps|truncat.*");

    @Override
    public void check(DesignSection design, Findings found) {
        if (isTable(design)) {
            checkTable(design, found);
        } else {
            checkDescription(design, found);
        }
    }

    private static void checkTable(DesignSection design, Findings found) {
        table(design, found).ifPresent(table -> tellFacts(table, found));
    }

    /// Read a table; empty, with findings, where it has errors.
    static Optional<TabularDesign> table(DesignSection design, Findings found) {
        Optional<TabularDesign> read = TabularDesign.read(design, found);
        read.ifPresent(table -> {
            Mdp mdp = table.mdp();
            checkHorizon(design, table.gamma(), table.horizon(), found);
            boolean ends = mdp.states() > 0 && table.states().stream().anyMatch(table::isTerminal);
            if (table.gamma() == 1 && !ends && table.horizon().isEmpty()) {
                endless(design, found);
            }
            if (table.gamma() == 1 && table.horizon().isEmpty() && !found.has(Code.M11)) {
                Cycles.positive(mdp)
                        .ifPresent(cycle -> found.add(
                                Code.M16,
                                design.at("R"),
                                "adds up forever on the way %s".formatted(table.names(cycle)),
                                "set gamma below 1, or take the reward out of the cycle"));
            }
        });
        return found.hasErrors() ? Optional.empty() : read;
    }

    /// Return whether a design has a table of its transitions, rather than a description of them.
    static boolean isTable(DesignSection design) {
        return design.has("states") || design.has("P");
    }

    private static void tellFacts(TabularDesign table, Findings found) {
        Mdp mdp = table.mdp();
        found.fact("states", mdp.states());
        found.fact("actions", mdp.actions());
        found.fact("communicating_classes", Cycles.classes(mdp));
        tellDiscount(table.gamma(), found);
        optimal(table).ifPresent(value -> found.fact("optimal_value_at_start", FactNumber.fact(table.atStart(value))));
    }

    /// Return the optimal values, exactly where that takes less than a second; empty where it takes too long.
    private static Optional<double[]> optimal(TabularDesign table) {
        Mdp mdp = table.mdp();
        if (table.horizon().isEmpty()) {
            boolean isSmall = mdp.states() <= FEW_STATES && table.gamma() < 1;
            try {
                return Optional.of(isSmall ? mdp.policyIteration() : mdp.valueIteration(1e-9));
            } catch (ArithmeticException _) {
                return Optional.empty(); // γ so near 1 that a hundred thousand sweeps are too few
            }
        }
        long steps = table.horizon().get();
        if (steps > MOST_SWEEPS) {
            return Optional.empty();
        }
        double[] value = new double[mdp.states()];
        for (long step = 0; step < steps; step++) {
            value = mdp.sweep(value);
        }
        return Optional.of(value);
    }

    private static void checkDescription(DesignSection design, Findings found) {
        design.require("observability", "gamma");
        Optional<String> observability = design.choice("observability", "full", "partial");
        boolean isStochastic = design.flag("stochastic");
        boolean isStationary = !design.has("stationary") || design.flag("stationary");
        Optional<Long> horizon = design.atLeast(1, "horizon");
        Optional<Double> gamma = gamma(design, found);
        List<String> terminations = design.texts("termination");
        Optional<Long> truncation = design.atLeast(1, "truncation");
        for (int i = 0; i < terminations.size(); i++) {
            if (TIME.matcher(terminations.get(i).toLowerCase(Locale.ROOT).strip())
                    .matches()) {
                found.add(
                        Code.M13,
                        "%s[%s]".formatted(design.at("termination"), i),
                        "is %s: the environment continues, so its value is not 0".formatted(terminations.get(i)),
                        "give truncation: the number of steps");
            }
        }
        observability
                .filter("partial"::equals)
                .ifPresent(_ -> found.add(
                        Code.M14,
                        design.at("observability"),
                        "is partial: one observation is not the state",
                        "stack observations or use a recurrent net; slm-lab env probe measures it"));
        if (!isStationary) {
            found.add(
                    Code.M15,
                    design.at("stationary"),
                    "is false: what was learned goes out of date",
                    "put what changes into the observation, such as the time");
        }
        Optional<Long> limit = horizon.isPresent() ? horizon : truncation;
        gamma.ifPresent(each -> {
            checkHorizon(design, each, limit, found);
            if (each == 1 && limit.isEmpty() && terminations.isEmpty()) {
                endless(design, found);
            }
            tellDiscount(each, found);
        });
        found.fact("stochastic", isStochastic);
    }

    private static void endless(DesignSection design, Findings found) {
        found.add(
                Code.M11,
                design.at("gamma"),
                "is 1 in a task that never ends: returns are infinite",
                "set gamma below 1, or give a horizon");
    }

    /// Read γ; empty, with a finding, where it lies outside [0, 1].
    static Optional<Double> gamma(DesignSection design, Findings found) {
        return design.number("gamma").filter(gamma -> {
            if (gamma < 0 || gamma > 1) {
                found.add(Code.M10, design.at("gamma"), "is %s".formatted(FactNumber.number(gamma)), "write 0 to 1");
            }
            return gamma >= 0 && gamma <= 1;
        });
    }

    private static void checkHorizon(DesignSection design, double gamma, Optional<Long> limit, Findings found) {
        limit.filter(steps -> 1 / (1 - gamma) < LEAST_SHARE * steps * (1 - ROUNDING))
                .ifPresent(steps -> found.add(
                        Code.M12,
                        design.at("gamma"),
                        "looks %s steps ahead, and an episode has %s"
                                .formatted(FactNumber.number(1 / (1 - gamma)), steps),
                        "raise gamma to %s or more".formatted(FactNumber.number(1 - 1 / (LEAST_SHARE * steps)))));
    }

    private static void tellDiscount(double gamma, Findings found) {
        if (gamma < 1) {
            found.fact("effective_horizon", FactNumber.fact(1 / (1 - gamma)));
        }
        if (gamma > 0 && gamma < 1) {
            found.fact("steps_to_one_percent", Math.round(Math.log(ONE_PERCENT) / Math.log(gamma)));
        }
    }
}
