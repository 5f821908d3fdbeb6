package slmlab.search;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import slmlab.tensor.RandomStream;

/// Tree-structured Parzen estimator, over all keys jointly: draws candidates where good trials lie dense, and
/// takes the one where they lie densest beside the others.
///
/// @param startTrials that are drawn at random before it begins
/// @param candidates of which the best is taken
public record TpeSampler(int startTrials, int candidates) implements Sampler {
    private static final int MOST_GOOD = 25;
    private static final double GOOD_SHARE = 0.1;

    /// The usual settings: ten random trials, 24 candidates.
    public TpeSampler() {
        this(10, 24);
    }

    @Override
    public double[] suggest(SearchSpace space, int number, List<Outcome> past, RandomStream random) {
        if (past.size() < startTrials) {
            return space.draw(random);
        }
        List<Outcome> ranked = new ArrayList<>(past);
        ranked.sort(Comparator.comparingDouble(Outcome::rank).reversed().thenComparingInt(Outcome::number));
        int good = (int) Math.min(Math.ceil(GOOD_SHARE * past.size()), MOST_GOOD);
        Set<Outcome> best = Collections.newSetFromMap(new IdentityHashMap<>());
        best.addAll(ranked.subList(0, good));
        Parzen better = new Parzen(space, points(past, best::contains));
        Parzen rest = new Parzen(space, points(past, outcome -> !best.contains(outcome)));
        return densest(better, rest, random);
    }

    private double[] densest(Parzen better, Parzen rest, RandomStream random) {
        double[] best = {};
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < candidates; i++) {
            double[] candidate = better.draw(random);
            double gain = better.logDensity(candidate) - rest.logDensity(candidate);
            if (best.length == 0 || gain > most) {
                best = candidate;
                most = gain;
            }
        }
        return best;
    }

    private static List<double[]> points(List<Outcome> past, Predicate<Outcome> which) {
        return past.stream().filter(which).map(Outcome::point).toList();
    }
}
