package slmlab.design.select;

import static slmlab.agent.facts.Condition.CONTINUOUS;
import static slmlab.agent.facts.Condition.DISCRETE;
import static slmlab.agent.facts.Condition.FAST;
import static slmlab.agent.facts.Condition.PARTIAL;
import static slmlab.agent.facts.Condition.SIMULATOR;
import static slmlab.agent.facts.Condition.SINGLE_AGENT;
import static slmlab.agent.facts.Condition.SLOW;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import slmlab.agent.facts.Condition;
import slmlab.design.select.Selection.Choice;

/// A method that is no algorithm of the lab, or not yet, and what it needs. Those of the lab say themselves when to
/// choose them: [slmlab.agent.facts.Recommendation].
enum Method implements Candidate {
    PREFERENCES(
            "reward model + PPO",
            "an ensemble of 3 reward models, a penalty on the distance to the first policy",
            "ask for more comparisons where the ensemble disagrees",
            Need.of(profile -> profile.data().equals("preferences"), "preferences between episodes")),
    CLONING(
            "behavior cloning",
            "the best 10 % of the episodes, where quality is mixed",
            "collect the states that it fails in, and learn from them too (DAgger)",
            Need.of(profile -> profile.isOffline() || profile.isDemonstrated(), "recorded actions")),
    CQL(
            "CQL",
            "penalty α 0.5 to 1, and a look at the mean Q of the data",
            "raise α while Q of unseen actions exceeds Q of the data",
            Need.of(ProblemProfile::isOffline, "a fixed data set"),
            Need.of(DISCRETE)),
    IQL(
            "IQL",
            "expectile 0.7, temperature 3",
            "expectile 0.9 where good episodes must be stitched together",
            Need.of(ProblemProfile::isOffline, "a fixed data set"),
            Need.of(CONTINUOUS)),
    TD3_BC(
            "TD3+BC",
            "α 2.5, standardized observations",
            "lower α: stay nearer to the data",
            Need.of(ProblemProfile::isOffline, "a fixed data set"),
            Need.of(CONTINUOUS)),
    DAGGER(
            "DAgger",
            "10 rounds of at least 3 episodes, all labels kept",
            "more rounds, or a larger net",
            Need.of(ProblemProfile::isDemonstrated, "demonstrations and a simulator"),
            Need.of(ProblemProfile::hasExpert, "an expert that answers: expert_answers")),
    AIRL(
            "AIRL",
            "a reward of the state alone, which survives other dynamics",
            "more demonstrations, a slower discriminator",
            Need.of(ProblemProfile::isDemonstrated, "demonstrations and a simulator"),
            Need.of(ProblemProfile::isRewardWanted, "a wish for the reward itself: reward_wanted")),
    GAIL(
            "GAIL",
            "a discriminator at 50 to 80 % accuracy, episodes of fixed length",
            "fewer updates of the discriminator, a gradient penalty",
            Need.of(ProblemProfile::isDemonstrated, "demonstrations and a simulator")),
    CFR(
            "CFR",
            "the average strategy, not the last",
            "CFR+, which needs fewer iterations",
            Need.of(profile -> profile.agents() > 1, "several agents"),
            Need.of(ProblemProfile::isZeroSum, "a zero-sum game"),
            Need.of(ProblemProfile::isTabular, "fewer than 10,000 states")),
    SELF_PLAY(
            "self-play",
            "opponents from the past as well as the present one",
            "a population of opponents",
            Need.of(profile -> profile.agents() > 1, "several agents"),
            Need.of(ProblemProfile::isZeroSum, "a zero-sum game")),
    QMIX(
            "QMIX",
            "whole episodes, 32 in a batch; full exploration at first",
            "MAPPO: the best joint action need not be monotone in each agent's",
            Need.of(profile -> profile.agents() > 1, "several agents"),
            Need.of(ProblemProfile::hasTeamReward, "one reward for the team"),
            Need.of(DISCRETE)),
    MAPPO(
            "MAPPO",
            "one minibatch, 5 to 15 epochs, a critic of the global state",
            "fewer epochs",
            Need.of(profile -> profile.agents() > 1, "several agents"),
            Need.of(profile -> !profile.isZeroSum(), "a common interest")),
    MADDPG(
            "MADDPG",
            "a critic of all observations and actions for each agent",
            "MAPPO, with more steps",
            Need.of(profile -> profile.agents() > 1, "several agents"),
            Need.of(profile -> !profile.isZeroSum(), "a common interest")),
    PLANNING(
            "value iteration",
            "validate mdp FILE",
            "the table of transitions as a design file",
            "sample the model, and learn from that",
            Need.of(ProblemProfile::isTabular, "fewer than 10,000 states: states"),
            Need.of(ProblemProfile::hasModel, "known transitions: known_model"),
            Need.of(SINGLE_AGENT)),
    HER(
            "hindsight replay (HER)",
            "4 relabeled goals for each step, future strategy",
            "easier goals first",
            Need.of(SINGLE_AGENT),
            Need.of(ProblemProfile::hasGoals, "goals that can be exchanged: goals"),
            Need.of(ProblemProfile::isSparse, "a sparse reward"),
            Need.of(SIMULATOR)),
    OPTIONS(
            "options",
            "4 options, a cost of switching",
            "options by hand: slm-lab validate hrl",
            Need.of(SINGLE_AGENT),
            Need.of(SIMULATOR),
            Need.of(ProblemProfile::isLong, "more than 1000 steps of an episode: horizon"),
            Need.of(ProblemProfile::hasSubgoals, "sub-goals: subgoals"),
            Need.of(DISCRETE)),
    HIRO(
            "HIRO",
            "a decision of the manager every 10 steps, relabeled goals",
            "a goal space of fewer numbers",
            Need.of(SINGLE_AGENT),
            Need.of(SIMULATOR),
            Need.of(ProblemProfile::isLong, "more than 1000 steps of an episode: horizon"),
            Need.of(ProblemProfile::hasSubgoals, "sub-goals: subgoals"),
            Need.of(CONTINUOUS)),
    R2D2(
            "R2D2",
            "sequences of 80 steps with stored states and burn-in",
            "longer sequences",
            Need.of(SINGLE_AGENT),
            Need.of(PARTIAL),
            Need.of(DISCRETE),
            Need.of(SLOW),
            Need.of(SIMULATOR)),
    APEX(
            "Ape-X",
            "an exploration rate for each actor, one prioritized replay",
            "fresher weights for the actors",
            Need.of(SINGLE_AGENT),
            Need.of(profile -> profile.machines() > 1, "several machines: machines"),
            Need.of(DISCRETE),
            Need.of(SLOW),
            Need.of(SIMULATOR)),
    IMPALA(
            "IMPALA",
            "rollouts of 20 steps, corrected by V-trace",
            "shorter queues, so that actors lag less",
            Need.of(SINGLE_AGENT),
            Need.of(profile -> profile.machines() > 1, "several machines: machines"),
            Need.of(FAST),
            Need.of(SIMULATOR));

    /// Something that a method cannot do without.
    private record Need(Predicate<ProblemProfile> test, String text) {
        static Need of(Predicate<ProblemProfile> test, String text) {
            return new Need(test, text);
        }

        static Need of(Condition condition) {
            return new Need(profile -> profile.has(condition), condition.toString());
        }
    }

    private final String title;
    private final String command;
    private final String settings;
    private final String fallback;
    private final List<Need> needs;

    Method(String title, String settings, String fallback, Need... needs) {
        this(title, "", settings, fallback, needs);
    }

    /// @param command arguments of slm-lab that begin with it; empty where it is still to come
    Method(String title, String command, String settings, String fallback, Need... needs) {
        this.title = title;
        this.command = command;
        this.settings = settings;
        this.fallback = fallback;
        this.needs = List.of(needs);
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public Optional<String> missing(ProblemProfile profile) {
        return needs.stream()
                .filter(need -> !need.test.test(profile))
                .map(Need::text)
                .findFirst();
    }

    @Override
    public Choice choice(ProblemProfile profile, String reason) {
        return new Choice(title, reason, Optional.of(command).filter(words -> !words.isEmpty()), settings, fallback);
    }
}
