package slmlab.search;

/// Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations.
final class Eigen {
    private static final int MOST_SWEEPS = 50;
    private static final double LEAST = 1e-30;

    private final double[] roots; // of the eigenvalues
    private final double[][] vectors; // in columns

    private Eigen(double[] roots, double[][] vectors) {
        this.roots = roots;
        this.vectors = vectors;
    }

    static Eigen of(double[][] symmetric) {
        int n = symmetric.length;
        double[][] a = new double[n][];
        double[][] v = new double[n][n];
        for (int i = 0; i < n; i++) {
            a[i] = symmetric[i].clone();
            v[i][i] = 1;
        }
        for (int sweep = 0; sweep < MOST_SWEEPS && !isDiagonal(a); sweep++) {
            for (int p = 0; p < n; p++) {
                for (int q = p + 1; q < n; q++) {
                    rotate(a, v, p, q);
                }
            }
        }
        double[] roots = new double[n];
        for (int i = 0; i < n; i++) {
            roots[i] = Math.sqrt(Math.max(a[i][i], LEAST));
        }
        return new Eigen(roots, v);
    }

    private static boolean isDiagonal(double[][] a) {
        double off = 0;
        double on = 0;
        for (int i = 0; i < a.length; i++) {
            on += a[i][i] * a[i][i];
            for (int j = 0; j < i; j++) {
                off += a[i][j] * a[i][j];
            }
        }
        return off <= 1e-28 * on;
    }

    /// Turn the plane of axes p and q so that their entry vanishes.
    private static void rotate(double[][] a, double[][] v, int p, int q) {
        if (a[p][q] == 0) {
            return;
        }
        double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        double c = 1 / Math.sqrt(t * t + 1);
        double s = t * c;
        for (int k = 0; k < a.length; k++) {
            double kp = a[k][p];
            double kq = a[k][q];
            a[k][p] = c * kp - s * kq;
            a[k][q] = s * kp + c * kq;
        }
        for (int k = 0; k < a.length; k++) {
            double pk = a[p][k];
            double qk = a[q][k];
            a[p][k] = c * pk - s * qk;
            a[q][k] = s * pk + c * qk;
            double vp = v[k][p];
            double vq = v[k][q];
            v[k][p] = c * vp - s * vq;
            v[k][q] = s * vp + c * vq;
        }
    }

    /// Return the root of an eigenvalue.
    double root(int index) {
        return roots[index];
    }

    /// Return the sum of the eigenvectors, each times its coordinate.
    double[] rotate(double[] coordinates) {
        int n = roots.length;
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                x[i] += vectors[i][j] * coordinates[j];
            }
        }
        return x;
    }

    /// Multiply by the inverse root of the matrix.
    double[] whiten(double[] x) {
        int n = roots.length;
        double[] coordinates = new double[n];
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++) {
                coordinates[j] += vectors[i][j] * x[i];
            }
            coordinates[j] /= roots[j];
        }
        return rotate(coordinates);
    }
}
