package slmlab.design.size;

import java.util.Optional;
import slmlab.design.Code;
import slmlab.design.DesignVerdict;
import slmlab.design.FactNumber;
import slmlab.design.Findings;

/// The arithmetic of an on-policy update: rollout, minibatches, updates, memory, learning rate, balance.
///
/// @param envs n, number of envs
/// @param steps T, steps of each env between updates
/// @param minibatch size of a minibatch
/// @param epochs E, passes over a rollout
/// @param frames of the whole run; empty where unknown
/// @param frameBytes bytes of an observation and an action; empty where unknown
/// @param memory bytes that the rollout may take
/// @param lr learning rate that was tuned with minibatches of `baseBatch`
/// @param actors speeds of both sides, for the balance of actors and learner
public record BatchSize(
        long envs,
        long steps,
        long minibatch,
        long epochs,
        Optional<Long> frames,
        Optional<Long> frameBytes,
        Optional<Long> memory,
        Optional<Double> lr,
        Optional<Long> baseBatch,
        Optional<Speeds> actors) {

    private static final long SMALL = 32;
    private static final long MUCH_REUSE = 20;
    private static final double UNBALANCED = 2;
    private static final int NUMBERS = 5; // reward, end, value, log-probability, advantage

    /// @param actors number of actors
    /// @param stepsPerSecond of each actor
    /// @param samplesPerSecond that the learner takes
    public record Speeds(long actors, double stepsPerSecond, double samplesPerSecond) {}

    /// Compute everything, with findings about what does not fit.
    public DesignVerdict verdict() {
        Findings found = new Findings();
        double rollout = (double) envs * steps;
        double minibatches = rollout / minibatch;
        found.fact("rollout", FactNumber.fact(rollout));
        found.fact("minibatch", minibatch);
        found.fact("minibatches", FactNumber.fact(minibatches));
        found.fact("gradient_steps_per_rollout", FactNumber.fact(minibatches * epochs));
        found.fact("sample_reuse", epochs);
        if (rollout % minibatch != 0) {
            found.add(
                    Code.C01,
                    "minibatch",
                    "%s does not divide a rollout of %s".formatted(minibatch, FactNumber.number(rollout)),
                    "use %s, or a divisor".formatted(divisor((long) rollout)));
        }
        if (minibatch < SMALL) {
            found.add(Code.C02, "minibatch", "is %s: gradients are noisy".formatted(minibatch), "use 32 or more");
        }
        if (epochs > MUCH_REUSE) {
            found.add(Code.C03, "epochs", "uses each step %s times".formatted(epochs), "use at most 20");
        }
        frames.ifPresent(all -> found.fact("updates_in_all", FactNumber.fact(Math.floor(all / rollout))));
        frameBytes.ifPresent(each -> tellMemory(rollout * (each + NUMBERS * Float.BYTES), found));
        lr.ifPresent(rate -> {
            double ratio = (double) minibatch / baseBatch.orElse(minibatch);
            found.fact("learning_rate_linear", FactNumber.fact(rate * ratio));
            found.fact("learning_rate_square_root", FactNumber.fact(rate * Math.sqrt(ratio)));
        });
        actors.ifPresent(speeds -> tellBalance(speeds, found));
        return found.verdict();
    }

    /// Return the largest divisor that is no larger than the minibatch.
    private long divisor(long rollout) {
        long divisor = Math.min(minibatch, rollout);
        while (rollout % divisor != 0) {
            divisor--;
        }
        return divisor;
    }

    private void tellMemory(double bytes, Findings found) {
        found.fact("rollout_bytes", FactNumber.fact(bytes));
        memory.filter(limit -> bytes > limit)
                .ifPresent(limit -> found.add(
                        Code.C04,
                        "memory",
                        "is %s bytes, and the rollout takes %s".formatted(limit, FactNumber.number(bytes)),
                        "fewer envs or steps, or bytes in place of floats"));
    }

    private void tellBalance(Speeds speeds, Findings found) {
        double made = speeds.actors * speeds.stepsPerSecond * epochs;
        double balance = made / speeds.samplesPerSecond;
        found.fact("actor_learner_balance", FactNumber.fact(balance));
        if (balance > UNBALANCED || balance < 1 / UNBALANCED) {
            found.add(
                    Code.C05,
                    "actors",
                    "make %s times what the learner takes".formatted(FactNumber.number(balance)),
                    balance > 1 ? "fewer actors, or a faster learner" : "more actors");
        }
    }
}
