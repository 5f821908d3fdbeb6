package slmlab.design.select;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.Condition;
import slmlab.agent.facts.Recommendation;
import slmlab.agent.facts.Trait;
import slmlab.design.select.Selection.Choice;

/// An algorithm of the lab, with its own word on when to choose it.
///
/// @param algorithm its name in a spec
/// @param isReplaying whether it uses each step many times
record Recommended(String algorithm, boolean isReplaying, Recommendation words) implements Candidate {

    /// Return those of every algorithm, in the order of the list.
    static List<Recommended> all() {
        return Algorithms.allFacts().stream()
                .flatMap(facts -> of(facts).stream())
                .toList();
    }

    private static List<Recommended> of(AlgorithmFacts<?> facts) {
        return facts.recommendations().stream()
                .map(words -> new Recommended(facts.name(), facts.has(Trait.REPLAY), words))
                .toList();
    }

    @Override
    public String title() {
        return words.title();
    }

    @Override
    public Optional<String> missing(ProblemProfile profile) {
        return words.needs().stream()
                .filter(need -> !profile.has(need))
                .map(Condition::toString)
                .findFirst()
                .or(() -> missingReason(profile));
    }

    /// Return the conditions that it gives a reason for, where a problem has none of them.
    private Optional<String> missingReason(ProblemProfile profile) {
        return words.reasons().keySet().stream().anyMatch(profile::has)
                ? Optional.empty()
                : Optional.of(words.reasons().keySet().stream()
                        .map(Condition::toString)
                        .collect(Collectors.joining(" or ")));
    }

    /// Return why to choose it for problems of a kind; empty where it gives no reason.
    Optional<String> reason(Condition condition) {
        return Optional.ofNullable(words.reasons().get(condition));
    }

    @Override
    public Choice choice(ProblemProfile profile, String reason) {
        String command = words.starts().stream()
                .filter(start -> start.when().stream().allMatch(profile::has))
                .findFirst()
                .map(start -> "run %s train".formatted(start.spec()))
                .orElse("new first.yaml --algorithm " + algorithm);
        return new Choice(title(), reason, Optional.of(command), words.settings(), words.fallback());
    }
}
