package slmlab.tensor.nn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Golden;
import slmlab.tensor.GradientCheck;
import slmlab.tensor.Gradients;
import slmlab.tensor.Numbers;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// Every layer and loss against PyTorch's numbers (`scripts/golden/layers.py`): outputs, gradients by inputs
/// and parameters, running statistics. Then the gradients against central differences in double precision.
class LayersGoldenTest {
    private static final Golden GOLDEN = Golden.read("layers.safetensors");
    private static final Map<String, Maker> LAYERS = layers();
    private static final Map<String, BinaryOperator<Tensor>> LOSSES = losses();

    /// Adds a layer called `net` to a store.
    interface Maker {
        Layer in(Variables variables);
    }

    /// What is checked of a layer: from inputs to outputs, assigning statistics on the way.
    interface Layer {
        List<Tensor> apply(List<Tensor> inputs, Trace trace);
    }

    static Iterable<String> layerNames() {
        return LAYERS.keySet();
    }

    static Iterable<String> lossNames() {
        return LOSSES.keySet();
    }

    @Test
    void everyRecordedCaseIsTested() {
        Set<String> tested = new TreeSet<>(LAYERS.keySet());
        tested.addAll(LOSSES.keySet());
        Set<String> recorded = GOLDEN.cases();
        recorded.removeIf(name -> name.startsWith("orthogonal") || name.equals("net"));
        assertThat(tested).isEqualTo(recorded);
    }

    @ParameterizedTest
    @MethodSource("layerNames")
    void asPyTorch(String name) {
        Variables variables = new Variables();
        Layer layer = make(name, variables);
        List<Array> inputs = GOLDEN.inputs(name);
        List<Variable> parameters = variables.all().stream()
                .filter(variable -> GOLDEN.has(name + "/g." + key(variable)))
                .toList();
        Variables results = new Variables(); // gradients of parameters, so that they are exported in PyTorch's layout
        Map<Variable, Variable> gradientOf = new LinkedHashMap<>();
        for (Variable parameter : parameters) {
            int[] order = parameter.savedOrder().stream().mapToInt(i -> i).toArray();
            gradientOf.put(
                    parameter, results.add(key(parameter), Array.zeros(DType.FLOAT32, parameter.shape()), order));
        }
        try (Program program = Program.trace(trace -> {
            List<Tensor> by = new ArrayList<>();
            for (int i = 0; i < inputs.size(); i++) {
                by.add(trace.input("in" + i, DType.FLOAT32, inputs.get(i).shape()));
            }
            List<Tensor> outputs = layer.apply(by, trace);
            Tensor loss = Tensor.of(0);
            for (int i = 0; i < outputs.size(); i++) {
                trace.output("y" + i, outputs.get(i));
                loss = loss.add(GOLDEN.weighted(outputs.get(i)));
            }
            parameters.forEach(parameter -> by.add(parameter.value()));
            List<Tensor> gradients = Gradients.of(loss, by);
            for (int i = 0; i < by.size(); i++) {
                if (i < inputs.size()) {
                    trace.output("g" + i, gradients.get(i));
                } else {
                    Variable parameter = parameters.get(i - inputs.size());
                    trace.assign(Objects.requireNonNull(gradientOf.get(parameter)), gradients.get(i));
                }
            }
        })) {
            for (int i = 0; i < inputs.size(); i++) {
                program.input("in" + i).copyFrom(inputs.get(i));
            }
            program.run();
            program.outputs().forEach((output, array) -> GOLDEN.assertClose(name + "/" + output, array));
        }
        assertThat(parameters).isNotEmpty();
        results.export().forEach((key, array) -> GOLDEN.assertClose(name + "/g." + key, array));
        variables.export().forEach((full, array) -> {
            String after = name + "/after." + full.substring("net.".length());
            if (GOLDEN.has(after)) {
                GOLDEN.assertClose(after, array);
            }
        });
    }

    /// Where `r` and `d` of [BatchRenorm] are not clipped, its gradient is not that of its value: that is their
    /// stop-gradient.
    static List<String> differentiable() {
        return LAYERS.keySet().stream()
                .filter(name -> !name.startsWith("batch_renorm")
                        || name.equals("batch_renorm_cold")
                        || name.equals("batch_renorm_evaluated"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("differentiable")
    void asCentralDifferences(String name) {
        Variables variables = new Variables();
        Layer layer = make(name, variables);
        List<Variable> by = new ArrayList<>(variables.all().stream()
                .filter(variable -> GOLDEN.has(name + "/g." + key(variable)))
                .toList());
        List<Tensor> inputs = new ArrayList<>();
        for (Array input : GOLDEN.inputs(name)) {
            Variable x = variables.add("x" + inputs.size(), input);
            by.add(x);
            inputs.add(x.value());
        }
        Tensor[] loss = {Tensor.of(0)};
        Program.trace(trace -> {
                    for (Tensor y : layer.apply(inputs, trace)) {
                        loss[0] = loss[0].add(GOLDEN.weighted(y));
                    }
                })
                .close();
        assertThat(GradientCheck.worstError(loss[0], by, Map.of())).isLessThan(1e-6);
    }

    @ParameterizedTest
    @MethodSource("lossNames")
    void lossesAsPyTorch(String name) {
        List<Array> inputs = GOLDEN.inputs(name);
        var loss = Objects.requireNonNull(LOSSES.get(name));
        try (Program program = Program.trace(trace -> {
            Tensor a = trace.input("in0", DType.FLOAT32, inputs.get(0).shape());
            Tensor b = trace.input("in1", inputs.get(1).dtype(), inputs.get(1).shape());
            Tensor y = loss.apply(a, b);
            trace.output("y", y);
            List<Tensor> by = b.dtype() == DType.FLOAT32 ? List.of(a, b) : List.of(a);
            List<Tensor> gradients = Gradients.of(GOLDEN.weighted(y), by);
            for (int i = 0; i < by.size(); i++) {
                trace.output("g" + i, gradients.get(i));
            }
        })) {
            program.input("in0").copyFrom(inputs.get(0));
            program.input("in1").copyFrom(inputs.get(1));
            program.run();
            program.outputs().forEach((output, array) -> GOLDEN.assertClose(name + "/" + output, array));
        }
    }

    @ParameterizedTest
    @MethodSource("lossNames")
    void lossesAsCentralDifferences(String name) {
        var loss = Objects.requireNonNull(LOSSES.get(name));
        Numbers numbers = new Numbers(8);
        boolean labels = GOLDEN.inputs(name).get(1).dtype() == DType.INT32;
        Array target = labels ? numbers.indices(7, 5) : numbers.normal(5, 7); // no distance is 0, ½ or 1
        assertThat(GradientCheck.worstError(in -> loss.apply(in.get(0), in.get(1)), numbers.normal(5, 7), target))
                .isLessThan(1e-6);
    }

    private static Layer make(String name, Variables variables) {
        Layer layer = Objects.requireNonNull(LAYERS.get(name)).in(variables);
        SequencedMap<String, Array> saved = new LinkedHashMap<>();
        for (Variable variable : variables.all()) {
            String parameter = name + "/p." + key(variable);
            saved.put(variable.name(), GOLDEN.get(GOLDEN.has(parameter) ? parameter : name + "/b." + key(variable)));
        }
        long recorded = GOLDEN.arrays().keySet().stream()
                .filter(key -> key.startsWith(name + "/p.") || key.startsWith(name + "/b."))
                .count();
        assertThat(saved).as("parameters and buffers of %s", name).hasSize((int) recorded);
        variables.load(saved);
        return layer;
    }

    private static String key(Variable variable) {
        return variable.name().substring("net.".length());
    }

    private static Map<String, Maker> layers() {
        RandomStream random = RandomStream.ofSeed(1);
        Map<String, Maker> all = new TreeMap<>();
        all.put("linear", v -> one(Linear.of(v, "net", 7, 5, Init.DEFAULT, random)::apply));
        all.put("linear_without_bias", v -> one(Linear.withoutBias(v, "net", 7, 5, Init.DEFAULT, random)::apply));
        all.put("linear_window", v -> one(Linear.of(v, "net", 3, 17, Init.DEFAULT, random)::apply));
        all.put("conv", v -> conv(v, 3, 5, Conv.Window.square(3, 2, 0)));
        all.put("conv_padded", v -> conv(v, 2, 3, Conv.Window.square(3, 1, 1)));
        all.put("conv_oblong", v -> conv(v, 2, 3, new Conv.Window(4, 2, 2, 1, 2, 1)));
        all.put(
                "conv_without_bias",
                v -> one(Conv.withoutBias(v, "net", 1, 3, Conv.Window.square(2, 1, 0), Init.DEFAULT, random)::apply));

        all.put("lstm", v -> window(Lstm.of(v, "net", 5, 3, 1, Init.DEFAULT, random)));
        all.put("gru_2", v -> window(Gru.of(v, "net", 2, 3, 2, Init.DEFAULT, random)));
        all.put("lstm_episodes", v -> episodes(Lstm.of(v, "net", 5, 3, 1, Init.DEFAULT, random)));
        all.put("lstm_2_episodes", v -> episodes(Lstm.of(v, "net", 2, 3, 2, Init.DEFAULT, random)));
        all.put("gru_episodes", v -> episodes(Gru.of(v, "net", 5, 3, 1, Init.DEFAULT, random)));
        all.put("gru_2_episodes", v -> episodes(Gru.of(v, "net", 2, 3, 2, Init.DEFAULT, random)));
        all.put("rnn_tanh_episodes", v -> episodes(rnn(v, 5, 1, Rnn.Activation.TANH)));
        all.put("rnn_relu_episodes", v -> episodes(rnn(v, 5, 1, Rnn.Activation.RELU)));
        all.put("rnn_2_episodes", v -> episodes(rnn(v, 2, 2, Rnn.Activation.TANH)));

        all.put("layer_norm", v -> one(LayerNorm.of(v, "net", 7, LayerNorm.EPS)::apply));
        all.put("layer_norm_window", v -> one(LayerNorm.of(v, "net", 17, LayerNorm.EPS)::apply));
        all.put("batch_norm", v -> trained(BatchNorm.of(v, "net", 7, BatchNorm.MOMENTUM, BatchNorm.EPS)));
        all.put("batch_norm_images", v -> trained(BatchNorm.of(v, "net", 3, BatchNorm.MOMENTUM, BatchNorm.EPS)));
        all.put(
                "batch_norm_evaluated",
                v -> one(BatchNorm.of(v, "net", 7, BatchNorm.MOMENTUM, BatchNorm.EPS)::evaluate));
        var settings = new BatchRenorm.Settings(0.01, 1e-3, 3, 5, 10_000);
        for (String phase : List.of("cold", "warming", "warm", "long_warm")) {
            all.put("batch_renorm_" + phase, v -> trained(BatchRenorm.of(v, "net", 7, settings)));
        }
        all.put("batch_renorm_images", v -> trained(BatchRenorm.of(v, "net", 3, settings)));
        all.put("batch_renorm_evaluated", v -> one(BatchRenorm.of(v, "net", 7, settings)::evaluate));
        return all;
    }

    private static Layer one(UnaryOperator<Tensor> layer) {
        return (inputs, _) -> List.of(layer.apply(inputs.getFirst()));
    }

    private static Layer conv(Variables variables, int in, int out, Conv.Window window) {
        return one(Conv.of(variables, "net", in, out, window, Init.DEFAULT, RandomStream.ofSeed(1))::apply);
    }

    private static Rnn rnn(Variables variables, int in, int layers, Rnn.Activation activation) {
        return Rnn.of(variables, "net", in, 3, layers, activation, Init.DEFAULT, RandomStream.ofSeed(1));
    }

    private static Layer window(Recurrent layer) {
        return (inputs, _) -> {
            Recurrent.Output output = layer.apply(inputs.get(0), null, inputs.get(1));
            return List.of(output.y(), output.state());
        };
    }

    private static Layer episodes(Recurrent layer) {
        return (inputs, _) -> {
            Tensor reset = Tensor.of(GOLDEN.get("starts"));
            Recurrent.Output output = layer.apply(inputs.get(0), reset, inputs.get(1));
            return List.of(output.y(), output.state());
        };
    }

    private static Layer trained(BatchStatistics layer) {
        return (inputs, trace) -> {
            BatchStatistics.Training training = layer.train(inputs.getFirst());
            training.assign(trace);
            return List.of(training.y());
        };
    }

    private static Map<String, BinaryOperator<Tensor>> losses() {
        Map<String, BinaryOperator<Tensor>> all = new TreeMap<>();
        all.put("mse", Losses::mse);
        all.put("mse_mean", (a, b) -> Losses.mse(a, b).mean());
        all.put("l1", Losses::l1);
        all.put("huber_1", (a, b) -> Losses.huber(a, b, 1));
        all.put("huber_0_5", (a, b) -> Losses.huber(a, b, 0.5));
        all.put("smooth_l1_1", (a, b) -> Losses.smoothL1(a, b, 1));
        all.put("smooth_l1_0_5", (a, b) -> Losses.smoothL1(a, b, 0.5));
        all.put("smooth_l1_0", (a, b) -> Losses.smoothL1(a, b, 0));
        all.put("cross_entropy", Losses::crossEntropy);
        all.put("cross_entropy_mean", (a, b) -> Losses.crossEntropy(a, b).mean());
        all.put("binary", Losses::binaryCrossEntropyWithLogits);
        return all.entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> "loss_" + entry.getKey(), Map.Entry::getValue, (a, _) -> a, TreeMap::new));
    }
}
