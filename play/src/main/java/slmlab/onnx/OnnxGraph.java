package slmlab.onnx;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Graph;
import slmlab.tensor.Tensor;
import slmlab.tensor.op.Leaf;
import slmlab.tensor.op.Op;

/// A traced computation as nodes of an ONNX model, for any number of rows.
///
/// ```java
/// OnnxModel model = new OnnxModel("policy");
/// OnnxValue obs = model.input("obs", OnnxType.FLOAT, -1, 4);
/// new OnnxGraph(graph8, 8, graph64, 64)
///         .add(model, Map.of("obs", obs), null)
///         .forEach(model::output);
/// model.write(file);
/// ```
///
/// Random draws of the computation become columns of an input that the caller fills, so that a model of equal inputs
/// has
/// equal outputs. Images change between the engine's order of axes and ONNX's around each convolution; runtimes remove
/// the pairs of transpositions that this leaves.
public final class OnnxGraph {
    private final Graph graph;
    private final BatchAxes axes;
    private final int draws;

    /// @param few the computation for `fewRows` rows
    /// @param many the same for `manyRows` rows
    /// @throws IllegalArgumentException if the two differ in more than the number of rows
    public OnnxGraph(Graph few, int fewRows, Graph many, int manyRows) {
        this.graph = few;
        this.axes = new BatchAxes(few, fewRows, many, manyRows);
        int count = 0;
        for (Tensor node : few.nodes()) {
            count += node.op() instanceof Leaf.Uniform ? axes.perRow(node) : 0;
        }
        this.draws = count;
    }

    /// Return how many random numbers from the open interval (0, 1) each row needs.
    public int draws() {
        return draws;
    }

    /// Add the computation to a model.
    ///
    /// @param inputs values of the model by the names of the graph's inputs, with their types and shapes
    /// @param noise of the shape [batch, draws]; null where the computation draws nothing
    /// @return the graph's outputs by their names
    /// @throws IllegalArgumentException that names an operation that ONNX does not have, or that mixes rows
    public SequencedMap<String, OnnxValue> add(
            OnnxModel model, Map<String, OnnxValue> inputs, @Nullable OnnxValue noise) {
        GraphNodes nodes = new GraphNodes(model, axes, inputs, noise);
        graph.nodes().forEach(nodes::node);
        SequencedMap<String, OnnxValue> outputs = new LinkedHashMap<>();
        graph.outputs()
                .forEach((name, tensor) -> outputs.put(
                        name, new OnnxValue(nodes.whole(tensor), OnnxType.of(tensor.dtype()), axes.dims(tensor))));
        return outputs;
    }

    static IllegalArgumentException refused(Op op) {
        return new IllegalArgumentException(
                "%s cannot be exported: it is part of a gradient, not of acting".formatted(op.label()));
    }
}
