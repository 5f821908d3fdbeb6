package slmlab.tensor.op;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Call;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.Memory;
import slmlab.tensor.compile.Reference;
import slmlab.tensor.compile.View;
import slmlab.tensor.internal.Elementwise;
import slmlab.tensor.internal.Matrix;

/// The product of two matrices. Transposed operands cost nothing extra: a [Transpose] is read through its
/// strides.
///
/// `Fuse` folds neighbors in: a third input is what the sums start from (a bias row, or a matrix to add to),
/// and `activation` is applied to each block of rows while it is still in the cache. Gradients are taken before
/// that.
public record Matmul(@Nullable Unary activation) implements Op {
    static final Matmul PLAIN = new Matmul(null);

    /// Columns of a strip, where a product is split by columns: a tile of the widest vectors.
    private static final int COLUMNS = 64;

    /// Elements that are multiplied before the activation is applied to them: a few kilobytes of results.
    private static final int BLOCK = 2048;

    public static Tensor of(Tensor a, Tensor b) {
        a.requireFloat("matmul");
        b.requireFloat("matmul");
        Shape left = a.shape();
        Shape right = b.shape();
        if (left.rank() < 2 || right.rank() < 2 || left.dim(-1) != right.dim(-2)) {
            throw new ShapeException(
                    "matmul of %s and %s: needs [m, k] and [k, n], which may have batch axes before them"
                            .formatted(left, right));
        }
        if (right.rank() > 2) {
            return BatchMatmul.of(a, b);
        }
        if (left.rank() > 2) { // one matrix for all: the rows of the others are multiplied in one product
            Shape rows = left.without(-1);
            return of(a.reshape(rows.volume(), left.dim(-1)), b).reshape(rows.insert(rows.rank(), right.dim(1)));
        }
        return new Tensor(PLAIN, List.of(a, b), Shape.of(left.dim(0), right.dim(1)), DType.FLOAT32);
    }

    @Override
    public String label() {
        return "matmul";
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        Tensor a = out.input(0);
        Tensor b = out.input(1);
        return new @Nullable Tensor[] {g.matmul(b.transpose()), a.transpose().matmul(g)};
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        double[] a = inputs.get(0);
        double[] b = inputs.get(1);
        int m = out.shape().dim(0);
        int n = out.shape().dim(1);
        int k = out.input(0).shape().dim(1);
        double[] c = inputs.size() > 2
                ? Reference.strided(
                        out.shape(), inputs.get(2), 0, out.input(2).shape().strides())
                : new double[m * n];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                double sum = c[i * n + j];
                for (int p = 0; p < k; p++) {
                    sum += a[i * k + p] * b[p * n + j];
                }
                c[i * n + j] = activation == null ? sum : activation.apply(sum, 0, 0);
            }
        }
        return c;
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View a = inputs.get(0);
        View b = lowering.isShared(out.input(1)) ? lowering.unitColumns(inputs.get(1)) : inputs.get(1);
        View start = inputs.size() > 2 ? lowering.unitColumns(inputs.get(2)) : null;
        int m = out.shape().dim(0);
        int n = out.shape().dim(1);
        int k = a.shape().dim(1);
        View c = start == null ? lowering.result(out) : lowering.resultOver(out, start);
        lowering.scratch(lowering.kernels().matrix().gemmScratch(m, n, k, b.strides()[1]));
        List<View> reads = start == null ? List.of(a, b) : List.of(a, b, start);
        // Columns of B that are not contiguous are copied into panels: each thread copies those of its own columns.
        if (b.strides()[1] != 1 && activation == null && n >= 2 * COLUMNS) {
            int strips = n / COLUMNS;
            long work = (long) m * k * COLUMNS;
            lowering.emit(
                    out,
                    strips,
                    work,
                    reads,
                    List.of(c),
                    memory -> byColumns(m, n, Product.of(n, k, a, b, start, c, memory)));
        } else {
            lowering.emit(
                    out,
                    m,
                    (long) n * k,
                    reads,
                    List.of(c),
                    memory -> byRows(m, n, Product.of(n, k, a, b, start, c, memory), memory));
        }
        return c;
    }

    /// Split by columns. The last strip takes the columns left over: fewer than a vector would be added up in
    /// another order.
    private static Call byColumns(int m, int n, Product product) {
        int strips = n / COLUMNS;
        return (first, last) -> {
            int from = first * COLUMNS;
            int count = (last == strips ? n : last * COLUMNS) - from;
            if (count > 0) {
                product.run(0, m, from, count);
            }
        };
    }

    /// Split by rows, and apply the activation to each block of them.
    private Call byRows(int m, int n, Product product, Memory memory) {
        Elementwise pointwise = memory.kernels().elementwise();
        Unary.Kernel activate = activation == null ? null : activation.kernel();
        boolean blocks = product.bcs == 1 && activate != null;
        int rows = blocks ? Math.max(12, BLOCK / Math.max(1, n) / 12 * 12) : Math.max(1, m);
        return (first, last) -> {
            for (int row = first; row < last; row += rows) {
                int count = Math.min(rows, last - row);
                product.run(row, count, 0, n);
                if (activate != null) {
                    int at = product.co + row * n;
                    activate.run(pointwise, product.c, at, product.c, at, count * n);
                }
            }
        };
    }

    /// C ← start + A·B over the arrays of a plan, a rectangle of C at a time.
    ///
    /// @param n columns of C
    /// @param k columns of A
    /// @param ao offset of A in its array; likewise of the others
    /// @param ars stride between rows of A; `acs` between columns; likewise of the others
    private record Product(
            Matrix kernels,
            int n,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            float[] b,
            int bo,
            int brs,
            int bcs,
            float[] c,
            int co,
            float @Nullable [] start,
            int so,
            int srs,
            float[] scratch) {
        static Product of(int n, int k, View a, View b, @Nullable View start, View c, Memory memory) {
            return new Product(
                    memory.kernels().matrix(),
                    n,
                    k,
                    memory.floats(a),
                    memory.offset(a),
                    a.strides()[0],
                    a.strides()[1],
                    memory.floats(b),
                    memory.offset(b),
                    b.strides()[0],
                    b.strides()[1],
                    memory.floats(c),
                    memory.offset(c),
                    start == null ? null : memory.floats(start),
                    start == null ? 0 : memory.offset(start),
                    start == null ? 0 : start.strides()[0],
                    memory.scratch());
        }

        void run(int row, int rows, int column, int columns) {
            kernels.gemm(
                    rows,
                    columns,
                    k,
                    a,
                    ao + row * ars,
                    ars,
                    acs,
                    b,
                    bo + column * bcs,
                    brs,
                    bcs,
                    c,
                    co + row * n + column,
                    n,
                    start,
                    so + row * srs + column,
                    srs,
                    scratch,
                    0);
        }
    }
}
