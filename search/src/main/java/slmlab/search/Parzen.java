package slmlab.search;

import java.util.List;
import slmlab.tensor.RandomStream;

/// A density made of trials: a bump around each of them and a wide one over the whole space.
///
/// A bump is a product over the keys: a normal distribution cut at the range's ends, or a weight forevery
/// option of a choice. Bumps are narrower the more trials there are, and the oldest of many weigh less.
final class Parzen {
    private static final double WIDTH = 0.1; // of the range, for one bump in one dimension
    private static final int FULL_WEIGHTS = 25;
    private static final int MOST_DIVISIONS = 100;
    private static final double NEGLIGIBLE = 50; // logarithm of a factor that no sum shows

    private final SearchSpace space;
    private final int bumps; // the wide one is the last
    private final double[] logWeights;
    private final double[][] centers; // by key and bump
    private final double[][] widths; // by key; of all bumps but the last, then of the last
    private final double[][] logNorms; // what a density is divided by, by key and bump

    /// @param points of trials, in their order
    Parzen(SearchSpace space, List<double[]> points) {
        this.space = space;
        this.bumps = points.size() + 1;
        this.logWeights = logWeights(points.size());
        this.centers = new double[space.size()][bumps];
        this.widths = new double[space.size()][2];
        this.logNorms = new double[space.size()][bumps];
        double scale = WIDTH * StrictMath.pow(Math.max(points.size(), 1), -1.0 / (space.size() + 4));
        for (int key = 0; key < space.size(); key++) {
            Domain domain = space.domain(key);
            double range = domain.high() - domain.low();
            widths[key][0] = Math.max(scale, 1.0 / Math.min(MOST_DIVISIONS, 2 * bumps + 1)) * range;
            widths[key][1] = range;
            for (int bump = 0; bump < bumps; bump++) {
                centers[key][bump] = bump < points.size() ? points.get(bump)[key] : domain.low() + range / 2;
                if (space.isLine(key) && range > 0) {
                    logNorms[key][bump] = logNorm(key, bump);
                }
            }
        }
    }

    private static double[] logWeights(int trials) {
        double[] weights = new double[trials + 1];
        double sum = 0;
        for (int i = 0; i <= trials; i++) {
            int old = trials - FULL_WEIGHTS; // how many weigh less
            double oldest = 1.0 / Math.max(trials, 1);
            weights[i] = i == trials || i >= old ? 1 : old == 1 ? oldest : oldest + (1 - oldest) * i / (old - 1.0);
            sum += weights[i];
        }
        for (int i = 0; i <= trials; i++) {
            weights[i] = StrictMath.log(weights[i] / sum);
        }
        return weights;
    }

    private double width(int key, int bump) {
        return widths[key][bump == bumps - 1 ? 1 : 0];
    }

    /// Only the part of a bump that lies within the range counts.
    private double logNorm(int key, int bump) {
        Domain domain = space.domain(key);
        double width = width(key, bump);
        double center = centers[key][bump];
        double mass = Gauss.below((domain.high() - center) / width) - Gauss.below((domain.low() - center) / width);
        return Gauss.LOG_ROOT_2_PI + StrictMath.log(width * mass);
    }

    double[] draw(RandomStream random) {
        int bump = bumps - 1;
        double at = random.nextUniform();
        for (int i = 0; i < bumps; i++) {
            at -= StrictMath.exp(logWeights[i]);
            if (at < 0) {
                bump = i;
                break;
            }
        }
        double[] point = new double[space.size()];
        for (int key = 0; key < point.length; key++) {
            point[key] = space.isLine(key) ? drawOnLine(key, bump, random) : drawOption(key, bump, random);
        }
        return point;
    }

    private double drawOnLine(int key, int bump, RandomStream random) {
        Domain domain = space.domain(key);
        double center = centers[key][bump];
        double width = width(key, bump);
        if (width == 0) { // a range of one value
            return center;
        }
        while (true) { // at least a third of a bump lies within the range
            double x = center + width * random.nextNormal();
            if (x >= domain.low() && x <= domain.high()) {
                return x;
            }
        }
    }

    private double drawOption(int key, int bump, RandomStream random) {
        int options = options(key);
        double at = random.nextUniform();
        for (int option = 0; option < options; option++) {
            at -= optionWeight(key, bump < bumps - 1, centers[key][bump] == option);
            if (at < 0) {
                return option;
            }
        }
        return options - 1.0;
    }

    private int options(int key) {
        return ((Domain.Choice) space.domain(key)).options().size();
    }

    /// Return the weight of an option in a bump: the trial's own and a little for all. The wide bump is of no
    /// trial.
    private double optionWeight(int key, boolean isOfTrial, boolean isItsOwn) {
        double all = 1.0 / bumps;
        double own = isOfTrial && isItsOwn ? 1 : 0;
        return (all + own) / (all * options(key) + (isOfTrial ? 1 : 0));
    }

    double logDensity(double[] point) {
        double[] logs = logWeights.clone();
        for (int key = 0; key < point.length; key++) {
            if (space.isLine(key)) {
                addOnLine(key, point[key], logs);
            } else {
                addOption(key, (int) point[key], logs);
            }
        }
        double most = Double.NEGATIVE_INFINITY;
        for (double log : logs) {
            most = Math.max(most, log);
        }
        double sum = 0;
        for (double log : logs) {
            sum += log > most - NEGLIGIBLE ? StrictMath.exp(log - most) : 0;
        }
        return most + StrictMath.log(sum);
    }

    private void addOnLine(int key, double x, double[] logs) {
        if (width(key, 0) == 0) { // a range of one value
            return;
        }
        for (int bump = 0; bump < bumps; bump++) {
            double z = (x - centers[key][bump]) / width(key, bump);
            logs[bump] -= 0.5 * z * z + logNorms[key][bump];
        }
    }

    private void addOption(int key, int option, double[] logs) {
        double own = StrictMath.log(optionWeight(key, true, true));
        double other = StrictMath.log(optionWeight(key, true, false));
        for (int bump = 0; bump < bumps - 1; bump++) {
            logs[bump] += centers[key][bump] == option ? own : other;
        }
        logs[bumps - 1] += StrictMath.log(optionWeight(key, false, false));
    }
}
