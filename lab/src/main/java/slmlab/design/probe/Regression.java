package slmlab.design.probe;

import slmlab.design.Sample;

/// Linear least squares with an intercept, for several targets at once.
final class Regression {
    private static final double RIDGE = 1e-9; // of the standardized features, against exact duplicates

    private final double[] means;
    private final double[] scales;
    private final double[][] weights; // [feature][target]; the last feature is the constant 1

    private Regression(double[] means, double[] scales, double[][] weights) {
        this.means = means;
        this.scales = scales;
        this.weights = weights;
    }

    /// Fit targets to features, row by row.
    static Regression fit(double[][] features, double[][] targets) {
        int width = features[0].length;
        double[] means = new double[width];
        double[] scales = new double[width];
        for (int j = 0; j < width; j++) {
            double[] column = column(features, j);
            means[j] = Sample.mean(column);
            double deviation = Math.sqrt(Sample.variance(column));
            scales[j] = deviation > 0 ? deviation : 1;
        }
        Regression empty = new Regression(means, scales, new double[width + 1][targets[0].length]);
        double[][] products = new double[width + 1][width + 1];
        double[] row = new double[width + 1];
        for (int i = 0; i < features.length; i++) {
            empty.scale(features[i], row);
            for (int a = 0; a <= width; a++) {
                for (int b = 0; b <= a; b++) {
                    products[a][b] += row[a] * row[b];
                }
                for (int k = 0; k < targets[i].length; k++) {
                    empty.weights[a][k] += row[a] * targets[i][k];
                }
            }
        }
        for (int a = 0; a <= width; a++) {
            products[a][a] += RIDGE * features.length;
        }
        cholesky(products);
        solve(products, empty.weights);
        return empty;
    }

    static double[] column(double[][] rows, int index) {
        double[] column = new double[rows.length];
        for (int i = 0; i < rows.length; i++) {
            column[i] = rows[i][index];
        }
        return column;
    }

    /// Return the mean squared error of each target.
    double[] errors(double[][] features, double[][] targets) {
        double[] errors = new double[targets[0].length];
        double[] row = new double[weights.length];
        for (int i = 0; i < features.length; i++) {
            scale(features[i], row);
            for (int k = 0; k < errors.length; k++) {
                double sum = 0;
                for (int j = 0; j < row.length; j++) {
                    sum += row[j] * weights[j][k];
                }
                errors[k] += (targets[i][k] - sum) * (targets[i][k] - sum) / features.length;
            }
        }
        return errors;
    }

    private void scale(double[] features, double[] to) {
        for (int j = 0; j < features.length; j++) {
            to[j] = (features[j] - means[j]) / scales[j];
        }
        to[features.length] = 1;
    }

    /// Overwrite the lower half of a positive matrix with its Cholesky factor.
    private static void cholesky(double[][] a) {
        for (int j = 0; j < a.length; j++) {
            for (int i = j; i < a.length; i++) {
                double sum = a[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= a[i][k] * a[j][k];
                }
                a[i][j] = i == j ? Math.sqrt(Math.max(sum, 1e-300)) : sum / a[j][j];
            }
        }
    }

    /// Overwrite the right sides by the solutions of L Lᵀ x = b.
    private static void solve(double[][] l, double[][] b) {
        int n = l.length;
        for (int k = 0; k < b[0].length; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < i; j++) {
                    b[i][k] -= l[i][j] * b[j][k];
                }
                b[i][k] /= l[i][i];
            }
            for (int i = n - 1; i >= 0; i--) {
                for (int j = i + 1; j < n; j++) {
                    b[i][k] -= l[j][i] * b[j][k];
                }
                b[i][k] /= l[i][i];
            }
        }
    }
}
