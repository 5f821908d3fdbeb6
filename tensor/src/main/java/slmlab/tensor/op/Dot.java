package slmlab.tensor.op;

import java.util.List;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.View;
import slmlab.tensor.internal.Reduction;

/// Σ a·b over the last axes, from axis `from` on, in one pass. Made by `Fuse` out of a product and its sum.
public record Dot(int from) implements Op {

    @Override
    public String label() {
        return "dot";
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        double[] a = inputs.get(0);
        double[] b = inputs.get(1);
        double[] y = new double[out.shape().volume()];
        for (int i = 0; i < a.length; i++) {
            y[i / (a.length / y.length)] += a[i] * b[i];
        }
        return y;
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View a = lowering.contiguous(inputs.get(0));
        View b = lowering.contiguous(inputs.get(1));
        View y = lowering.result(out);
        int outer = out.shape().volume();
        int n = outer == 0 ? 0 : a.shape().volume() / outer;
        lowering.emit(out, outer, n, List.of(a, b), List.of(y), memory -> {
            Reduction kernels = memory.kernels().reduction();
            float[] av = memory.floats(a);
            int ao = memory.offset(a);
            float[] bv = memory.floats(b);
            int bo = memory.offset(b);
            float[] yv = memory.floats(y);
            int yo = memory.offset(y);
            return (first, last) ->
                    kernels.dot(av, ao + first * n, bv, bo + first * n, last - first, n, yv, yo + first);
        });
        return y;
    }
}
