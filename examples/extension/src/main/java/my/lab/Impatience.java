package my.lab;

import static slmlab.spec.key.Check.that;

import java.util.Arrays;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.RewardWrapper;
import slmlab.spec.key.Default;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Subtracts a cost from each reward, which grows with the length of the episode.
public final class Impatience extends RewardWrapper {

    /// The keys of an item of `env.wrappers` beside `name`.
    ///
    /// @param cost of the hundredth step of an episode; other steps in proportion
    public record Config(@Default("0.1") double cost) {
        public Config {
            that("cost", cost >= 0, "is %s; needs at least 0", cost);
        }
    }

    private final double cost;
    private final int[] age; // steps of each env's episode

    public Impatience(Config config, VecEnv inner) {
        super("impatience", inner);
        this.cost = config.cost;
        this.age = new int[inner.size()];
    }

    @Override
    protected void begin(Step step, long seed) {
        super.begin(step, seed);
        Arrays.fill(age, 0);
    }

    @Override
    protected double turn(double reward, int env) {
        age[env]++;
        double reduced = reward - cost * age[env] / 100;
        if (ended(seen(), env)) {
            age[env] = 0;
        }
        return reduced;
    }

    @Override
    protected void saveOwn(State to) {
        super.saveOwn(to);
        to.put("age", Array.ofInts(Shape.of(age.length), age));
    }

    @Override
    protected void loadOwn(State from) {
        super.loadOwn(from);
        System.arraycopy(from.array("age").ints(), 0, age, 0, age.length);
    }
}
