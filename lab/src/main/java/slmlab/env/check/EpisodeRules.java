package slmlab.env.check;

import static slmlab.env.check.EnvCheck.broken;
import static slmlab.env.check.EnvCheck.holds;
import static slmlab.env.check.EnvCheck.info;

import java.util.Arrays;
import java.util.Locale;
import slmlab.env.check.EnvCheck.Finding;
import slmlab.tensor.Array;

/// Rules on rewards and on how episodes end and restart.
final class EpisodeRules {
    private static final int LONG = 20_000; // steps in which to look for ends
    private static final int RESETS = 20;
    private static final int[] MARKS = {0x55, 0x2a}; // of which observations are made that no env has written

    private final Subject subject;

    EpisodeRules(Subject subject) {
        this.subject = subject;
    }

    /// Check that each value of the first observation is written: what is not would show the last episode's. Two
    /// resets from rows of marks tell a value that is not written from one that happens to be the mark.
    Finding reset() {
        try (Subject.Run run = subject.run(1)) {
            Array obs = run.step().obs();
            float reward = run.step().reward().item();
            if (reward != 0) {
                return broken(
                        ContractRule.RESET,
                        "a reset gives a reward of %s, which replaces the last one of the episode before; give it in step()"
                                .formatted(reward));
            }
            boolean[] left = null;
            for (int mark : MARKS) {
                mark(obs, mark);
                run.env().reset(1);
                boolean[] unwritten = marked(obs, mark);
                for (int i = 0; left != null && i < left.length; i++) {
                    unwritten[i] &= left[i];
                }
                left = unwritten;
            }
            for (int i = 0; left != null && i < left.length; i++) {
                if (left[i]) {
                    return broken(
                            ContractRule.RESET,
                            "value %s of the first observation is not written, so it would be the last episode's; write all of them"
                                    .formatted(i));
                }
            }
            return holds(ContractRule.RESET, "writes the whole observation, and gives no reward");
        }
    }

    private static void mark(Array obs, int mark) {
        switch (obs.dtype()) {
            case FLOAT32 -> Arrays.fill(obs.floats(), -mark * 1e30f);
            case INT32 -> Arrays.fill(obs.ints(), -mark);
            case UINT8 -> Arrays.fill(obs.bytes(), (byte) mark);
        }
    }

    private static boolean[] marked(Array obs, int mark) {
        boolean[] marked = new boolean[obs.shape().volume()];
        for (int i = 0; i < marked.length; i++) {
            marked[i] = switch (obs.dtype()) {
                case FLOAT32 -> obs.floats()[i] == -mark * 1e30f;
                case INT32 -> obs.ints()[i] == -mark;
                case UINT8 -> obs.bytes()[i] == (byte) mark;
            };
        }
        return marked;
    }

    Finding runs() {
        try (Subject.Run run = subject.run(1)) {
            int t = 1;
            for (; subject.allows(t, Subject.STEPS); t++) {
                run.advance();
                int first = run.step().terminated().bytes()[0];
                int second = run.step().truncated().bytes()[0];
                if (first < 0 || first > 1 || second < 0 || second > 1) {
                    return broken(
                            ContractRule.RUNS,
                            "flags are %s and %s at step %s; needs 0 or 1".formatted(first, second, t));
                }
            }
            return holds(ContractRule.RUNS, String.format(Locale.ROOT, "%,d random steps without an exception", t - 1));
        }
    }

    Finding rewards() {
        try (Subject.Run run = subject.run(1)) {
            float low = Float.POSITIVE_INFINITY;
            float high = Float.NEGATIVE_INFINITY;
            for (int t = 1; subject.allows(t, Subject.STEPS); t++) {
                run.advance();
                float reward = run.step().reward().item();
                if (!Float.isFinite(reward)) {
                    return broken(
                            ContractRule.REWARDS, "%s at step %s; check for a division by 0".formatted(reward, t));
                }
                low = Math.min(low, reward);
                high = Math.max(high, reward);
            }
            return holds(ContractRule.REWARDS, "finite, from %s to %s".formatted(low, high));
        }
    }

    /// Check that ended episodes restart correctly over a long run. Stops early once it has seen enough.
    Finding ends() {
        try (Subject.Run run = subject.run(1)) {
            for (long seed = 1; seed <= RESETS; seed++) {
                run.env().reset(seed);
                if (run.isDone()) {
                    return broken(
                            ContractRule.ENDS,
                            "a reset ends the episode that it begins, which is then stepped all the same; end it in step()");
                }
            }
            int ended = 0;
            int terminated = 0;
            long start = System.nanoTime();
            for (int t = 1; subject.allows(t, LONG) && ended < 20 && System.nanoTime() - start < Subject.LONG; t++) {
                run.advance();
                if (run.isDone()) {
                    ended++;
                    terminated += run.isTerminated() ? 1 : 0;
                    String problem = run.obsProblem();
                    if (problem != null) {
                        return broken(
                                ContractRule.ENDS,
                                "after the end at step %s the new episode's first observation is wrong: %s; reset must write all of it"
                                        .formatted(t, problem));
                    }
                }
            }
            return ended == 0
                    ? info(ContractRule.ENDS, "no episode ended under random actions, so none was seen to restart")
                    : holds(
                            ContractRule.ENDS,
                            "%s episodes ended and restarted, %s of them terminated".formatted(ended, terminated));
        }
    }

    /// Check that an env does not count its own steps and terminate at the time limit: there would have been a
    /// future.
    Finding timeLimit() {
        if (subject.maxSteps() < 0) {
            return info(ContractRule.TIME_LIMIT, "not tested: the env does not say how long it is");
        }
        if (subject.maxSteps() == 0) {
            return info(ContractRule.TIME_LIMIT, "none");
        }
        try (Subject.Run run = subject.run(1)) {
            int reached = 0;
            int terminated = 0;
            int age = 0;
            long start = System.nanoTime();
            for (int t = 1; subject.allows(t, LONG) && System.nanoTime() - start < Subject.LONG; t++) {
                run.advance();
                age++;
                if (age == subject.maxSteps()) {
                    if (!run.isTruncated()) {
                        return broken(
                                ContractRule.TIME_LIMIT,
                                "not truncated after %s steps; let the vector cut it".formatted(age));
                    }
                    reached++;
                    terminated += run.isTerminated() ? 1 : 0;
                }
                age = run.isDone() ? 0 : age;
            }
            if (reached > 1 && terminated == reached) {
                return broken(
                        ContractRule.TIME_LIMIT,
                        "terminated at the limit of %s steps each of %s times; call truncate(), or leave it to the vector"
                                .formatted(subject.maxSteps(), reached));
            }
            return reached == 0
                    ? info(
                            ContractRule.TIME_LIMIT,
                            "%s steps; no random episode reached it".formatted(subject.maxSteps()))
                    : holds(
                            ContractRule.TIME_LIMIT,
                            "%s steps; truncated there %s times".formatted(subject.maxSteps(), reached));
        }
    }
}
