package slmlab.tensor.compile;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import slmlab.tensor.Array;
import slmlab.tensor.Graph;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.op.Leaf;

/// The reference backend: computes tensors one by one in double precision, by the simplest loops. For checks
/// only.
public final class Reference {
    private final Map<Tensor, double[]> values = new HashMap<>();
    private final Map<Tensor, double[]> given;

    private Reference(Map<Tensor, double[]> given) {
        this.given = given;
    }

    /// Return the values of `roots`, with the values of some tensors (inputs, variables, draws) given.
    public static List<double[]> evaluate(List<Tensor> roots, Map<Tensor, double[]> given) {
        Reference reference = new Reference(given);
        for (Tensor node : Graph.ordered(roots)) {
            reference.values.put(node, reference.value(node));
        }
        return roots.stream()
                .map(root -> Objects.requireNonNull(reference.values.get(root)))
                .toList();
    }

    private double[] value(Tensor node) {
        double[] known = given.get(node);
        if (known != null) {
            return known;
        }
        if (node.op() instanceof Leaf.Read(Variable variable)) {
            return widen(variable.array());
        }
        List<double[]> inputs = node.inputs().stream()
                .map(input -> Objects.requireNonNull(values.get(input)))
                .toList();
        return node.op().reference(node, inputs);
    }

    /// Return any array as doubles; bytes are read as 0 to 255.
    public static double[] widen(Array array) {
        double[] wide = new double[array.shape().volume()];
        Arrays.setAll(wide, i -> switch (array.dtype()) {
            case FLOAT32 -> array.floats()[i];
            case INT32 -> array.ints()[i];
            case UINT8 -> array.bytes()[i] & 0xff;
        });
        return wide;
    }

    /// Return the elements of `x` that the strides select, contiguously.
    public static double[] strided(Shape shape, double[] x, int offset, int[] strides) {
        double[] y = new double[shape.volume()];
        Copies.strided(shape, x, offset, strides, y, 0);
        return y;
    }

    /// Write contiguous elements to the positions in `y` that the strides select.
    public static void place(Shape shape, double[] x, double[] y, int offset, int[] strides) {
        int[] from = shape.strides();
        for (int i = 0; i < x.length; i++) {
            int at = offset;
            for (int axis = 0; axis < from.length; axis++) {
                at += i / from[axis] % shape.dim(axis) * strides[axis];
            }
            y[at] = x[i];
        }
    }

    /// Compute erf by its Taylor series below 3, by its continued fraction above.
    public static double erf(double x) {
        double size = Math.abs(x);
        if (size < 3) {
            double term = x;
            double sum = x;
            for (int n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
                term *= -x * x / n;
                sum += term / (2 * n + 1);
            }
            return 2 / Math.sqrt(Math.PI) * sum;
        }
        double fraction = 0;
        for (int n = 60; n > 0; n--) {
            fraction = n / 2.0 / (size + fraction);
        }
        double tail = Math.exp(-size * size) / Math.sqrt(Math.PI) / (size + fraction);
        return Math.signum(x) * (1 - tail);
    }
}
