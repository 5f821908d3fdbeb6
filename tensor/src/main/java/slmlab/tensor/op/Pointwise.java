package slmlab.tensor.op;

import java.util.List;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.View;

/// An operation that works element by element on inputs of its own shape, so that it can be fused with its
/// neighbors.
public sealed interface Pointwise extends Op permits Unary, Binary, Ternary {

    /// Return the value for doubles; operands that the operation does not have are ignored.
    double apply(double a, double b, double c);

    @Override
    default double[] reference(Tensor out, List<double[]> inputs) {
        double[] a = inputs.getFirst();
        double[] b = inputs.size() > 1 ? inputs.get(1) : a;
        double[] c = inputs.size() > 2 ? inputs.get(2) : a;
        double[] y = new double[a.length];
        for (int i = 0; i < y.length; i++) {
            y[i] = apply(a[i], b[i], c[i]);
        }
        return y;
    }

    @Override
    default View lower(Tensor out, List<View> inputs, Lowering lowering) {
        throw new IllegalStateException("%s is lowered with its cluster".formatted(label()));
    }
}
