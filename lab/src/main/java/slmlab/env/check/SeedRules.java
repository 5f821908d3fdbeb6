package slmlab.env.check;

import static slmlab.env.check.EnvCheck.broken;
import static slmlab.env.check.EnvCheck.holds;
import static slmlab.env.check.EnvCheck.info;
import static slmlab.env.check.EnvCheck.warning;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slmlab.env.Env;
import slmlab.env.EnvVector;
import slmlab.env.RandomActions;
import slmlab.env.Rows;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.check.EnvCheck.Finding;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.State;

/// Rules on seeds and saved states: a seed determines an episode, and nothing else does.
final class SeedRules {
    private static final int SAME_STEPS = 500;
    private static final int PAST = 60; // steps that an env has behind it
    private static final int EPISODES = 6;
    private static final int SHORT = 20; // steps of an episode, of those that are compared with each other

    private final Subject subject;

    SeedRules(Subject subject) {
        this.subject = subject;
    }

    /// Step a used env and a fresh one in turns, so that neither the past nor shared state goes unnoticed.
    Finding sameSeed() {
        try (Subject.Run used = subject.run(7);
                Subject.Run fresh = subject.run(3)) {
            RandomActions actions = new RandomActions(used.env().actionSpace(), 1, RandomStream.ofSeed(1));
            for (int t = 1; subject.allows(t, PAST); t++) {
                used.advance();
            }
            used.env().reset(3);
            fresh.env().reset(3);
            String difference = difference(used.step(), fresh.step());
            int t = 1;
            for (; difference == null && subject.allows(t, SAME_STEPS); t++) {
                Array action = actions.next(used.step().actionMask());
                used.env().step(action);
                fresh.env().step(action);
                difference = difference(used.step(), fresh.step());
                if (difference != null) {
                    difference += " at step " + t;
                }
            }
            return difference == null
                    ? holds(ContractRule.SAME_SEED, "two envs agree bit for bit over %s steps".formatted(t - 1))
                    : broken(
                            ContractRule.SAME_SEED,
                            "%s differs between two envs; use the random passed to reset only, reset all fields, share none"
                                    .formatted(difference));
        }
    }

    Finding otherSeeds() {
        try (Subject.Run first = subject.run(1)) {
            for (long seed = 2; seed <= 6; seed++) {
                try (Subject.Run other = subject.run(seed)) {
                    first.env().reset(1);
                    RandomActions actions = new RandomActions(first.env().actionSpace(), 1, RandomStream.ofSeed(seed));
                    for (int t = 0; subject.allows(t, SAME_STEPS - 1); t++) {
                        if (difference(first.step(), other.step()) != null) {
                            return holds(
                                    ContractRule.OTHER_SEEDS,
                                    "seeds 1 and %s differ after %s steps".formatted(seed, t));
                        }
                        Array action = actions.next(first.step().actionMask());
                        first.env().step(action);
                        other.env().step(action);
                    }
                }
            }
        }
        return warning(
                ContractRule.OTHER_SEEDS,
                "six seeds give the same episode; right for a deterministic env, else use the random passed to reset");
    }

    /// Resume in another env from a saved one, by its own fields or by replay.
    Finding saveAndLoad() {
        try (Subject.Run saved = subject.run(5);
                Subject.Run loaded = subject.run(6)) {
            for (int t = 1; subject.allows(t, PAST); t++) {
                saved.advance();
            }
            State state = new State();
            saved.env().save(state);
            loaded.env().load(state);
            String difference = difference(saved.step(), loaded.step());
            int t = 1;
            for (; difference == null && subject.allows(t, SAME_STEPS); t++) {
                Array action = saved.action();
                saved.env().step(action);
                loaded.env().step(action);
                difference = difference(saved.step(), loaded.step());
                if (difference != null) {
                    difference += " at step " + t;
                }
            }
            return difference == null
                    ? holds(
                            ContractRule.SAVE_AND_LOAD,
                            "a loaded env resumes bit for bit over %s steps".formatted(t - 1))
                    : broken(
                            ContractRule.SAVE_AND_LOAD,
                            "%s differs after a load; save and load every field, or none, so that the episode is replayed"
                                    .formatted(difference));
        }
    }

    /// Compare the second to sixth episode from one seed with the first one: an env that keeps its seed repeats it.
    Finding nextEpisodes() {
        Supplier<? extends Env> make = subject.make();
        if (make == null) {
            return info(ContractRule.REPEATED_EPISODES, "not tested: the env runs outside the JVM");
        }
        Supplier<VecEnv> limited = () -> new EnvVector(subject.name(), make, 1, SHORT);
        int episode = 1;
        try (Subject.Run later = subject.run(limited, 1);
                Subject.Run first = subject.run(limited, 1)) {
            RandomActions actions = actions(later);
            for (int t = 1; episode <= EPISODES && subject.allows(t, EPISODES * SHORT); t++) {
                Array action = actions.next(later.step().actionMask());
                later.env().step(action);
                boolean isSame = true;
                if (episode > 1) {
                    first.env().step(action);
                    isSame = difference(first.step(), later.step()) == null;
                }
                if (isSame && later.isDone()) {
                    episode++;
                    first.env().reset(1);
                    actions = actions(later);
                    isSame = Rows.areSame(first.step().obs(), later.step().obs())
                            && haveSameMask(first.step(), later.step());
                }
                if (!isSame) {
                    return holds(
                            ContractRule.REPEATED_EPISODES,
                            "episode %s differs from the first one without a new seed".formatted(episode));
                }
            }
        }
        if (episode == 1) {
            return info(ContractRule.REPEATED_EPISODES, "not tested: no episode ended in time");
        }
        return otherSeeds().level() == EnvCheck.Level.HOLDS
                ? warning(
                        ContractRule.REPEATED_EPISODES,
                        "%s episodes from one seed are the same; draw from the random passed to reset, and keep no seed"
                                .formatted(episode - 1))
                : info(ContractRule.REPEATED_EPISODES, "the same, as those from other seeds");
    }

    private static RandomActions actions(Subject.Run run) {
        return new RandomActions(run.env().actionSpace(), 1, RandomStream.ofSeed(0));
    }

    static @Nullable String difference(Step a, Step b) {
        boolean done = a.terminated().bytes()[0] != 0 || a.truncated().bytes()[0] != 0;
        if (!Rows.areSame(a.obs(), b.obs())) {
            return "the observation";
        }
        if (!Rows.areSame(a.reward(), b.reward())) {
            return "the reward";
        }
        if (!Rows.areSame(a.terminated(), b.terminated()) || !Rows.areSame(a.truncated(), b.truncated())) {
            return "the end";
        }
        if (done && !Rows.areSame(a.finalObs(), b.finalObs())) {
            return "the final observation";
        }
        return haveSameMask(a, b) ? null : "the mask";
    }

    private static boolean haveSameMask(Step a, Step b) {
        Array mask = a.actionMask();
        Array other = b.actionMask();
        return mask == null || other == null || Rows.areSame(mask, other);
    }
}
