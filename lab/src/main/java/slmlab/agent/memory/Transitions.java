package slmlab.agent.memory;

import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.Program;

/// Single rows of a ring as transitions of up to n steps: R = Σ γ^k·r_k over the m ≤ n steps to the episode's
/// end or to now, and what followed them, worth γ^m unless the episode terminated.
final class Transitions {
    private final Ring ring;
    private final int steps;
    private final double[] powers; // of γ
    private int[] next = new int[0]; // the row of what followed; the transition's own where an episode ended
    private int[] ends = new int[0];
    private float[] rewards = new float[0];
    private float[] discounts = new float[0];

    Transitions(Ring ring, int steps, double gamma) {
        this.ring = ring;
        this.steps = steps;
        this.powers = powers(steps, gamma);
    }

    /// γ⁰ to γⁿ.
    static double[] powers(int n, double gamma) {
        double[] powers = new double[n + 1];
        powers[0] = 1;
        for (int k = 1; k <= n; k++) {
            powers[k] = powers[k - 1] * gamma;
        }
        return powers;
    }

    void gather(int[] rows, int count, Program program) {
        follow(rows, count);
        Array obs = program.inputs().get("obs");
        if (obs != null) {
            ring.gatherObs(rows, count, obs);
        }
        gather(ring.column("action"), rows, count, program.inputs().get("action"));
        copy(rewards, count, program.inputs().get("reward"));
        copy(discounts, count, program.inputs().get("discount"));
        Array nextObs = program.inputs().get("next_obs");
        if (nextObs != null) {
            ring.gatherObs(next, count, nextObs);
            for (int i = 0; i < count; i++) {
                if (ends[i] != 0) {
                    ring.readFinal(ends[i], nextObs, i);
                }
            }
        }
        Chunks mask = ring.mask();
        if (mask != null) {
            gather(mask, rows, count, program.inputs().get("mask"));
            gatherNextMask(mask, count, program.inputs().get("next_mask"));
        }
    }

    private void follow(int[] rows, int count) {
        if (next.length < count) {
            next = new int[count];
            ends = new int[count];
            rewards = new float[count];
            discounts = new float[count];
        }
        for (int i = 0; i < count; i++) {
            follow(i, rows[i]);
        }
    }

    private void follow(int i, int row) {
        double sum = 0;
        int at = row;
        int end = 0;
        int taken = 0;
        do {
            sum += powers[taken] * ring.reward(at);
            taken++;
            end = ring.end(at);
            at = ring.next(at);
        } while (taken < steps && end == 0 && !ring.isNow(at));
        next[i] = end == 0 ? at : row;
        ends[i] = end;
        rewards[i] = (float) sum;
        discounts[i] = Ring.isTerminated(end) ? 0 : (float) powers[taken];
    }

    private void gatherNextMask(Chunks mask, int count, @Nullable Array input) {
        if (input == null) {
            return;
        }
        mask.gather(next, count, input);
        for (int i = 0; i < count; i++) {
            if (ends[i] != 0) {
                ring.readFinalMask(ends[i], input, i);
            }
        }
    }

    private static void gather(Chunks column, int[] rows, int count, @Nullable Array input) {
        if (input != null) {
            column.gather(rows, count, input);
        }
    }

    private static void copy(float[] values, int count, @Nullable Array input) {
        if (input != null) {
            System.arraycopy(values, 0, input.floats(), 0, count);
        }
    }
}
