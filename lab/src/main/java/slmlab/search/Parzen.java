package slmlab.search;

import java.util.List;
import slmlab.tensor.RandomStream;

/// A density made of trials: a bump around each of them and a wide one over the whole space.
///
/// A bump is a product over the keys: a normal distribution cut at the range's ends, or a weight for every option of a
/// choice. Bumps are narrower the more trials there are, and the oldest of many weigh less.
final class Parzen {
    private static final double WIDTH = 0.1; // of the range, for one bump in one dimension
    private static final int FULL_WEIGHTS = 25;
    private static final int MOST_DIVISIONS = 100;

    private final SearchSpace space;
    private final int bumps; // the wide one is the last
    private final double[] logWeights;
    private final double[][] centers; // by key and bump
    private final double[][] widths; // by key; of all bumps but the last, then of the last
    private final double[][] logMasses; // of a bump within the range, by key and bump

    /// @param points of trials, in their order
    Parzen(SearchSpace space, List<double[]> points) {
        this.space = space;
        this.bumps = points.size() + 1;
        this.logWeights = logWeights(points.size());
        this.centers = new double[space.size()][bumps];
        this.widths = new double[space.size()][2];
        this.logMasses = new double[space.size()][bumps];
        double scale = WIDTH * Math.pow(Math.max(points.size(), 1), -1.0 / (space.size() + 4));
        for (int key = 0; key < space.size(); key++) {
            Domain domain = space.domain(key);
            double range = domain.high() - domain.low();
            widths[key][0] = Math.max(scale, 1.0 / Math.min(MOST_DIVISIONS, 2 * bumps + 1)) * range;
            widths[key][1] = range;
            for (int bump = 0; bump < bumps; bump++) {
                centers[key][bump] = bump < points.size() ? points.get(bump)[key] : domain.low() + range / 2;
                if (space.isLine(key) && range > 0) {
                    logMasses[key][bump] = logMass(key, bump);
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
            weights[i] = Math.log(weights[i] / sum);
        }
        return weights;
    }

    private double width(int key, int bump) {
        return widths[key][bump == bumps - 1 ? 1 : 0];
    }

    private double logMass(int key, int bump) {
        Domain domain = space.domain(key);
        double width = width(key, bump);
        double center = centers[key][bump];
        return Math.log(Gauss.below((domain.high() - center) / width) - Gauss.below((domain.low() - center) / width));
    }

    double[] draw(RandomStream random) {
        int bump = bumps - 1;
        double at = random.nextUniform();
        for (int i = 0; i < bumps; i++) {
            at -= Math.exp(logWeights[i]);
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
            at -= optionWeight(key, bump, option);
            if (at < 0) {
                return option;
            }
        }
        return options - 1.0;
    }

    private int options(int key) {
        return ((Domain.Choice) space.domain(key)).options().size();
    }

    /// Return the weight of an option in a bump: the trial's own and a little for all.
    private double optionWeight(int key, int bump, int option) {
        int options = options(key);
        double all = 1.0 / bumps;
        double own = bump < bumps - 1 && centers[key][bump] == option ? 1 : 0;
        double sum = all * options + (bump < bumps - 1 ? 1 : 0);
        return (all + own) / sum;
    }

    double logDensity(double[] point) {
        double[] logs = new double[bumps];
        double most = Double.NEGATIVE_INFINITY;
        for (int bump = 0; bump < bumps; bump++) {
            double log = logWeights[bump];
            for (int key = 0; key < point.length; key++) {
                log += space.isLine(key)
                        ? logOnLine(key, bump, point[key])
                        : Math.log(optionWeight(key, bump, (int) point[key]));
            }
            logs[bump] = log;
            most = Math.max(most, log);
        }
        double sum = 0;
        for (double log : logs) {
            sum += Math.exp(log - most);
        }
        return most + Math.log(sum);
    }

    private double logOnLine(int key, int bump, double x) {
        double width = width(key, bump);
        return width == 0
                ? 0
                : Gauss.logDensity((x - centers[key][bump]) / width) - Math.log(width) - logMasses[key][bump];
    }
}
