package slmlab.tensor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import slmlab.tensor.compile.Reference;
import slmlab.tensor.op.Leaf;

/// Compares the gradients of a traced function with central differences, both in double precision on the
/// reference backend.
public final class GradientCheck {
    private static final double STEP = 1e-5;

    private GradientCheck() {}

    /// Return the largest error of the gradient of `sum(f(x))`, with random weights so that nothing cancels,
    /// over all elements of the float inputs `at`. An error is relative to the larger of 1 and the gradient's
    /// size.
    public static double worstError(Function<List<Tensor>, Tensor> f, Array... at) {
        List<Tensor> inputs = new ArrayList<>();
        Map<Tensor, double[]> values = new HashMap<>();
        for (int i = 0; i < at.length; i++) {
            Tensor input = new Tensor(new Leaf.Input("input" + i), List.of(), at[i].shape(), at[i].dtype());
            inputs.add(input);
            values.put(input, Reference.widen(at[i]));
        }
        Tensor loss = weighted(f.apply(inputs));
        List<Tensor> by =
                inputs.stream().filter(input -> input.dtype() == DType.FLOAT32).toList();
        return worst(loss, by, values);
    }

    /// Return the largest error of the gradient of a scalar loss, over all elements of the given variables.
    public static double worstError(Tensor loss, Iterable<Variable> variables, Map<Tensor, Array> inputs) {
        Map<Tensor, double[]> values = new HashMap<>();
        inputs.forEach((input, array) -> values.put(input, Reference.widen(array)));
        List<Tensor> by = new ArrayList<>();
        for (Variable variable : variables) {
            by.add(variable.value());
            values.put(variable.value(), Reference.widen(variable.array()));
        }
        return worst(loss, by, values);
    }

    private static double worst(Tensor loss, List<Tensor> by, Map<Tensor, double[]> values) {
        drawOnce(loss, values);
        List<double[]> gradients = Reference.evaluate(Gradients.of(loss, by), values);
        double worst = 0;
        for (int i = 0; i < by.size(); i++) {
            double[] x = Objects.requireNonNull(values.get(by.get(i)));
            for (int k = 0; k < x.length; k++) {
                double kept = x[k];
                x[k] = kept + STEP;
                double above = Reference.evaluate(List.of(loss), values).getFirst()[0];
                x[k] = kept - STEP;
                double below = Reference.evaluate(List.of(loss), values).getFirst()[0];
                x[k] = kept;
                double expected = (above - below) / (2 * STEP);
                double error = Math.abs(gradients.get(i)[k] - expected) / Math.max(1, Math.abs(expected));
                worst = Math.max(worst, Double.isNaN(error) ? Double.POSITIVE_INFINITY : error);
            }
        }
        return worst;
    }

    private static Tensor weighted(Tensor y) {
        RandomStream random = RandomStream.ofSeed(7);
        float[] weights = new float[y.shape().volume()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) random.nextNormal();
        }
        return y.mul(Tensor.of(Array.of(y.shape(), weights))).sum();
    }

    /// Fix the random draws, which are part of the function: the same numbers forevery evaluation.
    private static void drawOnce(Tensor loss, Map<Tensor, double[]> values) {
        RandomStream random = RandomStream.ofSeed(11);
        for (Tensor node : Graph.ordered(List.of(loss))) {
            if (node.op() instanceof Leaf.Uniform) {
                double[] draws = new double[node.shape().volume()];
                for (int i = 0; i < draws.length; i++) {
                    draws[i] = random.nextUniform();
                }
                values.put(node, draws);
            }
        }
    }
}
