package slmlab.design.validate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slmlab.design.Code;
import slmlab.design.DesignSection;
import slmlab.design.FactNumber;
import slmlab.design.Findings;
import slmlab.design.Validator;

/// Checks a hierarchy of policies: time scales, goals and rewards of the levels, and options.
final class Hierarchy implements Validator {
    private static final double SAME = 1e-6;

    /// One level, the topmost first.
    private record Rank(
            DesignSection section,
            String name,
            Optional<Long> period,
            List<String> obs,
            List<String> goals,
            boolean hasAction,
            Optional<String> reward,
            Optional<Double> gamma) {}

    @Override
    public void check(DesignSection design, Findings found) {
        design.require("paradigm", "gamma", "levels");
        Optional<String> paradigm = design.choice("paradigm", "options", "feudal", "goal");
        Optional<Double> gamma = gamma(design, found);
        List<DesignSection> sections = design.sections("levels");
        List<Rank> levels =
                sections.stream().map(section -> level(section, found)).toList();
        if (design.has("levels") && sections.size() < 2) {
            found.add(Code.H01, design.at("levels"), "has %s".formatted(sections.size()), "add a level below");
        }
        checkNames(levels, found);
        for (int i = 1; i < levels.size(); i++) {
            checkBelow(levels.get(i - 1), levels.get(i), found);
        }
        for (int i = 0; i < levels.size(); i++) {
            checkOutput(levels.get(i), i == levels.size() - 1, paradigm, found);
        }
        gamma.ifPresent(env -> levels.forEach(level -> checkGamma(level, env, found)));
        OptionDesign.check(design, paradigm.orElse(""), found);
        if (!found.hasErrors()) {
            tellFacts(levels, gamma.orElse(1.0), found);
        }
    }

    private static Rank level(DesignSection section, Findings found) {
        section.require("name", "period", "obs", "policy");
        section.text("policy");
        Rank rank = new Rank(
                section,
                section.text("name").orElse(""),
                section.atLeast(1, "period"),
                section.texts("obs"),
                section.texts("goal_space"),
                section.has("action"),
                section.text("reward"),
                gamma(section, found));
        section.text("action");
        section.text("gamma_reason");
        boolean isOffPolicy =
                section.choice("learning", "on_policy", "off_policy").equals(Optional.of("off_policy"));
        boolean isRelabeled = section.flag("relabel");
        if (isOffPolicy && !isRelabeled && !rank.goals.isEmpty()) {
            found.add(
                    Code.H14,
                    section.at("relabel"),
                    "is not set, and the level below changes what old goals led to",
                    "write relabel: true (HIRO's correction), or learning: on_policy");
        }
        return rank;
    }

    private static Optional<Double> gamma(DesignSection section, Findings found) {
        return section.number("gamma").filter(gamma -> {
            if (!(gamma > 0 && gamma <= 1)) {
                found.add(
                        Code.H08,
                        section.at("gamma"),
                        "is %s".formatted(FactNumber.number(gamma)),
                        "write 0.99, or ≤ 1");
            }
            return gamma > 0 && gamma <= 1;
        });
    }

    private static void checkNames(List<Rank> levels, Findings found) {
        Set<String> names = new HashSet<>();
        levels.stream()
                .filter(level -> !names.add(level.name))
                .forEach(level -> found.add(
                        Code.H02,
                        level.section.at("name"),
                        "is %s, as a level above".formatted(level.name),
                        "rename one"));
    }

    private static void checkBelow(Rank above, Rank below, Findings found) {
        if (above.period.isPresent() && below.period.isPresent()) {
            long slow = above.period.get();
            long fast = below.period.get();
            if (fast >= slow) {
                found.add(
                        Code.H03,
                        below.section.at("period"),
                        "is %s, and the level above has %s".formatted(fast, slow),
                        "let periods decrease downwards, to 1 at the bottom");
            } else if (slow % fast != 0) {
                found.add(
                        Code.H04,
                        below.section.at("period"),
                        "is %s, which does not divide %s".formatted(fast, slow),
                        "use a divisor, so that levels decide together");
            }
        }
        for (String goal : above.goals) {
            if (!below.obs.contains(goal)) {
                found.add(
                        Code.H05,
                        above.section.at("goal_space"),
                        "has %s, which %s does not see".formatted(goal, below.name),
                        "add it to the obs below, or take it out");
            }
        }
        if (below.reward.isEmpty() || below.reward.get().equals("extrinsic")) {
            found.add(
                    Code.H06,
                    below.section.at("reward"),
                    "is missing or extrinsic: nothing makes the level follow its goal",
                    "name the intrinsic reward, such as negative distance to the goal");
        }
    }

    private static void checkOutput(Rank level, boolean isLowest, Optional<String> paradigm, Findings found) {
        boolean isGoal = paradigm.filter(each -> !each.equals("options")).isPresent();
        if (isLowest && (!level.hasAction || !level.goals.isEmpty())) {
            found.add(Code.H16, level.section.path(), "is the lowest level, which acts", "give action, no goal_space");
        } else if (!isLowest && isGoal && (level.goals.isEmpty() || level.hasAction)) {
            found.add(Code.H16, level.section.path(), "sets goals for the level below", "give goal_space, no action");
        }
    }

    /// A level that decides every k steps discounts by γ^k.
    private static void checkGamma(Rank level, double env, Findings found) {
        if (level.gamma.isPresent() && level.period.isPresent()) {
            double right = Math.pow(env, level.period.get());
            if (Math.abs(level.gamma.get() - right) > SAME && !level.section.has("gamma_reason")) {
                found.add(
                        Code.H07,
                        level.section.at("gamma"),
                        "is %s, and the env's to the power of the period is %s"
                                .formatted(FactNumber.number(level.gamma.get()), FactNumber.number(right)),
                        "use that, or say why in gamma_reason");
            }
        }
    }

    private static void tellFacts(List<Rank> levels, double env, Findings found) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Rank level : levels) {
            double period = level.period.orElse(1L);
            double gamma = level.gamma.orElse(Math.pow(env, period));
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("name", level.name);
            row.put("gamma", FactNumber.fact(gamma));
            row.put("effective_horizon", gamma == 1 ? "unlimited" : FactNumber.fact(period / (1 - gamma)));
            rows.add(row);
        }
        found.fact("levels", rows);
        double top = levels.getFirst().period.orElse(1L);
        double bottom = levels.getLast().period.orElse(1L);
        found.fact("decisions_of_the_lowest_per_one_of_the_highest", FactNumber.fact(top / bottom));
    }
}
