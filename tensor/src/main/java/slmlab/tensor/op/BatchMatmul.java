package slmlab.tensor.op;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.View;
import slmlab.tensor.internal.Matrix;

/// Products of many pairs of matrices: [batch…, m, k] · [batch…, k, n] → [batch…, m, n], each with the bits that
/// [Matmul] gives it.
///
/// Both operands are read through their strides, so neither a transposed nor a broadcast one is copied: the heads
/// of attention are such views.
public record BatchMatmul() implements Op {

    /// Multiply matrices whose leading axes are equal, or broadcast from one operand to the other.
    static Tensor of(Tensor a, Tensor b) {
        Shape left = a.shape();
        Shape right = b.shape();
        Shape batch = Shape.broadcast(batch(left), batch(right));
        if (batch == null || !(batch.equals(batch(left)) || batch.equals(batch(right)))) {
            throw new ShapeException(
                    "matmul of %s and %s: the axes before the last two must be equal, or broadcast from one operand to the other; see broadcast(Shape)"
                            .formatted(left, right));
        }
        int m = left.dim(-2);
        int k = left.dim(-1);
        int n = right.dim(-1);
        return new Tensor(
                new BatchMatmul(),
                List.of(a.broadcast(matrices(batch, m, k)), b.broadcast(matrices(batch, k, n))),
                matrices(batch, m, n),
                DType.FLOAT32);
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
        int m = out.shape().dim(-2);
        int n = out.shape().dim(-1);
        int k = out.input(0).shape().dim(-1);
        int pairs = batch(out.shape()).volume();
        double[] c = new double[pairs * m * n];
        for (int pair = 0; pair < pairs; pair++) {
            for (int i = 0; i < m; i++) {
                for (int j = 0; j < n; j++) {
                    double sum = 0;
                    for (int p = 0; p < k; p++) {
                        sum += a[(pair * m + i) * k + p] * b[(pair * k + p) * n + j];
                    }
                    c[(pair * m + i) * n + j] = sum;
                }
            }
        }
        return c;
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View a = inputs.get(0);
        View b = inputs.get(1);
        View c = lowering.result(out);
        int last = out.shape().rank() - 1;
        int m = out.shape().dim(-2);
        int n = out.shape().dim(-1);
        int k = a.shape().dim(-1);
        int pairs = batch(out.shape()).volume();
        int ars = a.strides()[last - 1];
        int acs = a.strides()[last];
        int brs = b.strides()[last - 1];
        int bcs = b.strides()[last];
        lowering.scratch(lowering.kernels().matrix().gemmScratch(m, n, k, bcs));
        lowering.emit(out, pairs * m, (long) n * k, List.of(a, b), List.of(c), memory -> {
            Matrix kernels = memory.kernels().matrix();
            float[] av = memory.floats(a);
            int[] ao = offsets(a, memory.offset(a));
            float[] bv = memory.floats(b);
            int[] bo = offsets(b, memory.offset(b));
            float[] cv = memory.floats(c);
            int co = memory.offset(c);
            float[] scratch = memory.scratch();
            return (first, end) -> {
                for (int row = first; row < end; ) {
                    int pair = row / m;
                    int from = row % m;
                    int rows = Math.min(m - from, end - row);
                    int at = ao[pair] + from * ars;
                    kernels.gemm(
                            rows,
                            n,
                            k,
                            av,
                            at,
                            ars,
                            acs,
                            bv,
                            bo[pair],
                            brs,
                            bcs,
                            cv,
                            co + row * n,
                            n,
                            null,
                            0,
                            0,
                            scratch,
                            0);
                    row += rows;
                }
            };
        });
        return c;
    }

    /// Return where each matrix of a view begins.
    private static int[] offsets(View view, int start) {
        Shape batch = batch(view.shape());
        int[] offsets = new int[batch.volume()];
        int[] steps = batch.strides();
        for (int pair = 0; pair < offsets.length; pair++) {
            offsets[pair] = start;
            for (int axis = 0; axis < steps.length; axis++) {
                offsets[pair] += pair / steps[axis] % batch.dim(axis) * view.strides()[axis];
            }
        }
        return offsets;
    }

    /// Return the axes before the last two.
    private static Shape batch(Shape shape) {
        return Shape.of(Arrays.copyOf(shape.dims(), shape.rank() - 2));
    }

    private static Shape matrices(Shape batch, int rows, int columns) {
        return batch.insert(batch.rank(), rows).insert(batch.rank() + 1, columns);
    }
}
