package slmlab.agent.memory;

import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// How likely each row of a replay is drawn: in proportion to (|error| + ε)^α of the error when it was last
/// learned from (Schaul et al. 2016, arXiv:1511.05952, §3.3, proportional).
final class Priorities {
    static final double NEW_ERROR = 100_000; // of a row that was never learned from; upstream's

    private final double alpha;
    private final double epsilon;
    private final boolean fromLargest;
    private double newPriority;
    private final SumTree tree;
    private double[] numbers = new double[0]; // of a batch: parts of the total, or priorities

    /// @param fromLargest whether new rows begin at the largest priority so far, 1 before there is one
    /// (algorithm 1 there); else at upstream's, which importance weights would make nothing of
    Priorities(int rows, double alpha, double epsilon, boolean fromLargest) {
        this.alpha = alpha;
        this.epsilon = epsilon;
        this.fromLargest = fromLargest;
        this.tree = new SumTree(rows);
        this.newPriority = fromLargest ? 1 : of(NEW_ERROR);
    }

    /// A number in single precision: so it is saved.
    private double of(double error) {
        return (float) Math.pow(Math.abs(error) + epsilon, alpha);
    }

    /// Rows from `row` on begin with the priority of new ones.
    void add(int row, int count) {
        for (int i = row; i < row + count; i++) {
            tree.set(i, newPriority);
        }
    }

    /// Rows from `row` on are not drawn any more.
    void remove(int row, int count) {
        for (int i = row; i < row + count; i++) {
            tree.set(i, 0);
        }
    }

    void update(int[] rows, float[] errors, int count) {
        makeRoom(count);
        for (int i = 0; i < count; i++) {
            numbers[i] = of(errors[i]);
            if (fromLargest) {
                newPriority = Math.max(newPriority, numbers[i]);
            }
        }
        tree.set(rows, numbers, count);
    }

    double priority(int row) {
        return tree.get(row);
    }

    boolean isZero() {
        return tree.total() == 0;
    }

    void draw(RandomStream random, int[] rows, int count) {
        makeRoom(count);
        for (int i = 0; i < count; i++) {
            numbers[i] = random.nextUniform() * tree.total();
        }
        tree.find(numbers, rows, count);
    }

    private void makeRoom(int count) {
        if (numbers.length < count) {
            numbers = new double[count];
        }
    }

    /// Importance weights (N·P(i))^−β over their maximum in the batch (§3.4). A row that priority would never
    /// draw counts fully.
    ///
    /// @param size rows that could be drawn, N
    void weigh(int[] rows, int count, int size, double beta, float[] weights) {
        double scale = size / tree.total();
        double most = 0;
        for (int i = 0; i < count; i++) {
            double share = tree.get(rows[i]) * scale; // N·P(i)
            double weight = share > 0 ? Math.pow(share, -beta) : 0;
            weights[i] = (float) weight;
            most = Math.max(most, weights[i]);
        }
        for (int i = 0; i < count; i++) {
            weights[i] = weights[i] > 0 ? (float) (weights[i] / most) : 1;
        }
    }

    void save(State to) {
        float[] leaves = new float[tree.size()];
        tree.copyTo(leaves);
        to.put("priority", Array.of(Shape.of(leaves.length), leaves));
        if (fromLargest) {
            to.put("new_priority", newPriority);
        }
    }

    void load(State from) {
        tree.copyFrom(from.array("priority").floats());
        if (fromLargest) {
            newPriority = from.number("new_priority");
        }
    }
}
