package slmlab.design.validate;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slmlab.design.Code;
import slmlab.design.DesignSection;
import slmlab.design.FactNumber;
import slmlab.design.Findings;
import slmlab.design.Validator;
import slmlab.design.mdp.Cycles;

/// Checks a reward: scale, loops, loitering, and whether shaping leaves the optimal policy alone.
final class RewardFunction implements Validator {
    private static final double MOST_PER_STEP = 10;
    private static final long LONG_HORIZON = 1000;

    @Override
    public void check(DesignSection design, Findings found) {
        design.require("terms", "horizon", "gamma");
        Optional<Long> horizon = design.atLeast(1, "horizon");
        Optional<Double> gamma = design.number("gamma").filter(each -> {
            boolean isRight = each >= 0 && each <= 1;
            if (!isRight) {
                found.add(
                        Code.R19,
                        design.at("gamma"),
                        "is %s".formatted(FactNumber.number(each)),
                        "write 0.99, or 0 to 1");
            }
            return isRight;
        });
        List<DesignSection> sections = design.sections("terms");
        List<RewardTerm> terms = sections.stream()
                .map(section -> RewardTerm.read(section, gamma, found))
                .flatMap(Optional::stream)
                .toList();
        if (design.has("terms") && sections.isEmpty()) {
            found.add(Code.R01, design.at("terms"), "has no terms", "add one");
        }
        checkNames(terms, found);
        checkScale(design, terms, found);
        horizon.ifPresent(steps -> checkLoitering(terms, steps, found));
        boolean isSparse = !terms.isEmpty() && terms.stream().allMatch(RewardTerm::isSparse);
        horizon.filter(steps -> steps > LONG_HORIZON && isSparse)
                .ifPresent(steps -> found.add(
                        Code.R13,
                        design.at("horizon"),
                        "is %s, and no term is given on the way".formatted(steps),
                        "add a potential, hindsight replay or a curriculum"));
        design.section("data").ifPresent(data -> new RewardData(terms, data, found).check());
        checkModel(design, found);
        tellFacts(terms, horizon, found);
    }

    private static void checkNames(List<RewardTerm> terms, Findings found) {
        Set<String> names = new HashSet<>();
        terms.stream()
                .filter(term -> !names.add(term.name()))
                .forEach(term -> found.add(
                        Code.R02,
                        term.at("name"),
                        "is %s, as an earlier term".formatted(term.name()),
                        "rename one of them"));
    }

    private static void checkScale(DesignSection design, List<RewardTerm> terms, Findings found) {
        double most = terms.stream().mapToDouble(RewardTerm::high).sum();
        double least = terms.stream().mapToDouble(RewardTerm::low).sum();
        double size = Math.max(Math.abs(most), Math.abs(least));
        if (size > MOST_PER_STEP) {
            found.add(
                    Code.R06,
                    design.at("terms"),
                    "add up to %s in one step".formatted(FactNumber.number(size)),
                    "multiply the weights by %s, or normalize_reward".formatted(FactNumber.number(1 / size)));
        }
    }

    /// Whoever reaches more by staying than by finishing will stay.
    private static void checkLoitering(List<RewardTerm> terms, long steps, Findings found) {
        double success = terms.stream()
                .filter(RewardTerm::isSuccess)
                .mapToDouble(RewardTerm::high)
                .sum();
        boolean hasSuccess = terms.stream().anyMatch(RewardTerm::isSuccess);
        for (RewardTerm term : terms) {
            boolean isDense = hasSuccess && !term.isSparse() && !term.isSuccess() && !term.isPotential();
            if (isDense && term.high() * steps >= success && term.high() > 0) {
                found.add(
                        Code.R07,
                        term.path(),
                        "gives up to %s over %s steps, and success %s"
                                .formatted(FactNumber.number(term.high() * steps), steps, FactNumber.number(success)),
                        "give it as a potential, make it negative, or reward success more than that");
            } else if (isDense && term.low() > 0) {
                found.add(
                        Code.R08,
                        term.path(),
                        "is given in every step, and success ends the episode",
                        "remove it, or subtract a cost of time");
            }
        }
    }

    private static void checkModel(DesignSection design, Findings found) {
        TabularDesign.readFile(design, "model", found)
                .ifPresent(table -> Cycles.positive(table.mdp())
                        .ifPresent(cycle -> found.add(
                                Code.R17,
                                design.at("model"),
                                "adds up forever on the way %s".formatted(table.names(cycle)),
                                "make it a potential, which sums to 0 on every cycle")));
    }

    private static void tellFacts(List<RewardTerm> terms, Optional<Long> horizon, Findings found) {
        found.fact("terms", terms.stream().map(RewardTerm::facts).toList());
        double low = terms.stream().mapToDouble(RewardTerm::low).sum();
        double high = terms.stream().mapToDouble(RewardTerm::high).sum();
        found.fact("lowest_step_reward", FactNumber.fact(low));
        found.fact("highest_step_reward", FactNumber.fact(high));
        if (high > low) { // the deviation of a uniform distribution over the range
            found.fact("suggested_scale", FactNumber.fact(Math.sqrt(12) / (high - low)));
        }
        horizon.ifPresent(steps -> found.fact("horizon", steps));
    }
}
