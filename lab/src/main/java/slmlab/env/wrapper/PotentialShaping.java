package slmlab.env.wrapper;

import java.util.List;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.State;

/// Adds γΦ(s′) − Φ(s) to rewards, which speeds learning up and leaves the optimal policy alone (Ng, Harada and
/// Russell 1999). Φ is the negative distance of the observation to a target; it is 0 where an episode has
/// terminated.
final class PotentialShaping extends RewardWrapper {
    private static final String NAME = "PotentialShaping";

    private final double gamma;
    private final double scale;
    private final double[] target;
    private final double[] weights;
    private final double[] potential; // Φ of each env's observation

    /// @param target components of the observation to come near to; empty for zeros
    /// @param weights of their distances; empty for ones
    PotentialShaping(VecEnv inner, double gamma, double scale, List<Double> target, List<Double> weights) {
        super(NAME, inner);
        Space obs = inner.obsSpace();
        int numbers = obs.row().volume();
        if (obs.rowType() != DType.FLOAT32) {
            throw new IllegalArgumentException("%s: observations are %s; needs numbers".formatted(NAME, obs));
        }
        this.gamma = gamma;
        this.scale = scale;
        this.target = numbers("target", target, numbers, 0);
        this.weights = numbers("weights", weights, numbers, 1);
        this.potential = new double[inner.size()];
    }

    private static double[] numbers(String key, List<Double> given, int count, double otherwise) {
        if (!given.isEmpty() && given.size() != count) {
            throw new IllegalArgumentException(
                    "%s: %s has %s numbers; the observation has %s".formatted(NAME, key, given.size(), count));
        }
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = given.isEmpty() ? otherwise : given.get(i);
        }
        return numbers;
    }

    @Override
    protected void begin(Step step, long seed) {
        super.begin(step, seed);
        for (int i = 0; i < size(); i++) {
            potential[i] = potential(step.obs(), i);
        }
    }

    @Override
    protected double turn(double reward, int env) {
        Step step = seen();
        double before = potential[env];
        potential[env] = potential(step.obs(), env);
        double after = step.terminated().bytes()[env] != 0
                ? 0
                : ended(step, env) ? potential(step.finalObs(), env) : potential[env];
        return reward + gamma * after - before;
    }

    private double potential(Array obs, int env) {
        double sum = 0;
        int row = target.length;
        for (int i = 0; i < row; i++) {
            double distance = weights[i] * (obs.floats()[env * row + i] - target[i]);
            sum += distance * distance;
        }
        return -scale * Math.sqrt(sum);
    }

    @Override
    protected void saveOwn(State to) {
        super.saveOwn(to);
        to.put("potential", Rows.ofDoubles(potential));
    }

    @Override
    protected void loadOwn(State from) {
        super.loadOwn(from);
        Rows.doubles(from.array("potential"), potential);
    }
}
