package slmlab.search;

import java.util.List;
import slmlab.tensor.RandomStream;

/// Draws every trial again.
public final class RandomSampler implements Sampler {
    @Override
    public double[] suggest(SearchSpace space, int number, List<Outcome> past, RandomStream random) {
        return space.draw(random);
    }
}
