package slmlab.design.mdp;

/// Systems of linear equations, small and dense.
final class LinearSystem {
    private static final double SMALLEST_PIVOT = 1e-13;

    private LinearSystem() {}

    /// Solve A x = b by Gaussian elimination with partial pivoting; both arrays are overwritten. A singular
    /// matrix is an [ArithmeticException].
    static double[] solve(double[][] a, double[] b) {
        int n = b.length;
        for (int column = 0; column < n; column++) {
            int pivot = column;
            for (int row = column + 1; row < n; row++) {
                pivot = Math.abs(a[row][column]) > Math.abs(a[pivot][column]) ? row : pivot;
            }
            if (!(Math.abs(a[pivot][column]) > SMALLEST_PIVOT)) {
                throw new ArithmeticException("the equations have no single solution: a policy never ends");
            }
            swap(a, b, pivot, column);
            for (int row = column + 1; row < n; row++) {
                double factor = a[row][column] / a[column][column];
                for (int k = column; factor != 0 && k < n; k++) {
                    a[row][k] -= factor * a[column][k];
                }
                b[row] -= factor * b[column];
            }
        }
        double[] x = new double[n];
        for (int row = n - 1; row >= 0; row--) {
            double sum = b[row];
            for (int k = row + 1; k < n; k++) {
                sum -= a[row][k] * x[k];
            }
            x[row] = sum / a[row][row];
        }
        return x;
    }

    private static void swap(double[][] a, double[] b, int i, int j) {
        double[] row = a[i];
        a[i] = a[j];
        a[j] = row;
        double right = b[i];
        b[i] = b[j];
        b[j] = right;
    }
}
