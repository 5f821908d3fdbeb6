package slmlab.agent.net.arc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static slmlab.agent.net.NetGoldenTest.nothing;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.agent.net.Net;
import slmlab.agent.net.NetConfig;
import slmlab.agent.net.TestNets;
import slmlab.agent.net.setting.Activation;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

class ArcBodyTest {

    private static Object linear(int out) {
        return Map.of("LazyLinear", Map.of("out_features", out));
    }

    @Test
    void crossqsBodyHasItsNames() {
        Object renorm = Map.of("LazyBatchRenorm1d", Map.of("momentum", 0.01, "eps", "1e-3", "warmup_steps", 5000));
        NetConfig config = TestNets.arc(renorm, linear(6), nothing("ReLU"), renorm);
        Variables variables = new Variables();
        Net net = Net.of(config, "q1_net", TestNets.VECTOR, TestNets.tails(1), variables, TestNets.random());
        assertThat(net.body().size()).isEqualTo(6);
        assertThat(variables.all())
                .extracting(Variable::toString)
                .contains(
                        "q1_net.body.body.0.running_mean [5]",
                        "q1_net.body.body.1.weight [5, 6]",
                        "q1_net.body.body.3.step []",
                        "q1_net.tails.0.weight [6, 1]");
    }

    /// Recorded before arcs had graphs: a run with a seed must begin as it always did.
    @Test
    void weightsOfASequentialBeginAsEver() {
        Object conv = Map.of("LazyConv2d", Map.of("out_channels", 3, "kernel_size", 4, "stride", 2));
        Object renorm = Map.of("LazyBatchRenorm1d", Map.of("warmup_steps", 9));
        NetConfig config = TestNets.with(
                TestNets.arc(conv, nothing("ReLU"), nothing("Flatten"), linear(6), renorm, nothing("Tanh"), linear(4)),
                TestNets.initFn("orthogonal_"));
        Variables variables = new Variables();
        Net.of(config, "net", TestNets.PIXELS, TestNets.tails(3, 1), variables, TestNets.random());
        int hash = 1;
        for (Variable variable : variables.all()) {
            hash = 31 * hash + variable.name().hashCode();
            hash = 31 * hash + Arrays.hashCode(variable.array().floats());
        }
        assertThat(hash).isEqualTo(-557656215);
    }

    @Test
    void renormTrainsWithTheBatchAndActsWithWhatItRemembers() {
        // batch 1, 3: mean 2, variance 1; cold, so y = (x − 2)/1; then with momentum ½ mean 0 → 1, variance 1 → 1
        Object renorm = Map.of("BatchRenorm1d", Map.of("momentum", 0.5, "eps", 0, "num_features", 1));
        var one = slmlab.env.Space.Box.of(-9, 9, 1);
        var config = TestNets.with(TestNets.arc(renorm), TestNets.initFn("ones_"));
        Net net = TestNets.net(config, one, 1);
        Program train = TestNets.program(net, one, 2, true, 1);
        train.input("obs").copyFrom(Array.of(Shape.of(2, 1), 1, 3));
        train.run();
        assertThat(train.output("y0").floats()).containsExactly(-1, 1);
        Program act = TestNets.program(net, one, 1, false, 1);
        act.input("obs").copyFrom(Array.of(Shape.of(1, 1), 4));
        act.run();
        assertThat(act.output("y0").item()).isCloseTo(3, within(1e-6f)); // (4 − 1)/1
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ReLU", "Tanh", "SiLU", "SELU", "Sigmoid", "GELU", "ELU", "LeakyReLU", "Softplus", "Identity"})
    void activationsAreLayers(String name) {
        assertThat(TestNets.net(TestNets.arc(linear(3), nothing(name)), TestNets.VECTOR, 1)
                        .body()
                        .size())
                .isEqualTo(3);
    }

    @Test
    void imagesAreFlattenedAtTheEnd() {
        Object conv = Map.of(
                "Conv2d", Map.of("in_channels", 2, "out_channels", 3, "kernel_size", List.of(4, 2), "padding", 1));
        Object norm = Map.of("LazyBatchNorm2d", Map.of());
        Net net = TestNets.net(TestNets.arc(conv, norm, Map.of("ReLU", Map.of("inplace", true))), TestNets.PIXELS, 1);
        assertThat(net.body().size()).isEqualTo(3 * 11 * 11); // 12 + 2 − 4 + 1 rows, 10 + 2 − 2 + 1 columns
    }

    record Wrong(Map<String, Object> arc, String message) {
        static Wrong layer(String message, Object... layers) {
            return new Wrong(TestNets.arcOf(layers), message);
        }

        @Override
        public String toString() {
            return message;
        }
    }

    static List<Wrong> wrong() {
        return List.of(
                Wrong.layer(
                        "arc.modules.body.Sequential[1].Dropout: there is no dropout: it makes the same observation give"
                                + " another policy in every call; leave the module out",
                        linear(3),
                        Map.of("Dropout", Map.of("p", 0.5))),
                Wrong.layer(
                        "arc.modules.body.Sequential[0].LazyLinear.dtype: unknown; there are [bias, in_features,"
                                + " out_features]",
                        Map.of("LazyLinear", Map.of("out_features", 3, "dtype", "float"))),
                Wrong.layer(
                        "arc.modules.body.Sequential[0].LazyLinear.out_features: is missing", nothing("LazyLinear")),
                Wrong.layer(
                        "arc.modules.body.Sequential[0].Linear: in_features is 4; needs 5, which is what the layer before"
                                + " gives",
                        Map.of("Linear", Map.of("in_features", 4, "out_features", 2))),
                Wrong.layer(
                        "arc.modules.body.Sequential[0].LazyLinear.out_features: is 0; needs at least 1", linear(0)),
                Wrong.layer(
                        "arc.modules.body.Sequential[0].LazyLinear.bias: is 1; needs true or false",
                        Map.of("LazyLinear", Map.of("out_features", 3, "bias", 1))),
                Wrong.layer(
                        "arc.modules.body.Sequential[0].LazyBatchRenorm1d: r_max is 0.5 and d_max 5.0; need at least 1"
                                + " and 0",
                        Map.of("LazyBatchRenorm1d", Map.of("r_max", 0.5))),
                Wrong.layer(
                        "arc.modules.body.Sequential[0]: is ReLU; needs one module and its settings, as {LazyLinear:"
                                + " {out_features: 64}}",
                        "ReLU"),
                Wrong.layer(
                        "arc.modules.body.Sequential[0].LazyLinear: is 64; needs a map of settings, or null\n"
                                + "arc.modules.body.Sequential[0].LazyLinear.out_features: is missing",
                        Map.of("LazyLinear", 64)),
                Wrong.layer(
                        "arc.modules.body.Sequential[0].LazyConv2d: net.body.body.0: a convolution of [5]; needs an image",
                        Map.of("LazyConv2d", Map.of("out_channels", 3, "kernel_size", 2))),
                new Wrong(
                        Map.of(),
                        "arc.modules: is null; needs a map of names to modules\n"
                                + "arc.graph: is null; needs a map of input, modules and output"),
                new Wrong(
                        Map.of(
                                "modules", Map.of("a", Map.of("Sequential", 3)),
                                "graph", Map.of("input", "x", "modules", Map.of("a", List.of("x")), "output", "a")),
                        "arc.modules.a.Sequential: is 3; needs a list of modules"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void problemsNameModuleAndLayer(Wrong wrong) {
        assertThatThrownBy(() -> TestNets.net(TestNets.arcNet(wrong.arc), TestNets.VECTOR, 1))
                .isInstanceOf(ConfigException.class)
                .hasMessage(wrong.message);
    }

    @Test
    void unknownLayersAreAnsweredWithTheKnownOnes() {
        Object attention = Map.of("MultiheadAttention", Map.of("embed_dim", 3));
        assertThatThrownBy(() -> TestNets.arc(linear(3), attention))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(
                        "arc.modules.body.Sequential[1].MultiheadAttention: no such module; there are Linear, LazyLinear");
    }

    @Test
    void anImageMustBeFlattenedForALinearLayer() {
        assertThatThrownBy(() -> TestNets.net(TestNets.arc(linear(3)), TestNets.PIXELS, 1))
                .hasMessage(
                        "arc.modules.body.Sequential[0].LazyLinear: net.body.body.0: an image [height, width, channels] of [12, 10, 2] reaches a linear layer;"
                                + " needs a Flatten before");
    }

    @Test
    void anArcIsThereOnce() {
        assertThatThrownBy(() -> TestNets.net(NetConfig.defaults("TorchArcNet"), TestNets.VECTOR, 1))
                .hasMessage("arc is missing; TorchArcNet needs its modules and graph");
        var file = new ArcBody.Config(null, null, null, "arc.yaml", Activation.RELU);
        assertThatThrownBy(() -> TestNets.net(TestNets.config("TorchArcNet", file), TestNets.VECTOR, 1))
                .hasMessage("arc_file is arc.yaml, which is read with a spec file; here, give its content as arc");
        assertThatThrownBy(() -> new ArcBody.Config(Map.of(), null, null, "arc.yaml", Activation.RELU))
                .hasMessage("arc and arc_file are both there; needs one of them");
    }
}
