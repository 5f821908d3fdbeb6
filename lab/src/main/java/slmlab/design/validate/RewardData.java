package slmlab.design.validate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import slmlab.design.Code;
import slmlab.design.DesignSection;
import slmlab.design.FactNumber;
import slmlab.design.Findings;
import slmlab.design.Sample;
import slmlab.run.Table;

/// Compares a reward with rollouts of policies: a CSV file for each, with a column for each term (its value,
/// weight included), one for `episode` and, where known, one for `success`, 0 or 1.
final class RewardData {
    private static final double MOST_VARIANCE = 0.9;
    private static final String NOTHING = "do_nothing";

    private final List<RewardTerm> terms;
    private final DesignSection data;
    private final Findings found;

    RewardData(List<RewardTerm> terms, DesignSection data, Findings found) {
        this.terms = terms;
        this.data = data;
        this.found = found;
    }

    void check() {
        Map<String, Double> returns = new LinkedHashMap<>();
        for (String policy : data.keys()) {
            Sample.read(data, policy, found).ifPresent(rollout -> {
                if (isComplete(policy, rollout)) {
                    returns.put(policy, meanReturn(rollout));
                    check(policy, rollout);
                }
            });
        }
        Double nothing = returns.get(NOTHING);
        returns.forEach((policy, mean) -> {
            if (nothing != null && !policy.equals(NOTHING) && nothing >= mean) {
                found.add(
                        Code.R16,
                        data.at(NOTHING),
                        "reaches %s, and %s reaches %s"
                                .formatted(FactNumber.number(nothing), policy, FactNumber.number(mean)),
                        "give more reward at the goal, or time cost something");
            }
        });
        Map<String, Object> facts = new LinkedHashMap<>();
        returns.forEach((policy, mean) -> facts.put(policy, FactNumber.fact(mean)));
        found.fact("mean_returns", facts);
    }

    private boolean isComplete(String policy, Table rollout) {
        for (String column : columns()) {
            if (!rollout.has(column) || rollout.size() == 0) {
                String wrong = rollout.size() == 0 ? "has no rows" : "has no column %s".formatted(column);
                found.add(Code.F07, data.at(policy), wrong, "add it");
                return false;
            }
            if (DoubleStream.of(rollout.column(column)).anyMatch(value -> !Double.isFinite(value))) {
                String wrong = "lacks numbers in the column %s".formatted(column);
                found.add(Code.F07, data.at(policy), wrong, "fill them in");
                return false;
            }
        }
        return true;
    }

    private List<String> columns() {
        return Stream.concat(Stream.of("episode"), terms.stream().map(RewardTerm::name))
                .toList();
    }

    private double meanReturn(Table rollout) {
        double sum = terms.stream()
                .flatMapToDouble(term -> DoubleStream.of(rollout.column(term.name())))
                .sum();
        return sum / DoubleStream.of(rollout.column("episode")).distinct().count();
    }

    private void check(String policy, Table rollout) {
        double[] variances = terms.stream()
                .mapToDouble(term -> Sample.variance(rollout.column(term.name())))
                .toArray();
        double total = DoubleStream.of(variances).sum();
        Map<String, Object> shares = new LinkedHashMap<>();
        for (int i = 0; i < variances.length; i++) {
            RewardTerm term = terms.get(i);
            double share = total == 0 ? 0 : variances[i] / total;
            shares.put(term.name(), FactNumber.fact(share));
            if (share > MOST_VARIANCE && terms.size() > 1) {
                found.add(
                        Code.R14,
                        term.path(),
                        "has %s of the variance in %s".formatted(percent(share), policy),
                        "lower its weight: the other terms are not heard");
            }
            checkRange(policy, term, rollout.column(term.name()));
            checkSuccess(policy, term, rollout);
        }
        found.fact("variance_shares_" + policy, shares);
    }

    private void checkRange(String policy, RewardTerm term, double[] values) {
        DoubleStream.of(values)
                .filter(value -> value < term.low() || value > term.high())
                .findFirst()
                .ifPresent(value -> found.add(
                        Code.R18,
                        term.at("range"),
                        "is left by %s in %s".formatted(FactNumber.number(value), policy),
                        "widen it"));
    }

    private void checkSuccess(String policy, RewardTerm term, Table rollout) {
        if (rollout.has("success")) {
            double correlation = Sample.correlation(rollout.column(term.name()), rollout.column("success"));
            if (correlation < -0.5) {
                found.add(
                        Code.R15,
                        term.path(),
                        "falls with success: correlation %s in %s".formatted(FactNumber.number(correlation), policy),
                        "check its sign");
            }
        }
    }

    private static String percent(double share) {
        return FactNumber.number(100 * share) + " %";
    }
}
