package slmlab.design.validate;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import slmlab.design.Code;
import slmlab.design.DesignSection;
import slmlab.design.FactNumber;
import slmlab.design.Findings;

/// One term of a reward.
///
/// @param low smallest value of a step, weight included
/// @param isSparse whether it is given in few steps of an episode
/// @param isSuccess whether it is given for reaching the goal
record RewardTerm(
        DesignSection section,
        String name,
        double low,
        double high,
        boolean isSparse,
        boolean isSuccess,
        boolean isPotential) {

    private static final double SAME = 1e-9;

    /// Read a term; empty where its name, weight or range is wrong.
    ///
    /// @param gamma the learner's discount
    static Optional<RewardTerm> read(DesignSection section, Optional<Double> gamma, Findings found) {
        section.require("name", "range");
        Optional<String> name = section.text("name");
        if (section.text("formula").isPresent() == section.text("class").isPresent()) {
            found.add(Code.R03, section.path(), "needs one of formula and class", "say how the term is computed");
        }
        double weight = section.number("weight").orElse(1.0);
        if (weight == 0) {
            found.add(Code.R05, section.at("weight"), "is 0: the term has no effect", "remove the term");
        }
        boolean isSparse = section.flag("sparse");
        boolean isSuccess = section.flag("success");
        boolean isShaping = section.flag("shaping");
        Optional<DesignSection> potential = section.section("potential");
        potential.ifPresent(phi -> checkPotential(phi, gamma, found));
        if (isShaping && potential.isEmpty()) {
            found.add(
                    Code.R11,
                    section.path(),
                    "shapes the reward without a potential, which can change the best policy",
                    "give potential: {phi: …, terminal: 0}, and give γΦ(s′) − Φ(s)");
        }
        Optional<double[]> range = section.numbers("range").filter(each -> isRange(section, each, found));
        if (name.isEmpty() || range.isEmpty()) {
            return Optional.empty();
        }
        double a = weight * range.get()[0];
        double b = weight * range.get()[1];
        RewardTerm term = new RewardTerm(
                section,
                name.get(),
                Math.min(a, b),
                Math.max(a, b),
                isSparse || isSuccess,
                isSuccess,
                potential.isPresent());
        term.checkSign(found);
        return Optional.of(term);
    }

    private static boolean isRange(DesignSection section, double[] range, Findings found) {
        boolean isRange =
                range.length == 2 && range[0] <= range[1] && Double.isFinite(range[0]) && Double.isFinite(range[1]);
        if (!isRange) {
            found.add(
                    Code.R04,
                    section.at("range"),
                    "is not two finite numbers, low ≤ high",
                    "write the least and the most that the term is in one step, such as [-1, 0]");
        }
        return isRange;
    }

    private static void checkPotential(DesignSection potential, Optional<Double> gamma, Findings found) {
        potential.require("phi", "terminal");
        potential.text("phi");
        potential
                .number("terminal")
                .filter(each -> each != 0)
                .ifPresent(each -> found.add(
                        Code.R09,
                        potential.at("terminal"),
                        "is %s: the shaping does not cancel at the end".formatted(FactNumber.number(each)),
                        "make Φ(terminal) 0"));
        potential
                .number("gamma")
                .filter(own -> gamma.isPresent() && Math.abs(own - gamma.get()) > SAME)
                .ifPresent(own -> found.add(
                        Code.R10,
                        potential.at("gamma"),
                        "is %s, and the learner's is %s"
                                .formatted(FactNumber.number(own), FactNumber.number(gamma.orElse(1.0))),
                        "use the same"));
    }

    private void checkSign(Findings found) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean isCost = lower.contains("penalty") || lower.contains("cost") || lower.contains("punish");
        boolean isBonus = lower.contains("bonus") || lower.contains("success") || isSuccess;
        if ((isCost && high > 0) || (isBonus && low < 0)) {
            found.add(
                    Code.R12,
                    section.path(),
                    "is called %s and is from %s to %s"
                            .formatted(name, FactNumber.number(low), FactNumber.number(high)),
                    "change the sign of weight, or the name");
        }
    }

    String at(String key) {
        return section.at(key);
    }

    String path() {
        return section.path();
    }

    Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("name", name);
        facts.put("low", FactNumber.fact(low));
        facts.put("high", FactNumber.fact(high));
        facts.put("kind", isPotential ? "potential" : isSuccess ? "success" : isSparse ? "sparse" : "dense");
        return facts;
    }
}
