package slmlab.design;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A family of algorithms that [Selection] can name, and what it needs.
enum Method {
    PREFERENCES(
            "reward model + PPO",
            null,
            "an ensemble of 3 reward models, a penalty on the distance to the first policy",
            "ask for more comparisons where the ensemble disagrees",
            Need.of(profile -> profile.data().equals("preferences"), "preferences between episodes")),
    CLONING(
            "behaviour cloning",
            null,
            "the best 10 % of the episodes, where quality is mixed",
            "collect the states that it fails in, and learn from them too (DAgger)",
            Need.of(profile -> profile.isOffline() || profile.isDemonstrated(), "recorded actions")),
    CQL(
            "CQL",
            null,
            "penalty α 0.5 to 1, and a look at the mean Q of the data",
            "raise α while Q of unseen actions exceeds Q of the data",
            Need.of(Profile::isOffline, "a fixed data set"),
            Need.of(Profile::isDiscrete, "discrete actions")),
    IQL(
            "IQL",
            null,
            "expectile 0.7, temperature 3",
            "expectile 0.9 where good episodes must be stitched together",
            Need.of(Profile::isOffline, "a fixed data set"),
            Need.of(profile -> !profile.isDiscrete(), "continuous actions")),
    TD3_BC(
            "TD3+BC",
            null,
            "α 2.5, standardized observations",
            "lower α: stay nearer to the data",
            Need.of(Profile::isOffline, "a fixed data set"),
            Need.of(profile -> !profile.isDiscrete(), "continuous actions")),
    DAGGER(
            "DAgger",
            null,
            "10 rounds of at least 3 episodes, all labels kept",
            "more rounds, or a larger net",
            Need.of(Profile::isDemonstrated, "demonstrations and a simulator"),
            Need.of(Profile::hasExpert, "an expert that answers: expert_answers")),
    AIRL(
            "AIRL",
            null,
            "a reward of the state alone, which survives other dynamics",
            "more demonstrations, a slower discriminator",
            Need.of(Profile::isDemonstrated, "demonstrations and a simulator"),
            Need.of(Profile::isRewardWanted, "a wish for the reward itself: reward_wanted")),
    GAIL(
            "GAIL",
            null,
            "a discriminator at 50 to 80 % accuracy, episodes of fixed length",
            "fewer updates of the discriminator, a gradient penalty",
            Need.of(Profile::isDemonstrated, "demonstrations and a simulator")),
    CFR(
            "CFR",
            null,
            "the average strategy, not the last",
            "CFR+, which needs fewer iterations",
            Need.of(profile -> profile.agents() > 1, "several agents"),
            Need.of(Profile::isZeroSum, "a zero-sum game"),
            Need.of(Profile::isTabular, "fewer than 10,000 states")),
    SELF_PLAY(
            "self-play",
            null,
            "opponents from the past as well as the present one",
            "a population of opponents",
            Need.of(profile -> profile.agents() > 1, "several agents"),
            Need.of(Profile::isZeroSum, "a zero-sum game")),
    QMIX(
            "QMIX",
            null,
            "whole episodes, 32 in a batch; full exploration at first",
            "MAPPO: the best joint action need not be monotone in each agent's",
            Need.of(profile -> profile.agents() > 1, "several agents"),
            Need.of(Profile::hasTeamReward, "one reward for the team"),
            Need.of(Profile::isDiscrete, "discrete actions")),
    MAPPO(
            "MAPPO",
            null,
            "one minibatch, 5 to 15 epochs, a critic of the global state",
            "fewer epochs",
            Need.of(profile -> profile.agents() > 1, "several agents"),
            Need.of(profile -> !profile.isZeroSum(), "a common interest")),
    MADDPG(
            "MADDPG",
            null,
            "a critic of all observations and actions for each agent",
            "MAPPO, with more steps",
            Need.of(profile -> profile.agents() > 1, "several agents"),
            Need.of(profile -> !profile.isZeroSum(), "a common interest")),
    PLANNING(
            "value iteration",
            profile -> "validate mdp FILE",
            "the table of transitions as a design file",
            "sample the model, and learn from that",
            Need.of(Profile::isTabular, "fewer than 10,000 states: states"),
            Need.of(Profile::hasModel, "known transitions: known_model"),
            Need.of(profile -> profile.agents() == 1, "a single agent")),
    HER(
            "hindsight replay (HER)",
            null,
            "4 relabelled goals for each step, future strategy",
            "easier goals first",
            Need.of(profile -> profile.agents() == 1, "a single agent"),
            Need.of(Profile::hasGoals, "goals that can be exchanged: goals"),
            Need.of(Profile::isSparse, "a sparse reward"),
            Need.of(Profile::isOnline, "a simulator with a reward")),
    OPTIONS(
            "options",
            null,
            "4 options, a cost of switching",
            "options by hand: slm-lab validate hrl",
            Need.of(profile -> profile.agents() == 1, "a single agent"),
            Need.of(Profile::isOnline, "a simulator with a reward"),
            Need.of(Profile::isLong, "more than 1000 steps of an episode: horizon"),
            Need.of(Profile::hasSubgoals, "sub-goals: subgoals"),
            Need.of(Profile::isDiscrete, "discrete actions")),
    HIRO(
            "HIRO",
            null,
            "a decision of the manager every 10 steps, relabelled goals",
            "a goal space of fewer numbers",
            Need.of(profile -> profile.agents() == 1, "a single agent"),
            Need.of(Profile::isOnline, "a simulator with a reward"),
            Need.of(Profile::isLong, "more than 1000 steps of an episode: horizon"),
            Need.of(Profile::hasSubgoals, "sub-goals: subgoals"),
            Need.of(profile -> !profile.isDiscrete(), "continuous actions")),
    RECURRENT_PPO(
            "PPO with a recurrent net",
            profile -> "run spec/ppo/tmaze.yaml ppo_tmaze train",
            "net.type: RecurrentNet, seq_len as long as what must be remembered",
            "longer seq_len, more entropy",
            Need.of(Profile::isPartial, "partial observability"),
            Need.of(profile -> profile.agents() == 1, "a single agent"),
            Need.of(Profile::isOnline, "a simulator with a reward")),
    R2D2(
            "R2D2",
            null,
            "sequences of 80 steps with stored states and burn-in",
            "longer sequences",
            Need.of(profile -> profile.agents() == 1, "a single agent"),
            Need.of(Profile::isPartial, "partial observability"),
            Need.of(Profile::isDiscrete, "discrete actions"),
            Need.of(profile -> !profile.isFast(), "a slow simulator"),
            Need.of(Profile::isOnline, "a simulator with a reward")),
    APEX(
            "Ape-X",
            null,
            "an exploration rate for each actor, one prioritized replay",
            "fresher weights for the actors",
            Need.of(profile -> profile.agents() == 1, "a single agent"),
            Need.of(profile -> profile.machines() > 1, "several machines: machines"),
            Need.of(Profile::isDiscrete, "discrete actions"),
            Need.of(profile -> !profile.isFast(), "a slow simulator"),
            Need.of(Profile::isOnline, "a simulator with a reward")),
    IMPALA(
            "IMPALA",
            null,
            "rollouts of 20 steps, corrected by V-trace",
            "shorter queues, so that actors lag less",
            Need.of(profile -> profile.agents() == 1, "a single agent"),
            Need.of(profile -> profile.machines() > 1, "several machines: machines"),
            Need.of(Profile::isFast, "a fast simulator"),
            Need.of(Profile::isOnline, "a simulator with a reward")),
    DQN(
            "DoubleDQN with prioritized replay",
            profile -> profile.isImage()
                    ? "run spec/benchmark/dqn/ddqn_per_pong.json ddqn_per_pong train"
                    : "run spec/dqn/lunar.yaml ddqn_per_lunar train",
            "a replay of 50,000 steps or more, ε from 1 to 0.01",
            "n-step returns, a slower decay of ε, a larger replay",
            Need.of(Profile::isDiscrete, "discrete actions"),
            Need.of(profile -> profile.agents() == 1, "a single agent"),
            Need.of(Profile::isOnline, "a simulator with a reward")),
    PPO(
            "PPO",
            profile -> profile.isImage() && profile.isDiscrete()
                    ? "run spec/ppo/pong.yaml ppo_pong_zoo train"
                    : profile.isDiscrete()
                            ? "run spec/ppo/lunar.json ppo_lunar train"
                            : "run spec/ppo/lunar.json ppo_lunar_continuous train",
            "as many envs as the cores step at once; normalize_obs for vectors, ConvNet for pictures",
            "more envs, a longer time_horizon, a lower learning rate",
            Need.of(profile -> profile.agents() == 1, "a single agent"),
            Need.of(Profile::isOnline, "a simulator with a reward")),
    SAC(
            "SAC",
            profile -> "run spec/sac/pendulum.yaml sac_pendulum train",
            "one update for each step, a learned temperature; ConvNet for pictures",
            "reward_scale, a larger net, CrossQ",
            Need.of(profile -> !profile.isDiscrete(), "continuous actions"),
            Need.of(profile -> profile.agents() == 1, "a single agent"),
            Need.of(Profile::isOnline, "a simulator with a reward")),
    CROSSQ(
            "CrossQ",
            profile -> "run spec/crossq/pendulum.yaml crossq_pendulum_fast train",
            "batch renormalization in the critics, no target networks",
            "SAC, whose targets are slower and safer",
            Need.of(profile -> !profile.isDiscrete(), "continuous actions"),
            Need.of(profile -> profile.agents() == 1, "a single agent"),
            Need.of(Profile::isOnline, "a simulator with a reward")),
    TD3(
            "TD3",
            profile -> "run spec/td3/pendulum.yaml td3_pendulum train",
            "noise of 0.1 on actions, an actor update for every second one of the critics",
            "SAC, which explores on its own",
            Need.of(profile -> !profile.isDiscrete(), "continuous actions"),
            Need.of(profile -> profile.agents() == 1, "a single agent"),
            Need.of(Profile::isOnline, "a simulator with a reward"));

    /// Something that a method cannot do without.
    private record Need(Predicate<Profile> test, String text) {
        static Need of(Predicate<Profile> test, String text) {
            return new Need(test, text);
        }
    }

    private final String title;
    private final @Nullable Function<Profile, String> command;
    private final String settings;
    private final String fallback;
    private final List<Need> needs;

    Method(String title, @Nullable Function<Profile, String> command, String settings, String fallback, Need... needs) {
        this.title = title;
        this.command = command;
        this.settings = settings;
        this.fallback = fallback;
        this.needs = Arrays.asList(needs);
    }

    String title() {
        return title;
    }

    /// Return the arguments of slm-lab that begin with it; empty where the method is still to come.
    Optional<String> command(Profile profile) {
        return Optional.ofNullable(command).map(each -> each.apply(profile));
    }

    String settings() {
        return settings;
    }

    /// Return what to try when it fails.
    String fallback() {
        return fallback;
    }

    /// Return the first thing that it needs and a problem has not; empty where nothing is missing.
    Optional<String> missing(Profile profile) {
        return needs.stream()
                .filter(need -> !need.test.test(profile))
                .map(Need::text)
                .findFirst();
    }
}
