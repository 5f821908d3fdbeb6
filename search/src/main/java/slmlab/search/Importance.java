package slmlab.search;

import java.util.Arrays;
import java.util.List;
import slmlab.tensor.RandomStream;

/// How much each parameter of a search matters for the score: the share of the score's variance over the whole space
/// that goes away when the parameter is known, its interactions with others included.
///
/// A [Forest] learns the score from the trials; the total effect of each parameter on its prediction is estimated by
/// redrawing that parameter (Jansen 1999). Where nothing interacts, these are the shares of fANOVA (Hutter 2014).
public final class Importance {
    private static final int DRAWS = 1000;

    /// Trials below which nothing can be said.
    public static final int LEAST = 10;

    private Importance() {}

    /// Return a share for each parameter, 1 in all; all 0 where too few trials have a score, or all have the same.
    ///
    /// @param finished trials of equal budgets: the score of a pruned one is that of less training
    public static double[] of(SearchSpace space, List<Outcome> finished, long seed) {
        List<Outcome> scored = finished.stream()
                .filter(trial -> Double.isFinite(trial.score()) && trial.point().length == space.size())
                .toList();
        double[] scores = scored.stream().mapToDouble(Outcome::score).toArray();
        double[] effects = new double[space.size()];
        if (scored.size() < LEAST) {
            return effects;
        }
        double mean = Arrays.stream(scores).average().orElseThrow();
        double size =
                Arrays.stream(scores).map(score -> Math.abs(score - mean)).max().orElseThrow();
        if (size <= 1e-12 * Math.abs(mean)) {
            return effects; // rounding is all they differ by
        }
        double[] centered =
                Arrays.stream(scores).map(score -> (score - mean) / size).toArray();
        RandomStream random = RandomStream.ofSeed(seed);
        double[][] points = scored.stream().map(Outcome::point).toArray(double[][]::new);
        Forest forest = new Forest(space, points, centered, random.split("forest"));
        add(effects, forest, space, random.split("draws"));
        double sum = Arrays.stream(effects).sum();
        return Arrays.stream(effects).map(effect -> sum > 0 ? effect / sum : 0).toArray();
    }

    private static void add(double[] effects, Forest forest, SearchSpace space, RandomStream random) {
        for (int draw = 0; draw < DRAWS; draw++) {
            double[] point = space.draw(random);
            double[] other = space.draw(random);
            double score = forest.at(point);
            for (int i = 0; i < effects.length; i++) {
                double kept = point[i];
                point[i] = other[i];
                double change = forest.at(point) - score;
                effects[i] += change * change; // ½ E[(f(x) − f(x'))²], eq. 5; the half cancels
                point[i] = kept;
            }
        }
    }
}
