package slmlab.agent.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.Program;

/// Windows of a ring for recurrent nets: steps of one env in order, which end where its episode does.
///
/// A window has one observation more than steps, the one that followed the last. One that ends early repeats
/// its last step, and its last observation, without weight. Each step's reward is the discounted sum of up to
/// n, as far as the window goes.
final class Windows {
    private final Ring ring;
    private final int most; // rewards in a sum, n
    private final double[] powers; // of γ
    private int[] lengths = new int[0]; // steps of each window that count
    private int[] ends = new int[0]; // how each one's last step ended
    private int[] rows = new int[0]; // of the steps
    private int[] obsRows = new int[0];

    Windows(Ring ring, int most, double gamma) {
        this.ring = ring;
        this.most = most;
        this.powers = Transitions.powers(most, gamma);
    }

    /// @param firsts the row that each window begins with
    /// @param weights how much each counts
    void gather(int[] firsts, float[] weights, int count, int steps, int burnIn, Program program) {
        follow(firsts, count, steps);
        Array obs = program.inputs().get("obs");
        if (obs != null) {
            ring.gatherObs(obsRows, count * (steps + 1), obs);
            readFinals(count, steps, obs);
        }
        Chunks mask = ring.mask();
        Array masks = program.inputs().get("mask");
        if (mask != null && masks != null) {
            mask.gather(obsRows, count * (steps + 1), masks);
            readFinalMasks(count, steps, masks);
        }
        Array action = program.inputs().get("action");
        if (action != null) {
            ring.column("action").gather(rows, count * steps, action);
        }
        for (Chunks state : ring.states()) {
            Array input = program.inputs().get(state.name());
            if (input != null) {
                state.gather(firsts, count, input);
            }
        }
        sum(count, steps, program);
        weigh(weights, count, steps, burnIn, program.inputs().get("weight"));
    }

    private void follow(int[] firsts, int count, int steps) {
        if (rows.length < count * steps) {
            rows = new int[count * steps];
            obsRows = new int[count * (steps + 1)];
            lengths = new int[count];
            ends = new int[count];
        }
        for (int i = 0; i < count; i++) {
            follow(i, firsts[i], steps);
        }
    }

    private void follow(int i, int first, int steps) {
        int row = first;
        int length = 1;
        while (length < steps && ring.end(row) == 0 && !ring.isNow(ring.next(row))) {
            obsRows[i * (steps + 1) + length - 1] = row;
            rows[i * steps + length - 1] = row;
            row = ring.next(row);
            length++;
        }
        int end = ring.end(row);
        int at = i * (steps + 1);
        Arrays.fill(rows, i * steps + length - 1, (i + 1) * steps, row);
        obsRows[at + length - 1] = row;
        Arrays.fill(obsRows, at + length, at + steps + 1, end == 0 ? ring.next(row) : row);
        lengths[i] = length;
        ends[i] = end;
    }

    /// Where an episode ended in the window, what followed is its final observation.
    private void readFinals(int count, int steps, Array obs) {
        for (int i = 0; i < count; i++) {
            for (int k = lengths[i]; ends[i] != 0 && k <= steps; k++) {
                ring.readFinal(ends[i], obs, i * (steps + 1) + k);
            }
        }
    }

    private void readFinalMasks(int count, int steps, Array masks) {
        for (int i = 0; i < count; i++) {
            for (int k = lengths[i]; ends[i] != 0 && k <= steps; k++) {
                ring.readFinalMask(ends[i], masks, i * (steps + 1) + k);
            }
        }
    }

    /// Rewards of up to n steps, what the value behind them counts, and which step of the window is their last.
    private void sum(int count, int steps, Program program) {
        Array reward = program.inputs().get("reward");
        Array discount = program.inputs().get("discount");
        Array last = program.inputs().get("last");
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < steps; k++) {
                int at = i * steps + k;
                int taken = Math.max(1, Math.min(most, lengths[i] - k));
                if (reward != null) {
                    reward.floats()[at] = sum(at, taken);
                }
                if (discount != null) {
                    boolean over = Ring.isTerminated(ring.end(rows[at + taken - 1]));
                    discount.floats()[at] = over ? 0 : (float) powers[taken];
                }
                if (last != null) {
                    last.ints()[at] = k + taken - 1;
                }
            }
        }
    }

    private float sum(int at, int taken) {
        double sum = 0;
        for (int j = 0; j < taken; j++) {
            sum += powers[j] * ring.reward(rows[at + j]);
        }
        return (float) sum;
    }

    private void weigh(float[] own, int count, int steps, int burnIn, @Nullable Array input) {
        if (input == null) {
            return;
        }
        int counted = 0;
        for (int i = 0; i < count; i++) {
            counted += Math.max(0, lengths[i] - burnIn);
        }
        float[] weights = input.floats();
        Arrays.fill(weights, 0);
        for (int i = 0; i < count; i++) {
            int from = i * steps;
            if (lengths[i] > burnIn) {
                Arrays.fill(weights, from + burnIn, from + lengths[i], own[i] / counted);
            }
        }
    }
}
