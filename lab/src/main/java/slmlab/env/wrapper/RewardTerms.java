package slmlab.env.wrapper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ObjDoubleConsumer;
import slmlab.env.Rows;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.State;

/// Weighs the named terms of an env's reward, and measures the share that each has in it: the running mean of
/// its size, over the last thousand steps or so, divided by that of all.
public final class RewardTerms extends RewardWrapper {
    private static final String NAME = "RewardTerms";
    private static final double NEWEST = 0.001; // share of the newest step in the running mean

    private final List<String> names;
    private final double[] weights;
    private final double[] sizes; // running mean of |weight · term|

    /// @param given weights by the names of terms; a term that is not named has the weight 1
    RewardTerms(VecEnv inner, Map<String, Double> given) {
        super(NAME, inner);
        this.names = inner.rewardTerms();
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: the env names no terms of its reward; remove the wrapper".formatted(NAME));
        }
        List<String> unknown = new ArrayList<>(given.keySet());
        unknown.removeAll(names);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("%s: weights has %s, which are no terms of the reward; its terms are %s"
                    .formatted(NAME, String.join(", ", unknown), String.join(", ", names)));
        }
        this.weights = new double[names.size()];
        this.sizes = new double[names.size()];
        for (int k = 0; k < weights.length; k++) {
            weights[k] = given.getOrDefault(names.get(k), 1.0);
        }
    }

    /// Return the wrapper of this kind around the envs, if there is one.
    public static Optional<RewardTerms> in(VecEnv env) {
        VecEnv at = env;
        while (at instanceof Wrapper wrapper) {
            if (wrapper instanceof RewardTerms terms) {
                return Optional.of(terms);
            }
            at = wrapper.inner;
        }
        return Optional.empty();
    }

    /// Tell each term's name and its share of the reward, from 0 to 1; NaN before the first step.
    public void shares(ObjDoubleConsumer<String> to) {
        double sum = 0;
        for (double size : sizes) {
            sum += size;
        }
        for (int k = 0; k < sizes.length; k++) {
            to.accept(names.get(k), sizes[k] / sum);
        }
    }

    @Override
    protected void begin(Step step, long seed) {
        super.begin(step, seed);
        Arrays.fill(sizes, 0);
    }

    @Override
    protected double turn(double reward, int env) {
        double sum = 0;
        for (int k = 0; k < weights.length; k++) {
            double term = weights[k] * inner.rewardTerm(env, k);
            sizes[k] += NEWEST * (Math.abs(term) - sizes[k]);
            sum += term;
        }
        return sum;
    }

    @Override
    protected void saveOwn(State to) {
        super.saveOwn(to);
        to.put("sizes", Rows.ofDoubles(sizes));
    }

    @Override
    protected void loadOwn(State from) {
        super.loadOwn(from);
        Rows.doubles(from.array("sizes"), sizes);
    }
}
