package slmlab.search;

import java.util.List;
import slmlab.tensor.RandomStream;

/// The distribution of CMA-ES in the unit cube (Hansen's tutorial, with its default constants).
final class CmaEs {
    private final int n;
    private final int generation;
    private final double[] weights; // of the better half, best first
    private final double mu; // effective number of parents
    private final double cc;
    private final double cs;
    private final double c1;
    private final double cmu;
    private final double damping;
    private final double expectedNorm;

    private final double[] mean;
    private final double[] pathC;
    private final double[] pathSigma;
    private double sigma;
    private double[][] covariance;
    private Eigen eigen;
    private int generations;

    CmaEs(int n, double sigma) {
        this.n = n;
        this.sigma = sigma;
        this.generation = 4 + (int) (3 * StrictMath.log(n));
        this.weights = weights(generation / 2);
        double squares = 0;
        for (double weight : weights) {
            squares += weight * weight;
        }
        this.mu = 1 / squares;
        this.cc = (4 + mu / n) / (n + 4 + 2 * mu / n);
        this.cs = (mu + 2) / (n + mu + 5);
        this.c1 = 2 / ((n + 1.3) * (n + 1.3) + mu);
        this.cmu = Math.min(1 - c1, 2 * (mu - 2 + 1 / mu) / ((n + 2.0) * (n + 2.0) + mu));
        this.damping = 1 + 2 * Math.max(0, Math.sqrt((mu - 1) / (n + 1)) - 1) + cs;
        this.expectedNorm = Math.sqrt(n) * (1 - 1 / (4.0 * n) + 1 / (21.0 * n * n));
        this.mean = new double[n];
        this.pathC = new double[n];
        this.pathSigma = new double[n];
        this.covariance = new double[n][n];
        for (int i = 0; i < n; i++) {
            mean[i] = 0.5;
            covariance[i][i] = 1;
        }
        this.eigen = Eigen.of(covariance);
    }

    private static double[] weights(int parents) {
        double[] weights = new double[parents];
        double sum = 0;
        for (int i = 0; i < parents; i++) {
            weights[i] = StrictMath.log(parents + 0.5) - StrictMath.log(i + 1);
            sum += weights[i];
        }
        for (int i = 0; i < parents; i++) {
            weights[i] /= sum;
        }
        return weights;
    }

    /// Return how many points a generation has.
    int generation() {
        return generation;
    }

    /// Return the width of the distribution.
    double sigma() {
        return sigma;
    }

    double[] draw(RandomStream random) {
        double[] step = new double[n];
        for (int i = 0; i < n; i++) {
            step[i] = random.nextNormal();
        }
        return at(step);
    }

    /// Return the point that a step from the mean leads to.
    ///
    /// @param step in units of the distribution, as drawn from a standard normal one
    double[] at(double[] step) {
        double[] z = new double[n];
        for (int i = 0; i < n; i++) {
            z[i] = eigen.root(i) * step[i];
        }
        double[] x = eigen.rotate(z);
        for (int i = 0; i < n; i++) {
            x[i] = mean[i] + sigma * x[i];
        }
        return x;
    }

    /// Learn from a generation.
    ///
    /// @param points best first
    void learn(List<double[]> points) {
        double[] step = new double[n]; // of the mean, in units of sigma
        for (int k = 0; k < weights.length; k++) {
            for (int i = 0; i < n; i++) {
                step[i] += weights[k] * (points.get(k)[i] - mean[i]) / sigma;
            }
        }
        generations++;
        double[] white = eigen.whiten(step);
        double norm = 0;
        for (int i = 0; i < n; i++) {
            pathSigma[i] = (1 - cs) * pathSigma[i] + Math.sqrt(cs * (2 - cs) * mu) * white[i];
            norm += pathSigma[i] * pathSigma[i];
        }
        norm = Math.sqrt(norm);
        double unbiased = norm / Math.sqrt(1 - StrictMath.pow(1 - cs, 2.0 * generations));
        boolean isSteady = unbiased < (1.4 + 2 / (n + 1.0)) * expectedNorm;
        for (int i = 0; i < n; i++) {
            pathC[i] = (1 - cc) * pathC[i] + (isSteady ? Math.sqrt(cc * (2 - cc) * mu) * step[i] : 0);
        }
        learnCovariance(points, isSteady);
        for (int i = 0; i < n; i++) {
            mean[i] += sigma * step[i];
        }
        sigma *= StrictMath.exp(Math.min(1, cs / damping * (norm / expectedNorm - 1)));
        eigen = Eigen.of(covariance);
    }

    private void learnCovariance(List<double[]> points, boolean isSteady) {
        double[][] next = new double[n][n];
        double kept = 1 - c1 - cmu + (isSteady ? 0 : c1 * cc * (2 - cc));
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int k = 0; k < weights.length; k++) {
                    sum += weights[k] * ((points.get(k)[i] - mean[i]) / sigma) * ((points.get(k)[j] - mean[j]) / sigma);
                }
                next[i][j] = kept * covariance[i][j] + c1 * pathC[i] * pathC[j] + cmu * sum;
                next[j][i] = next[i][j];
            }
        }
        covariance = next;
    }
}
