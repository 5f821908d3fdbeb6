package slmlab.env;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Flip bits, one a step, until they are those of the goal. Reward −1 a step and 0 for the last: too sparse
/// to learn from without learning from other goals than the one asked for (Andrychowicz et al. 2017,
/// arXiv:1707.01495).
///
/// The observation has the entries of Gymnasium's goal envs, each of `n_bits` bits and in this order:
/// `achieved_goal` (the bits), `desired_goal`, `observation` (the bits again). Action i flips bit i. Reaching
/// the goal terminates; after `n_bits` steps, which always suffice, the episode is cut short. Bits and goal
/// are drawn anew for each episode and differ.
final class BitFlip implements Env {
    private final int n;
    private final boolean[] bits;
    private final boolean[] goal;
    private int wrong;
    private int taken;

    BitFlip(int n) {
        this.n = n;
        this.bits = new boolean[n];
        this.goal = new boolean[n];
    }

    /// Reads `n_bits`, 10 unless given.
    static BitFlip of(Args args) {
        int n = args.integer("n_bits", 10);
        if (n < 1) {
            args.problem("n_bits is %d; needs at least 1".formatted(n));
        }
        args.check();
        return new BitFlip(n);
    }

    @Override
    public Space obsSpace() {
        SequencedMap<String, Space> entries = new LinkedHashMap<>();
        entries.put("achieved_goal", new Space.MultiBinary(n));
        entries.put("desired_goal", new Space.MultiBinary(n));
        entries.put("observation", new Space.MultiBinary(n));
        return new Space.Dict(entries);
    }

    @Override
    public Space actionSpace() {
        return new Space.Discrete(n);
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        taken = 0;
        do {
            wrong = 0;
            for (int i = 0; i < n; i++) {
                bits[i] = random.integers(0, 2) == 1;
                goal[i] = random.integers(0, 2) == 1;
                wrong += bits[i] == goal[i] ? 0 : 1;
            }
        } while (wrong == 0);
        for (int i = 0; i < n; i++) {
            frame.obs(n + i, goal[i] ? 1 : 0);
            show(i, frame);
        }
    }

    @Override
    public void step(Frame frame) {
        int i = frame.action();
        bits[i] = !bits[i];
        wrong += bits[i] == goal[i] ? -1 : 1;
        taken++;
        show(i, frame);
        if (wrong == 0) {
            frame.terminate();
            return;
        }
        frame.reward(-1);
        if (taken == n) {
            frame.truncate();
        }
    }

    private void show(int i, Frame frame) {
        double bit = bits[i] ? 1 : 0;
        frame.obs(i, bit);
        frame.obs(2 * n + i, bit);
    }
}
