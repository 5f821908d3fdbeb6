package slmlab.env.check;

import static slmlab.env.check.EnvCheck.broken;
import static slmlab.env.check.EnvCheck.holds;
import static slmlab.env.check.EnvCheck.info;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import slmlab.env.check.EnvCheck.Finding;

/// Rules on rewards and on how episodes end and restart.
final class EpisodeRules {
    private static final int LONG = 20_000; // steps in which to look for ends

    private final Subject subject;

    EpisodeRules(Subject subject) {
        this.subject = subject;
    }

    Finding runs() {
        try (Subject.Run run = subject.run(1)) {
            int t = 1;
            for (; subject.allows(t, Subject.STEPS); t++) {
                run.advance();
            }
            return holds("runs", String.format(Locale.ROOT, "%,d random steps without an exception", t - 1));
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
                    return broken("rewards", "%s at step %s; check for a division by 0".formatted(reward, t));
                }
                low = Math.min(low, reward);
                high = Math.max(high, reward);
            }
            return holds("rewards", "finite, from %s to %s".formatted(low, high));
        }
    }

    /// Check that ended episodes restart correctly over a long run. Stops early once it has seen enough.
    Finding ends() {
        try (Subject.Run run = subject.run(1)) {
            int ended = 0;
            int terminated = 0;
            long start = System.nanoTime();
            for (int t = 1; subject.allows(t, LONG) && ended < 20 && System.nanoTime() - start < Subject.LONG; t++) {
                run.advance();
                int first = run.step().terminated().bytes()[0];
                int second = run.step().truncated().bytes()[0];
                if (first < 0 || first > 1 || second < 0 || second > 1) {
                    return broken("ends", "flags are %s and %s; needs 0 or 1".formatted(first, second));
                }
                if (run.isDone()) {
                    ended++;
                    terminated += first;
                    String problem = run.obsProblem();
                    if (problem != null) {
                        return broken(
                                "ends",
                                "after the end at step %s the new episode's first observation is wrong: %s; reset must write all of it"
                                        .formatted(t, problem));
                    }
                }
            }
            return ended == 0
                    ? info("ends", "no episode ended under random actions, so none was seen to restart")
                    : holds(
                            "ends",
                            "%s episodes ended and restarted, %s of them terminated".formatted(ended, terminated));
        }
    }

    /// Check that an env does not count its own steps and terminate at the time limit: there would have been a
    /// future.
    @Nullable
    Finding timeLimit() {
        if (subject.maxSteps() < 0) {
            return null;
        }
        if (subject.maxSteps() == 0) {
            return info("time limit", "none");
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
                                "time limit", "not truncated after %s steps; let the vector cut it".formatted(age));
                    }
                    reached++;
                    terminated += run.isTerminated() ? 1 : 0;
                }
                age = run.isDone() ? 0 : age;
            }
            if (reached > 1 && terminated == reached) {
                return broken(
                        "time limit",
                        "terminated at the limit of %s steps each of %s times; call truncate(), or leave it to the vector"
                                .formatted(subject.maxSteps(), reached));
            }
            return reached == 0
                    ? info("time limit", "%s steps; no random episode reached it".formatted(subject.maxSteps()))
                    : holds("time limit", "%s steps; truncated there %s times".formatted(subject.maxSteps(), reached));
        }
    }
}
