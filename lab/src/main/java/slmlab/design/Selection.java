package slmlab.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

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

    /// @param reason what it needs and the problem has not
    public record Dropped(String name, String reason) {}

    private record Rule(Predicate<Profile> applies, String reason, Method... methods) {}

    private static final List<Rule> RULES = List.of(
            new Rule(
                    profile -> profile.data().equals("preferences"),
                    "there are only preferences: a reward must be learned from them first",
                    Method.PREFERENCES),
            new Rule(
                    profile -> profile.isOffline() && profile.isExpertData(),
                    "the data are an expert's: copying them is simple and hard to beat",
                    Method.CLONING),
            new Rule(
                    Profile::isOffline,
                    "there is a fixed data set and no simulator: values of unseen actions must stay low",
                    Method.CQL,
                    Method.IQL,
                    Method.TD3_BC,
                    Method.CLONING),
            new Rule(
                    profile -> profile.isDemonstrated() && profile.hasExpert(),
                    "the expert can be asked: it labels the states that the agent gets into",
                    Method.DAGGER),
            new Rule(
                    profile -> profile.isDemonstrated() && profile.isRewardWanted(),
                    "the reward itself is wanted, from demonstrations",
                    Method.AIRL),
            new Rule(
                    Profile::isDemonstrated,
                    "there are demonstrations and a simulator to compare with",
                    Method.GAIL,
                    Method.CLONING),
            new Rule(
                    profile -> profile.agents() > 1 && profile.isZeroSum(),
                    "what one agent wins the others lose: the answer is an equilibrium",
                    Method.CFR,
                    Method.SELF_PLAY),
            new Rule(
                    profile -> profile.agents() > 1,
                    "one reward for a team with discrete actions: its value can be mixed from the agents'",
                    Method.QMIX),
            new Rule(
                    profile -> profile.agents() > 1 && profile.isFast(),
                    "several agents in a fast simulator",
                    Method.MAPPO,
                    Method.MADDPG),
            new Rule(
                    profile -> profile.agents() > 1,
                    "several agents in a slow simulator: steps must be used again",
                    Method.MADDPG,
                    Method.MAPPO),
            new Rule(
                    Profile::hasModel,
                    "the table is small and known: planning is exact, and needs no learning",
                    Method.PLANNING),
            new Rule(Profile::hasGoals, "sparse rewards with goals: every episode reached some goal", Method.HER),
            new Rule(
                    Profile::hasSubgoals,
                    "a long horizon with sub-goals: decide less often at the top",
                    Method.OPTIONS,
                    Method.HIRO),
            new Rule(
                    Profile::isPartial,
                    "one observation is not the state: the agent must remember",
                    Method.RECURRENT_PPO,
                    Method.R2D2),
            new Rule(
                    profile -> profile.machines() > 1,
                    "several machines: many actors feed one learner",
                    Method.IMPALA,
                    Method.APEX),
            new Rule(
                    profile -> !profile.isFast(),
                    "a slow simulator: a replay uses each step many times",
                    Method.DQN,
                    Method.SAC,
                    Method.CROSSQ,
                    Method.TD3),
            new Rule(Profile::isFast, "a fast simulator: fresh steps cost little, and PPO is easy to tune", Method.PPO),
            new Rule(profile -> !profile.isFast(), "needs more steps than a replay would, and less tuning", Method.PPO),
            new Rule(
                    Profile::isFast,
                    "needs fewer steps, and more time for each",
                    Method.DQN,
                    Method.SAC,
                    Method.CROSSQ,
                    Method.TD3));

    private final List<Choice> ranked;
    private final List<Dropped> dropped;

    private Selection(List<Choice> ranked, List<Dropped> dropped) {
        this.ranked = List.copyOf(ranked);
        this.dropped = List.copyOf(dropped);
    }

    public static Selection of(Profile profile) {
        Map<Method, String> chosen = new LinkedHashMap<>();
        for (Rule rule : RULES) {
            if (rule.applies.test(profile)) {
                Arrays.stream(rule.methods)
                        .filter(method -> method.missing(profile).isEmpty())
                        .forEach(method -> chosen.putIfAbsent(method, rule.reason));
            }
        }
        List<Choice> ranked = new ArrayList<>();
        chosen.forEach((method, reason) -> ranked.add(
                new Choice(method.title(), reason, method.command(profile), method.settings(), method.fallback())));
        List<Dropped> dropped = Arrays.stream(Method.values())
                .filter(method -> !chosen.containsKey(method))
                .map(method -> new Dropped(
                        method.title(), "needs " + method.missing(profile).orElseThrow()))
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
