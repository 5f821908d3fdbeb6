package slmlab.agent.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.net.arc.ArcGoldenTest;
import slmlab.agent.net.setting.Activation;
import slmlab.env.Space;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.GradientCheck;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// The gradient of a scalar through whole nets against central differences, in double precision.
class NetGradientTest {

    record Case(String name, NetConfig config, Space obs, int tails, int steps) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        Space vector = Space.Box.of(-1, 1, 3);
        Space image = Space.Box.pixels(2, 5, 4);
        var conv = new ConvBody.Config(
                List.of(List.of(2, 2, 1, 0, 1), List.of(3, 2, 1, 1, 1)), List.of(3), Activation.TANH, true);
        return List.of(
                new Case("mlp", TestNets.mlp(Activation.TANH, 4, 3), vector, 2, 1),
                new Case(
                        "mlp_batch_norm",
                        TestNets.config("MLPNet", new MlpBody.Config(List.of(4), Activation.SILU, true, false)),
                        vector,
                        2,
                        1),
                new Case(
                        "mlp_layer_norm",
                        TestNets.config("MLPNet", new MlpBody.Config(List.of(4), Activation.SELU, false, true)),
                        vector,
                        2,
                        1),
                new Case(
                        "dueling_mlp",
                        TestNets.config("DuelingMLPNet", new MlpBody.Config(List.of(4), Activation.GELU, false, false)),
                        vector,
                        1,
                        1),
                new Case("conv", new NetConfig("ConvNet", TestNets.normalize(), conv), image, 2, 1),
                new Case("dueling_conv", new NetConfig("DuelingConvNet", TestNets.normalize(), conv), image, 1, 1),
                new Case(
                        "impala",
                        new NetConfig(
                                "ImpalaCnn", TestNets.normalize(), new ImpalaBody.Config(List.of(2, 2), List.of(3))),
                        image,
                        2,
                        1),
                new Case(
                        "multi_input",
                        new NetConfig(
                                "MultiInputNet",
                                TestNets.normalize(),
                                new MultiInputBody.Config(
                                        List.of(List.of(2, 2, 1)), List.of(3), List.of(4), Activation.TANH)),
                        TestNets.mixed("camera", image, "speed", vector),
                        2,
                        1),
                new Case("gru", TestNets.recurrent(RecurrentBody.Cell.GRU, 2), vector, 2, 3),
                new Case("lstm", TestNets.recurrent(RecurrentBody.Cell.LSTM, 1), vector, 2, 3),
                new Case("rnn", TestNets.recurrent(RecurrentBody.Cell.RNN, 1), vector, 2, 3),
                new Case(
                        "arc",
                        TestNets.arc(
                                Map.of("LazyLinear", Map.of("out_features", 4)),
                                Map.of("LazyBatchRenorm1d", Map.of("warmup_steps", 100)),
                                NetGoldenTest.nothing("Tanh")),
                        vector,
                        2,
                        1),
                new Case(
                        "hydra",
                        TestNets.config(
                                "HydraMLPNet",
                                new HydraBody.Config(
                                        List.of(List.of(List.of(2)), List.of(3), List.of(List.of(4))), Activation.ELU)),
                        new Space.Tuple(List.of(Space.Box.of(-1, 1, 1), Space.Box.of(-1, 1, 2))),
                        2,
                        1));
    }

    /// Arcs with a graph, one for each family of modules.
    static Stream<Case> arcs() {
        return Stream.of(
                        "residual",
                        "products",
                        "film_rows",
                        "image_film",
                        "image_axes",
                        "image_pools",
                        "reduce",
                        "reuse",
                        "forks",
                        "matrices",
                        "functions",
                        "weight_norm",
                        "batch_norm_training")
                .map(name -> new Case(name, ArcGoldenTest.config(name), ArcGoldenTest.obs(name), 2, 1));
    }

    @ParameterizedTest
    @MethodSource({"cases", "arcs"})
    void gradientsMatchFiniteDifferences(Case test) {
        int rows = 2 * test.steps + (test.steps == 1 ? 2 : 0);
        int[] sizes = test.tails == 1 ? new int[] {3} : new int[] {3, 1};
        Net net = TestNets.net(test.config, test.obs, sizes);
        Program.trace(trace -> {
            Shape shape = test.obs.row().insert(0, rows);
            Tensor obs = trace.input("obs", test.obs.rowType(), shape);
            Map<Tensor, Array> inputs = new HashMap<>();
            inputs.put(
                    obs,
                    test.obs.rowType() == DType.UINT8
                            ? TestNets.pixels(3, test.obs, rows)
                            : TestNets.normal(3, shape.dims()));
            Tensor loss = net.forward(obs, ForwardPass.learning(trace, test.steps)).stream()
                    .map(y -> y.mul(Tensor.of(TestNets.normal(5, y.shape().dims())))
                            .sum())
                    .reduce(Tensor::add)
                    .orElseThrow();
            if (net.stateSize() > 0) {
                inputs.put(trace.input("net.state", 2, net.stateSize()), TestNets.normal(4, 2, net.stateSize()));
                inputs.put(trace.input("reset", 2, 3), Array.of(Shape.of(2, 3), 0, 1, 0, 0, 0, 0));
            }
            assertThat(GradientCheck.worstError(loss, net.parameters(), inputs)).isLessThan(1e-6);
            trace.output("loss", loss);
        });
    }
}
