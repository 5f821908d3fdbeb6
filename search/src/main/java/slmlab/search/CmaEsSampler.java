package slmlab.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.RandomStream;

/// Covariance matrix adaptation: a normal distribution that moves and stretches towards the better half of each
/// generation. For ranges alone; options have no directions.
///
/// The steps of a generation are orthogonal and come in mirrored pairs (Wang, Emmerich and Bäck 2014), of which
/// only the better one is a parent: in the few generations of a study they say more than independent ones.
public final class CmaEsSampler implements Sampler {
    private static final double START_WIDTH = 1.0 / 6; // of the range
    private static final int MOST_REDRAWS = 100;

    private final double startWidth;
    private final RandomStream steps;
    private final List<Outcome> learned = new ArrayList<>(); // what the state has seen
    private @Nullable CmaEs state;

    /// @param seed of the study
    public CmaEsSampler(long seed) {
        this(seed, START_WIDTH);
    }

    /// @param startWidth of the distribution, as a share of the range
    CmaEsSampler(long seed, double startWidth) {
        this.startWidth = startWidth;
        this.steps = RandomStream.ofSeed(seed).split("cma-es");
    }

    @Override
    public synchronized double[] suggest(SearchSpace space, int number, List<Outcome> past, RandomStream random) {
        for (int i = 0; i < space.size(); i++) {
            if (!space.isLine(i)) {
                throw new IllegalArgumentException("%s is a choice, and CMA-ES searches ranges alone; use tpe"
                        .formatted(space.parameters().get(i).path()));
            }
        }
        CmaEs distribution = learn(space, past);
        double[] unit = distribution.at(step(space.size(), number, distribution.generation()));
        for (int tries = 0; !isInside(unit) && tries < MOST_REDRAWS; tries++) {
            unit = distribution.draw(random);
        }
        double[] point = new double[space.size()];
        for (int i = 0; i < point.length; i++) {
            Domain domain = space.domain(i);
            point[i] = domain.low() + (domain.high() - domain.low()) * Math.clamp(unit[i], 0, 1);
        }
        return point;
    }

    /// Return the step of a trial. All trials of a generation share one stream, so that each can be suggested
    /// without the others.
    private double[] step(int n, int number, int generation) {
        RandomStream random = steps.split("generation " + number / generation);
        int pair = number % generation / 2;
        double[][] basis = new double[0][];
        for (int from = 0; from <= pair; from += n) {
            basis = basis(n, random);
        }
        double sign = number % generation % 2 == 0 ? 1 : -1;
        return Arrays.stream(basis[pair % n]).map(x -> sign * x).toArray();
    }

    /// Return n orthogonal steps, each as long as one drawn from a normal distribution.
    private static double[][] basis(int n, RandomStream random) {
        double[][] basis = new double[n][n];
        double[] lengths = new double[n];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                basis[i][k] = random.nextNormal();
            }
            lengths[i] = Math.sqrt(dot(basis[i], basis[i]));
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double along = dot(basis[i], basis[j]) / dot(basis[j], basis[j]);
                for (int k = 0; k < n; k++) {
                    basis[i][k] -= along * basis[j][k];
                }
            }
        }
        for (int i = 0; i < n; i++) {
            double stretch = lengths[i] / Math.sqrt(dot(basis[i], basis[i]));
            for (int k = 0; k < n; k++) {
                basis[i][k] *= stretch;
            }
        }
        return basis;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /// Return the distribution after all generations that have ended: trials 0 to λ − 1, λ to 2λ − 1, and so
    /// on. What was learned from the same trials before is kept.
    private CmaEs learn(SearchSpace space, List<Outcome> past) {
        CmaEs distribution = state;
        if (distribution == null || !isContinued(past)) {
            distribution = new CmaEs(space.size(), startWidth);
            learned.clear();
        }
        int size = distribution.generation();
        for (int from = learned.size(); from + size <= past.size(); from += size) {
            List<Outcome> generation = past.subList(from, from + size);
            int first = from;
            if (IntStream.range(0, size).anyMatch(i -> generation.get(i).number() != first + i)) {
                break; // one of them still runs
            }
            distribution.learn(ranked(generation).stream()
                    .map(each -> unit(space, each.point()))
                    .toList());
            learned.addAll(generation);
        }
        state = distribution;
        return distribution;
    }

    /// Return a generation, the best first, with the worse of each mirrored pair behind all others: were both
    /// parents, their steps would cancel in the mean, and the width would shrink whatever the scores are
    /// (Auger, Brockhoff and Hansen 2011, pairwise selection).
    private static List<Outcome> ranked(List<Outcome> generation) {
        Comparator<Outcome> best =
                Comparator.comparingDouble(Outcome::rank).reversed().thenComparingInt(Outcome::number);
        List<Outcome> parents = new ArrayList<>();
        List<Outcome> others = new ArrayList<>();
        for (int i = 0; i < generation.size(); i += 2) {
            List<Outcome> pair = new ArrayList<>(generation.subList(i, Math.min(i + 2, generation.size())));
            pair.sort(best);
            parents.add(pair.getFirst());
            others.addAll(pair.subList(1, pair.size()));
        }
        parents.sort(best);
        others.sort(best);
        parents.addAll(others);
        return parents;
    }

    /// Return the width of the distribution, as a share of the range, after all generations that have ended.
    double width(SearchSpace space, List<Outcome> past) {
        return learn(space, past).sigma();
    }

    private boolean isContinued(List<Outcome> past) {
        return learned.size() <= past.size()
                && IntStream.range(0, learned.size())
                        .allMatch(i -> learned.get(i).equals(past.get(i)));
    }

    private static double[] unit(SearchSpace space, double[] point) {
        double[] unit = new double[point.length];
        for (int i = 0; i < unit.length; i++) {
            Domain domain = space.domain(i);
            double range = domain.high() - domain.low();
            unit[i] = range == 0 ? 0 : (point[i] - domain.low()) / range;
        }
        return unit;
    }

    private static boolean isInside(double[] unit) {
        return Arrays.stream(unit).allMatch(x -> x >= 0 && x <= 1);
    }
}
