package slmlab.search;

/// The standard normal distribution.
final class Gauss {
    static final double LOG_ROOT_2_PI = 0.5 * StrictMath.log(2 * Math.PI);

    private Gauss() {}

    /// Return the probability of less than `x`, to 1e-7, by the fit of Numerical Recipes for erfc.
    static double below(double x) {
        double z = Math.abs(x) / Math.sqrt(2);
        double t = 1 / (1 + 0.5 * z);
        double tail = t
                * StrictMath.exp(-z * z
                        - 1.26551223
                        + t * (1.00002368
                                + t * (0.37409196
                                        + t * (0.09678418
                                                + t * (-0.18628806
                                                        + t * (0.27886807
                                                                + t * (-1.13520398
                                                                        + t * (1.48851587
                                                                                + t * (-0.82215223
                                                                                        + t * 0.17087277)))))))));
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
