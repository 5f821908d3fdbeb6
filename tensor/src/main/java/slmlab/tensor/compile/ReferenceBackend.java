package slmlab.tensor.compile;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.Backend;
import slmlab.tensor.DType;
import slmlab.tensor.Graph;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variable;
import slmlab.tensor.internal.Kernels;
import slmlab.tensor.internal.Philox;
import slmlab.tensor.op.Leaf;

/// Runs graphs by [Reference]: slowly, in double precision, rounding only outputs and assignments to float32.
public record ReferenceBackend() implements Backend {

    @Override
    public String name() {
        return "reference";
    }

    @Override
    public Executable compile(Graph graph, Program.Options options) {
        return new Interpreter(graph, options);
    }

    private static final class Interpreter implements Executable {
        private final Graph graph;
        private final Program.Options options;
        private final SequencedMap<String, Array> inputs = new LinkedHashMap<>();
        private final SequencedMap<String, Array> outputs = new LinkedHashMap<>();
        private long run;

        Interpreter(Graph graph, Program.Options options) {
            this.graph = graph;
            this.options = options;
            graph.inputs().forEach((name, input) -> inputs.put(name, Array.zeros(input.dtype(), input.shape())));
            graph.outputs().forEach((name, output) -> outputs.put(name, Array.zeros(output.dtype(), output.shape())));
        }

        @Override
        public Map<String, Array> inputs() {
            return inputs;
        }

        @Override
        public Map<String, Array> outputs() {
            return outputs;
        }

        @Override
        public @Nullable String run() {
            run = options.random() == null ? 0 : options.random().next();
            Map<Tensor, double[]> values = evaluate();
            graph.outputs()
                    .forEach(
                            (name, output) -> narrow(value(values, output), Objects.requireNonNull(outputs.get(name))));
            for (Trace.Guard guard : graph.guards()) {
                if (!Double.isFinite(value(values, guard.value())[0])) {
                    return guard.name();
                }
            }
            for (Trace.Assignment assignment : graph.assignments()) {
                float[][] targets = assignment.targets().stream()
                        .map(target -> options.writes().apply(target).array().floats())
                        .toArray(float[][]::new);
                float[][] operands = assignment.inputs().stream()
                        .map(input -> narrow(value(values, input), Array.zeros(DType.FLOAT32, input.shape()))
                                .floats())
                        .toArray(float[][]::new);
                Update update = assignment.update();
                update.run(Kernels.scalar().updates(), targets, operands, new int[operands.length], ArrayPart.ALL);
                update.finish(targets);
            }
            return null;
        }

        @Override
        public @Nullable String check() {
            for (Map.Entry<Tensor, double[]> entry : evaluate().entrySet()) {
                for (double value : entry.getValue()) {
                    if (!Double.isFinite(value)) {
                        return "%s returned %s".formatted(entry.getKey(), value);
                    }
                }
            }
            return null;
        }

        @Override
        public void close() {}

        private SequencedMap<Tensor, double[]> evaluate() {
            Map<Tensor, double[]> given = new HashMap<>();
            Map<Leaf.Uniform, Integer> streams = graph.streams();
            List<Tensor> nodes = graph.nodes();
            for (Tensor node : nodes) {
                if (node.op() instanceof Leaf.Input(String name)) {
                    given.put(node, Reference.widen(Objects.requireNonNull(inputs.get(name))));
                } else if (node.op() instanceof Leaf.Read(Variable variable)) {
                    given.put(
                            node,
                            Reference.widen(options.reads().apply(variable).array()));
                } else if (node.op() instanceof Leaf.Uniform draw) {
                    Array draws = Array.zeros(DType.FLOAT32, node.shape());
                    RandomStream random = Objects.requireNonNull(options.random());
                    int stream = Objects.requireNonNull(streams.get(draw));
                    Philox.uniform(
                            random.key(),
                            run,
                            stream,
                            0,
                            draws.floats(),
                            0,
                            draws.shape().volume());
                    given.put(node, Reference.widen(draws));
                }
            }
            List<double[]> all = Reference.evaluate(nodes, given);
            SequencedMap<Tensor, double[]> values = new LinkedHashMap<>();
            for (int i = 0; i < nodes.size(); i++) {
                values.put(nodes.get(i), all.get(i));
            }
            return values;
        }

        private static double[] value(Map<Tensor, double[]> values, Tensor tensor) {
            return Objects.requireNonNull(values.get(tensor));
        }

        private static Array narrow(double[] from, Array to) {
            for (int i = 0; i < from.length; i++) {
                switch (to.dtype()) {
                    case FLOAT32 -> to.floats()[i] = (float) from[i];
                    case INT32 -> to.ints()[i] = (int) from[i];
                    case UINT8 -> to.bytes()[i] = (byte) from[i];
                }
            }
            return to;
        }
    }
}
