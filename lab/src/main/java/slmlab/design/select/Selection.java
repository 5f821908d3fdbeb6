package slmlab.design.select;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import slmlab.agent.facts.Condition;

/// Which algorithms fit a problem, the best first, and why the others do not.
///
/// Rules are tried in order, from the special to the general: what the data are, how many agents there are,
/// whether the problem is a small table, its goals, memory, machines, and at last actions and the speed of the
/// simulator. Every rule that applies adds its methods below those of the rules before.
public final class Selection {

    /// @param name of the method
    /// @param reason the rule that chose it
    /// @param command arguments of slm-lab that begin with it; empty where it is still to come
    /// @param fallback what to try when it fails
    public record Choice(String name, String reason, Optional<String> command, String settings, String fallback) {}

    /// @param reason what it needs and the problem does not have
    public record Dropped(String name, String reason) {}

    /// @param applies to a problem
    /// @param candidates those that it adds, each with its reason, the best first
    private record Rule(Predicate<ProblemProfile> applies, Supplier<Map<Candidate, String>> candidates) {

        static Rule of(Predicate<ProblemProfile> applies, String reason, Method... methods) {
            Map<Candidate, String> all = new LinkedHashMap<>();
            for (Method method : methods) {
                all.put(method, reason);
            }
            return new Rule(applies, () -> all);
        }

        /// Add the algorithms of the lab that give a reason for a condition themselves.
        static Rule ofLab(Condition condition, Predicate<Recommended> which) {
            return new Rule(profile -> profile.has(condition), () -> {
                Map<Candidate, String> all = new LinkedHashMap<>();
                Recommended.all().stream()
                        .filter(which)
                        .forEach(each -> each.reason(condition).ifPresent(reason -> all.put(each, reason)));
                return all;
            });
        }
    }

    private static final List<Rule> RULES = List.of(
            Rule.of(
                    profile -> profile.data().equals("preferences"),
                    "there are only preferences: a reward must be learned from them first",
                    Method.PREFERENCES),
            Rule.of(
                    profile -> profile.isOffline() && profile.isExpertData(),
                    "the data are an expert's: copying them is simple and hard to beat",
                    Method.CLONING),
            Rule.of(
                    ProblemProfile::isOffline,
                    "there is a fixed data set and no simulator: values of unseen actions must stay low",
                    Method.CQL,
                    Method.IQL,
                    Method.TD3_BC,
                    Method.CLONING),
            Rule.of(
                    profile -> profile.isDemonstrated() && profile.hasExpert(),
                    "the expert can be asked: it labels the states that the agent gets into",
                    Method.DAGGER),
            Rule.of(
                    profile -> profile.isDemonstrated() && profile.isRewardWanted(),
                    "the reward itself is wanted, from demonstrations",
                    Method.AIRL),
            Rule.of(
                    ProblemProfile::isDemonstrated,
                    "there are demonstrations and a simulator to compare with",
                    Method.GAIL,
                    Method.CLONING),
            Rule.of(
                    profile -> profile.agents() > 1 && profile.isZeroSum(),
                    "what one agent wins the others lose: the answer is an equilibrium",
                    Method.CFR,
                    Method.SELF_PLAY),
            Rule.of(
                    profile -> profile.agents() > 1,
                    "one reward for a team with discrete actions: its value can be mixed from the agents'",
                    Method.QMIX),
            Rule.of(
                    profile -> profile.agents() > 1 && profile.isFast(),
                    "several agents in a fast simulator",
                    Method.MAPPO,
                    Method.MADDPG),
            Rule.of(
                    profile -> profile.agents() > 1,
                    "several agents in a slow simulator: steps must be used again",
                    Method.MADDPG,
                    Method.MAPPO),
            Rule.of(
                    ProblemProfile::hasModel,
                    "the table is small and known: planning is exact, and needs no learning",
                    Method.PLANNING),
            Rule.of(ProblemProfile::hasGoals, "sparse rewards with goals: every episode reached some goal", Method.HER),
            Rule.of(
                    ProblemProfile::hasSubgoals,
                    "a long horizon with sub-goals: decide less often at the top",
                    Method.OPTIONS,
                    Method.HIRO),
            Rule.ofLab(Condition.PARTIAL, _ -> true),
            Rule.of(
                    ProblemProfile::isPartial,
                    "one observation is not the state: the agent must remember",
                    Method.R2D2),
            Rule.of(
                    profile -> profile.machines() > 1,
                    "several machines: many actors feed one learner",
                    Method.APEX,
                    Method.IMPALA),
            Rule.ofLab(Condition.SLOW, Recommended::isReplaying),
            Rule.ofLab(Condition.FAST, each -> !each.isReplaying()),
            Rule.ofLab(Condition.SLOW, each -> !each.isReplaying()),
            Rule.ofLab(Condition.FAST, Recommended::isReplaying));

    private final List<Choice> ranked;
    private final List<Dropped> dropped;

    private Selection(List<Choice> ranked, List<Dropped> dropped) {
        this.ranked = List.copyOf(ranked);
        this.dropped = List.copyOf(dropped);
    }

    public static Selection of(ProblemProfile profile) {
        Set<Candidate> candidates = new LinkedHashSet<>();
        Map<Candidate, String> chosen = new LinkedHashMap<>();
        for (Rule rule : RULES) {
            rule.candidates.get().forEach((candidate, reason) -> {
                candidates.add(candidate);
                if (rule.applies.test(profile) && candidate.missing(profile).isEmpty()) {
                    chosen.putIfAbsent(candidate, reason);
                }
            });
        }
        List<Choice> ranked = new ArrayList<>();
        chosen.forEach((candidate, reason) -> ranked.add(candidate.choice(profile, reason)));
        List<Dropped> dropped = candidates.stream()
                .filter(candidate -> !chosen.containsKey(candidate))
                .map(candidate -> new Dropped(
                        candidate.title(), "needs " + candidate.missing(profile).orElseThrow()))
                .toList();
        return new Selection(ranked, dropped);
    }

    /// Return the methods that fit, the best first.
    public List<Choice> ranked() {
        return ranked;
    }

    public List<Dropped> dropped() {
        return dropped;
    }
}
