package slmlab.agent.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static slmlab.agent.net.TestNets.PIXELS;
import static slmlab.agent.net.TestNets.VECTOR;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.net.setting.Activation;
import slmlab.env.Space;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Variables;
import slmlab.tensor.safetensors.SafeTensors;

/// Whole nets against PyTorch's, with weights loaded by the names that SLM-Lab saves them under.
/// `scripts/golden/nets.py` recorded the numbers.
public class NetGoldenTest {
    static final Map<String, Array> GOLDEN = read();

    private static Map<String, Array> read() {
        try {
            return SafeTensors.read(
                            Path.of(Objects.requireNonNull(NetGoldenTest.class.getResource("/golden/nets.safetensors"))
                                    .toURI()))
                    .tensors();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Array golden(String name) {
        return Objects.requireNonNull(GOLDEN.get(name), name);
    }

    record Case(String name, NetConfig config, Space obs, List<Tail> tails, int steps) {
        static Case of(String name, NetConfig config, Space obs, int... tails) {
            return new Case(name, config, obs, TestNets.tails(tails), 1);
        }

        Case windows(int length) {
            return new Case(name, config, obs, tails, length);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        var batchNorm = TestNets.config("MLPNet", new MlpBody.Config(List.of(4), Activation.LEAKYRELU, true, false));
        var conv = new ConvBody.Config(
                List.of(List.of(4, 4, 2, 0, 1), List.of(5, 3, 1, 1)), List.of(6), Activation.RELU, true);
        var images = new NetConfig("ConvNet", TestNets.normalize(), conv);
        return List.of(
                Case.of("mlp", TestNets.mlp(Activation.TANH, 7, 6), VECTOR, 3, 1),
                Case.of(
                        "mlp_layer_norm",
                        TestNets.config("MLPNet", new MlpBody.Config(List.of(7, 6), Activation.SELU, false, true)),
                        VECTOR,
                        2),
                Case.of("mlp_batch_norm_acting", batchNorm, VECTOR, 2),
                Case.of("mlp_batch_norm_training", batchNorm, VECTOR, 2),
                new Case(
                        "mlp_log_std",
                        TestNets.mlp(Activation.RELU, 4),
                        VECTOR,
                        List.of(Tail.of(2), new Tail(2, null, 0.0)),
                        1),
                Case.of("conv_acting", images, PIXELS, 3, 1),
                Case.of("conv_training", images, PIXELS, 3, 1),
                Case.of(
                        "conv_channels_last",
                        TestNets.config(
                                "ConvNet",
                                new ConvBody.Config(
                                        List.of(List.of(4, List.of(3, 2), List.of(2, 1), List.of(1, 0))),
                                        List.of(),
                                        Activation.TANH,
                                        true)),
                        Space.Box.of(0, 1, 9, 8, 3),
                        2),
                Case.of(
                        "dueling_mlp",
                        TestNets.config("DuelingMLPNet", new MlpBody.Config(List.of(7), Activation.RELU, false, false)),
                        VECTOR,
                        3),
                Case.of(
                        "dueling_conv",
                        new NetConfig(
                                "DuelingConvNet",
                                TestNets.normalize(),
                                new ConvBody.Config(
                                        List.of(List.of(3, 4, 2, 0, 1)), List.of(6), Activation.RELU, false)),
                        PIXELS,
                        4),
                Case.of("recurrent_gru", TestNets.recurrent(RecurrentBody.Cell.GRU, 2), VECTOR, 2, 1)
                        .windows(3),
                Case.of("recurrent_lstm", TestNets.recurrent(RecurrentBody.Cell.LSTM, 1), VECTOR, 2, 1)
                        .windows(3),
                Case.of("recurrent_rnn", TestNets.recurrent(RecurrentBody.Cell.RNN, 1), VECTOR, 2, 1)
                        .windows(3),
                Case.of(
                        "arc",
                        TestNets.with(
                                TestNets.arc(
                                        Map.of("LazyConv2d", Map.of("out_channels", 4, "kernel_size", 4, "stride", 2)),
                                        nothing("ReLU"),
                                        nothing("Flatten"),
                                        Map.of("LazyLinear", Map.of("out_features", 6)),
                                        Map.of("LayerNorm", Map.of("normalized_shape", List.of(6))),
                                        nothing("SiLU")),
                                TestNets.normalize()),
                        PIXELS,
                        3),
                Case.of(
                        "impala",
                        new NetConfig(
                                "ImpalaCnn", TestNets.normalize(), new ImpalaBody.Config(List.of(3, 4), List.of(6))),
                        PIXELS,
                        3,
                        1),
                Case.of("multi_input", TestNets.multiInput(3, 4, 6), TestNets.MIXED, 2),
                Case.of(
                        "hydra",
                        TestNets.config(
                                "HydraMLPNet",
                                new HydraBody.Config(
                                        List.of(List.of(List.of(3), List.of(4)), List.of(6), List.of()),
                                        Activation.RELU)),
                        new Space.Tuple(List.of(Space.Box.of(-1, 1, 2), Space.Box.of(-1, 1, 3))),
                        2,
                        1));
    }

    /// A layer without settings, which YAML gives as null.
    public static Map<String, Object> nothing(String layer) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(layer, null);
        return map;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void givesWhatPyTorchGives(Case test) {
        Variables variables = new Variables();
        Net net = Net.of(test.config, "net", test.obs, test.tails, variables, TestNets.random());
        variables.load(saved(test.name)); // also fails where a name or a shape differs
        Array obs = golden(test.name + "/obs");
        boolean training = test.name.endsWith("training");
        Program program = TestNets.program(net, test.obs, obs.shape().dim(0), training, test.steps);
        program.input("obs").copyFrom(obs);
        program.run();
        for (int i = 0; i < test.tails.size(); i++) {
            assertClose(test.name + "/y" + i, program.output("y" + i));
        }
        String after = test.name + "/after.";
        GOLDEN.keySet().stream()
                .filter(name -> name.startsWith(after))
                .forEach(name -> assertClose(
                        name,
                        variables.get("net." + name.substring(after.length())).array()));
    }

    private static Map<String, Array> saved(String test) {
        String parameters = test + "/p.";
        Map<String, Array> saved = new LinkedHashMap<>();
        GOLDEN.forEach((name, array) -> {
            if (name.startsWith(parameters)) {
                saved.put("net." + name.substring(parameters.length()), array);
            }
        });
        return saved;
    }

    private static void assertClose(String name, Array actual) {
        Array expected = golden(name);
        assertThat(actual.shape()).as(name).isEqualTo(expected.shape());
        assertThat(actual.floats()).as(name).containsExactly(expected.floats(), within(2e-5f));
    }
}
