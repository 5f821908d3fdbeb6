package slmlab.stats;

/// Student's t distribution.
final class StudentT {
    private static final double LEVEL = 0.05;
    private static final double PRECISION = 1e-15;
    private static final double TINY = 1e-300;

    private StudentT() {}

    /// Return the probability that |T| is at least `t`: I_x(ν/2, 1/2) with x = ν / (ν + t²).
    ///
    /// @param freedom ν, degrees of freedom, which need not be whole
    static double twoSided(double t, double freedom) {
        if (Double.isInfinite(t)) {
            return 0;
        }
        return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
    }

    /// Return the `t` that |T| reaches with a probability of 5 %.
    static double quantile(double freedom) {
        double low = 0;
        double high = 1;
        while (twoSided(high, freedom) > LEVEL) {
            high *= 2;
        }
        while (high - low > 1e-13 * high) {
            double middle = (low + high) / 2;
            if (twoSided(middle, freedom) > LEVEL) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /// Return I_x(a, b), the regularized incomplete beta function, by its continued fraction.
    private static double incompleteBeta(double x, double a, double b) {
        if (x <= 0 || x >= 1) {
            return x <= 0 ? 0 : 1;
        }
        double front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
        return x < (a + 1) / (a + b + 2)
                ? front * continuedFraction(x, a, b) / a
                : 1 - front * continuedFraction(1 - x, b, a) / b;
    }

    /// Evaluate the fraction of DLMF 8.17.22 by Lentz's method.
    private static double continuedFraction(double x, double a, double b) {
        double c = 1;
        double d = 1 / away(1 - (a + b) * x / (a + 1));
        double value = d;
        for (int m = 1; m < 10_000; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / away(1 + even * d);
            c = away(1 + even / c);
            value *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / away(1 + odd * d);
            c = away(1 + odd / c);
            value *= d * c;
            if (Math.abs(d * c - 1) < PRECISION) {
                break;
            }
        }
        return value;
    }

    private static double away(double value) {
        return Math.abs(value) < TINY ? TINY : value; // from zero, by which it is divided
    }

    /// Return ln Γ(x) by Stirling's series (DLMF 5.11.1), after a shift to where it is exact to 1e-15.
    private static double logGamma(double x) {
        double shift = 0;
        double at = x;
        while (at < 15) {
            shift += Math.log(at);
            at++;
        }
        double square = at * at;
        double series = (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1.0 / 1680 / square) / square) / square) / at;
        return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - shift;
    }
}
