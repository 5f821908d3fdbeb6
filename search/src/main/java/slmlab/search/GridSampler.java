package slmlab.search;

import java.util.List;
import slmlab.tensor.RandomStream;

/// Tries every combination once: all options of a choice, and a few values of each range, evenly spaced.
///
/// @param levels values of a range
public record GridSampler(int levels) implements Sampler {

    /// Return a grid of at most so many trials, with at least two values of each range.
    public static GridSampler of(SearchSpace space, int trials) {
        int levels = 2;
        while (levels < trials && new GridSampler(levels + 1).size(space) <= trials) {
            levels++;
        }
        return new GridSampler(levels);
    }

    /// Return how many combinations there are.
    public long size(SearchSpace space) {
        long size = 1;
        for (int i = 0; i < space.size(); i++) {
            size = Math.multiplyExact(size, values(space.domain(i)));
        }
        return size;
    }

    private int values(Domain domain) {
        return switch (domain) {
            case Domain.Choice(List<?> options) -> options.size();
            case Domain.Range range when range.step() > 0 -> (int) Math.min(levels, range.steps()); // each once
            case Domain.Range _, Domain.Normal _ -> levels;
        };
    }

    /// The first key changes slowest. After the last combination it begins again.
    @Override
    public double[] suggest(SearchSpace space, int number, List<Outcome> past, RandomStream random) {
        double[] point = new double[space.size()];
        long rest = number;
        for (int i = space.size() - 1; i >= 0; i--) {
            Domain domain = space.domain(i);
            int count = values(domain);
            double index = rest % count;
            rest /= count;
            point[i] = domain instanceof Domain.Choice
                    ? index
                    : domain.low() + (domain.high() - domain.low()) * index / Math.max(1, count - 1);
        }
        return point;
    }
}
