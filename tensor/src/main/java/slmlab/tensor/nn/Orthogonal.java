package slmlab.tensor.nn;

/// Orthonormalizes the rows of a matrix, or its columns where there are fewer of them.
final class Orthogonal {
    /// A row that shrinks below this fraction of its length has lost digits, and is orthogonalized again.
    private static final double CANCELLED = 1e-4;

    private Orthogonal() {}

    /// Return Q of the QR decomposition with a positive diagonal of R, which equals PyTorch's choice of signs;
    /// of the transposed matrix when it is wide.
    ///
    /// @param matrix `rows × columns`, row by row
    static double[] of(double[] matrix, int rows, int columns) {
        boolean tall = rows >= columns;
        int count = Math.min(rows, columns);
        int length = Math.max(rows, columns);
        double[][] vectors = new double[count][length]; // the vectors to orthogonalize
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                vectors[tall ? j : i][tall ? i : j] = matrix[i * columns + j];
            }
        }
        for (int k = 0; k < count; k++) {
            double[] vector = vectors[k];
            double before = norm(vector);
            project(vector, vectors, k);
            double after = norm(vector);
            if (after < CANCELLED * before) {
                project(vector, vectors, k);
                after = norm(vector);
            }
            for (int i = 0; i < length; i++) {
                vector[i] /= after;
            }
        }
        double[] result = new double[rows * columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                result[i * columns + j] = vectors[tall ? j : i][tall ? i : j];
            }
        }
        return result;
    }

    /// Subtract the projections on the first `count` vectors, one after another (modified Gram-Schmidt).
    private static void project(double[] vector, double[][] vectors, int count) {
        for (int k = 0; k < count; k++) {
            double[] along = vectors[k];
            double share = dot(vector, along);
            for (int i = 0; i < vector.length; i++) {
                vector[i] -= share * along[i];
            }
        }
    }

    private static double norm(double[] vector) {
        return Math.sqrt(dot(vector, vector));
    }

    /// Return the dot product by four partial sums, in a fixed order: the processor adds them in parallel.
    private static double dot(double[] a, double[] b) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i + 3 < a.length; i += 4) {
            s0 += a[i] * b[i];
            s1 += a[i + 1] * b[i + 1];
            s2 += a[i + 2] * b[i + 2];
            s3 += a[i + 3] * b[i + 3];
        }
        for (; i < a.length; i++) {
            s0 += a[i] * b[i];
        }
        return (s0 + s1) + (s2 + s3);
    }
}
