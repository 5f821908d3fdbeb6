package slmlab.search;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import slmlab.tensor.RandomStream;

/// A random forest: the mean of regression trees, each grown from its own bootstrap sample of the trials.
///
/// Breiman 2001. A tree divides its trials where the squared error of the two means falls most, until all of a leaf
/// have equal scores or equal coordinates.
final class Forest {
    private static final int TREES = 64;
    private static final int MOST = 1000; // trials that one tree is grown from

    private final SearchSpace space;
    private final double[][] points; // [trials, parameters]
    private final double[] scores;
    private final int[][] order; // [parameters, trials]: trials by their coordinate
    private final int[][] rank; // [parameters, trials]: the inverse of order
    private final List<Node> trees;

    private sealed interface Node {}

    private record Leaf(double mean) implements Node {}

    /// @param at the option of a choice, or the highest coordinate that goes inside
    private record Split(int parameter, double at, boolean isLine, Node inside, Node outside) implements Node {}

    /// The best division of a node so far.
    private record Cut(int parameter, double at, double gain) {}

    Forest(SearchSpace space, double[][] points, double[] scores, RandomStream random) {
        this.space = space;
        this.points = points;
        this.scores = scores;
        this.order = new int[space.size()][];
        this.rank = new int[space.size()][points.length];
        for (int i = 0; i < space.size(); i++) {
            int parameter = i;
            order[i] = IntStream.range(0, points.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble(trial -> points[trial][parameter]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            for (int place = 0; place < points.length; place++) {
                rank[i][order[i][place]] = place;
            }
        }
        this.trees = IntStream.range(0, TREES)
                .mapToObj(_ -> grow(IntStream.range(0, Math.min(points.length, MOST))
                        .map(_ -> random.nextInt(points.length))
                        .toArray()))
                .toList();
    }

    /// Return the score that the trees expect at a point.
    double at(double[] point) {
        double sum = 0;
        for (Node tree : trees) {
            Node node = tree;
            while (node instanceof Split split) {
                double value = point[split.parameter];
                node = (split.isLine ? value <= split.at : value == split.at) ? split.inside : split.outside;
            }
            sum += ((Leaf) node).mean;
        }
        return sum / trees.size();
    }

    private Node grow(int[] trials) {
        double sum = 0;
        for (int trial : trials) {
            sum += scores[trial];
        }
        Cut best = new Cut(-1, 0, sum * sum / trials.length * (1 + 1e-12) + 1e-300); // what no division has to offer
        for (int i = 0; i < space.size(); i++) {
            best = space.isLine(i) ? bestPlace(i, trials, sum, best) : bestOption(i, trials, sum, best);
        }
        if (best.parameter < 0) {
            return new Leaf(sum / trials.length);
        }
        Cut cut = best;
        boolean isLine = space.isLine(cut.parameter);
        int[] inside = Arrays.stream(trials)
                .filter(trial ->
                        isLine ? points[trial][cut.parameter] <= cut.at : points[trial][cut.parameter] == cut.at)
                .toArray();
        int[] outside = Arrays.stream(trials)
                .filter(trial ->
                        isLine ? points[trial][cut.parameter] > cut.at : points[trial][cut.parameter] != cut.at)
                .toArray();
        return new Split(cut.parameter, cut.at, isLine, grow(inside), grow(outside));
    }

    /// Try every place between two neighbors of a line.
    private Cut bestPlace(int parameter, int[] trials, double sum, Cut best) {
        int[] ranks = new int[trials.length];
        for (int i = 0; i < trials.length; i++) {
            ranks[i] = rank[parameter][trials[i]];
        }
        Arrays.sort(ranks);
        double inside = 0;
        for (int i = 0; i < ranks.length - 1; i++) {
            int trial = order[parameter][ranks[i]];
            inside += scores[trial];
            double here = points[trial][parameter];
            double next = points[order[parameter][ranks[i + 1]]][parameter];
            double gain = gain(inside, i + 1, sum, ranks.length);
            if (here < next && gain > best.gain) {
                best = new Cut(parameter, here + (next - here) / 2, gain);
            }
        }
        return best;
    }

    /// Try every option of a choice beside all others.
    private Cut bestOption(int parameter, int[] trials, double sum, Cut best) {
        int options = (int) space.domain(parameter).high() + 1;
        double[] inside = new double[options];
        int[] count = new int[options];
        for (int trial : trials) {
            inside[(int) points[trial][parameter]] += scores[trial];
            count[(int) points[trial][parameter]]++;
        }
        for (int i = 0; i < options; i++) {
            double gain = gain(inside[i], count[i], sum, trials.length);
            if (count[i] > 0 && count[i] < trials.length && gain > best.gain) {
                best = new Cut(parameter, i, gain);
            }
        }
        return best;
    }

    /// Return Σ² / n of both sides: the larger it is, the smaller are their squared errors.
    private static double gain(double inside, int count, double sum, int all) {
        double outside = sum - inside;
        return inside * inside / count + outside * outside / (all - count);
    }
}
