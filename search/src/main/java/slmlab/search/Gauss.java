package slmlab.search;

/// The standard normal distribution.
final class Gauss {
    static final double LOG_ROOT_2_PI = 0.5 * StrictMath.log(2 * Math.PI);

    private static final double[] ERFC = {
        -1.26551223,
        1.00002368,
        0.37409196,
        0.09678418,
        -0.18628806,
        0.27886807,
        -1.13520398,
        1.48851587,
        -0.82215223,
        0.17087277
    }; // by powers of t

    private Gauss() {}

    /// Return the probability of less than `x`, to 1e-7, by the fit of Numerical Recipes for erfc.
    static double below(double x) {
        double z = Math.abs(x) / Math.sqrt(2);
        double t = 1 / (1 + 0.5 * z);
        double polynomial = 0;
        for (int i = ERFC.length - 1; i >= 0; i--) {
            polynomial = ERFC[i] + t * polynomial;
        }
        double tail = t * StrictMath.exp(-z * z + polynomial);
        return x < 0 ? tail / 2 : 1 - tail / 2;
    }

    /// Return where the probability of less is `p`, by bisection.
    static double quantile(double p) {
        double low = -40;
        double high = 40;
        for (int i = 0; i < 80; i++) {
            double middle = (low + high) / 2;
            if (below(middle) < p) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }
}
