package slmlab.agent.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.net.setting.Activation;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Defaults;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

class NetTest {

    static List<String> types() {
        return Nets.names();
    }

    @ParameterizedTest
    @MethodSource("types")
    void everyTypeGivesARowForEachObservation(String type) {
        NetConfig config = type.equals("TorchArcNet")
                ? TestNets.arc(Map.of("LazyLinear", Map.of("out_features", 8)), NetGoldenTest.nothing("ReLU"))
                : NetConfig.defaults(type);
        Space pixels = Space.Box.pixels(4, 84, 84);
        Space obs = switch (type) {
            case "ConvNet", "DuelingConvNet", "NatureCnn", "ImpalaCnn" -> pixels;
            case "MultiInputNet" -> TestNets.mixed("camera", pixels, "speed", TestNets.VECTOR);
            default -> TestNets.VECTOR;
        };
        int[] tails = type.startsWith("Dueling") ? new int[] {6} : new int[] {6, 1};
        Net net = TestNets.net(config, obs, tails);
        Program program = TestNets.program(net, obs, 3, false, 1);
        program.run();
        for (int i = 0; i < tails.length; i++) {
            assertThat(program.output("y" + i).shape().dims()).containsExactly(3, tails[i]);
        }
        assertThat(net.stateSize()).isEqualTo(type.equals("RecurrentNet") ? 64 : 0);
        assertThat(net.parameters()).allMatch(parameter -> parameter.name().startsWith("net."));
    }

    @Test
    void theNatureNetHasItsSize() {
        var learning = TestNets.normalize();
        var arch = (ConvBody.Config) Nets.defaults("DuelingConvNet");
        Net net = Net.of(
                new NetConfig("ConvNet", learning, arch),
                "net",
                Space.Box.pixels(4, 84, 84),
                TestNets.tails(6),
                new Variables(),
                TestNets.random());
        int body = net.body().parameters().stream()
                .mapToInt(parameter -> parameter.shape().volume())
                .sum();
        assertThat(body).isEqualTo(1_684_128); // 3,136 features with a layer of 512
    }

    @Test
    void aRowMayBePlainNumbers() {
        Net net = Net.of(
                TestNets.mlp(Activation.RELU, 4), "q1_net", 7, TestNets.tails(1), new Variables(), TestNets.random());
        assertThat(net.name()).isEqualTo("q1_net");
        assertThat(((MlpBody) net.body()).in()).isEqualTo(7);
        assertThat(net.parameters())
                .extracting(Variable::name)
                .containsExactly(
                        "q1_net.model.0.weight", "q1_net.model.0.bias", "q1_net.tails.0.weight", "q1_net.tails.0.bias");
    }

    @Test
    void parametersLeaveRunningStatisticsOut() {
        var config = TestNets.config("MLPNet", new MlpBody.Config(List.of(4), Activation.RELU, true, false));
        Variables variables = new Variables();
        Net net = Net.of(config, "net", TestNets.VECTOR, TestNets.tails(2), variables, TestNets.random());
        assertThat(variables.all()).extracting(Variable::name).contains("net.model.1.running_mean");
        assertThat(net.parameters())
                .extracting(Variable::name)
                .doesNotContain("net.model.1.running_mean")
                .contains("net.model.1.weight");
    }

    @Test
    void duelingJoinsValueAndAdvantages() {
        Program program = Program.trace(
                trace -> trace.output("q", NetOutput.Dueling.join(trace.input("v", 3, 1), trace.input("a", 3, 2))));
        program.input("v").copyFrom(Array.of(Shape.of(3, 1), 1, 2, 3));
        program.input("a").copyFrom(Array.of(Shape.of(3, 2), 0, 1, 1, 1, 1, 0));
        program.run();
        assertThat(program.output("q").floats()).containsExactly(0.5f, 1.5f, 2, 2, 3.5f, 2.5f);
    }

    @Test
    void logStdIsTheSameForEveryRow() {
        Variables variables = new Variables();
        Net net = Net.of(
                TestNets.mlp(Activation.RELU, 4),
                "net",
                TestNets.VECTOR,
                List.of(Tail.of(2), new Tail(2, null, -0.5)),
                variables,
                TestNets.random());
        Program program = TestNets.program(net, TestNets.VECTOR, 3, false, 1);
        program.run();
        assertThat(program.output("y1").floats()).containsExactly(-0.5f, -0.5f, -0.5f, -0.5f, -0.5f, -0.5f);
        assertThat(net.parameters()).contains(variables.get("net.log_std"));
    }

    @Test
    void outputsMayHaveAnActivation() {
        var config = TestNets.with(
                TestNets.mlp(Activation.RELU, 4), TestNets.learning("zeros_", false, Arrays.asList(null, "sigmoid")));
        Program program = TestNets.program(TestNets.net(config, TestNets.VECTOR, 1, 1), TestNets.VECTOR, 1, false, 1);
        program.run();
        assertThat(program.output("y0").item()).isEqualTo(0);
        assertThat(program.output("y1").item()).isEqualTo(0.5f);
    }

    @Test
    void choicesAreReadAsOneHotRows() {
        Net net = TestNets.net(TestNets.mlp(Activation.IDENTITY, 2), new Space.Discrete(4), 3);
        Program byNumber = TestNets.program(net, new Space.Discrete(4), 2, false, 1);
        byNumber.input("obs").copyFrom(Array.ofInts(Shape.of(2), 2, 0));
        byNumber.run();
        Program byRow = Program.trace(trace -> {
            Tensor x = trace.input("obs", 2, 4);
            trace.output(
                    "y",
                    x.matmul(parameter(net, 0))
                            .add(parameter(net, 1))
                            .matmul(parameter(net, 2))
                            .add(parameter(net, 3)));
        });
        byRow.input("obs").copyFrom(Array.of(Shape.of(2, 4), 0, 0, 1, 0, 1, 0, 0, 0));
        byRow.run();
        assertThat(byNumber.output("y0").floats())
                .containsExactly(byRow.output("y").floats(), within(1e-6f));
        Space fromOne = new Space.Discrete(4, 1);
        Net other = TestNets.net(TestNets.mlp(Activation.IDENTITY, 2), fromOne, 3);
        assertThatThrownBy(() -> TestNets.program(other, fromOne, 2, false, 1))
                .hasMessage("a net of Discrete(4, start=1): needs the env wrapper that flattens it");
    }

    private static Tensor parameter(Net net, int index) {
        return net.parameters().get(index).value();
    }

    @Test
    void bytesAreReadAsNumbersByAnMlp() {
        Space obs = Space.Box.pixels(2, 2);
        var config = TestNets.with(TestNets.mlp(Activation.IDENTITY, 1), TestNets.learning("ones_", true, null));
        Program program = TestNets.program(TestNets.net(config, obs, 1), obs, 1, false, 1);
        program.input("obs").copyFrom(Array.ofBytes(Shape.of(1, 2, 2), (byte) 200, (byte) 1, (byte) 2, (byte) 3));
        program.run();
        assertThat(program.output("y0").item()).isEqualTo(206); // `normalize` is for nets of images
    }

    @Test
    void unknownTypesAreNamed() {
        assertThatThrownBy(() -> NetConfig.defaults("MLP"))
                .hasMessage(
                        "unknown net 'MLP'; did you mean MLPNet? Known: MLPNet, ConvNet, RecurrentNet, TorchArcNet, DuelingMLPNet,"
                                + " DuelingConvNet, HydraMLPNet, NatureCnn, ImpalaCnn, MultiInputNet");
    }

    @Test
    void aTypeTakesItsOwnSettings() {
        var config = TestNets.config("ConvNet", Defaults.of(MlpBody.Config.class));
        assertThatThrownBy(() -> TestNets.net(config, TestNets.VECTOR, 2))
                .hasMessageStartingWith("net ConvNet with the config of another: Config[hidLayers=[64, 64]");
    }

    @Test
    void aDuelingNetHasOneOutput() {
        assertThatThrownBy(() -> TestNets.net(NetConfig.defaults("DuelingMLPNet"), TestNets.VECTOR, 2, 1))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("a dueling net with the outputs")
                .hasMessageEndingWith("needs one, of action values");
    }

    @Test
    void hydraHasAsManyHeadsAsTheObservationHasParts() {
        var three = new HydraBody.Config(
                List.of(List.of(List.of(2), List.of(2), List.of(2)), List.of(3), List.of()), Activation.RELU);
        Space two = new Space.Tuple(List.of(Space.Box.of(-1, 1, 1), Space.Box.of(-1, 1, 2)));
        assertThatThrownBy(() -> TestNets.net(TestNets.config("HydraMLPNet", three), two, 1))
                .hasMessage("hid_layers has 3 heads for 2 parts of the observation; needs as many, or one for all");
        Space parts = new Space.Tuple(List.of(
                Space.Box.of(-1, 1, 1), Space.Box.of(-1, 1, 2), Space.Box.of(-1, 1, 1), Space.Box.of(-1, 1, 1)));
        assertThatThrownBy(() -> TestNets.net(TestNets.config("HydraMLPNet", three), parts, 1))
                .hasMessage("hid_layers has 3 heads for 4 parts of the observation; needs as many, or one for all");
        var flat = new HydraBody.Config(List.of(3, 2), Activation.RELU);
        assertThat(flat.hidLayers()).isEqualTo(List.of(List.of(), List.of(3, 2), List.of()));
        assertThat(TestNets.net(TestNets.config("HydraMLPNet", flat), two, 1)).isNotNull();
        assertThatThrownBy(() -> new HydraBody.Config(List.of(List.of(2), List.of(3), List.of()), Activation.RELU))
                .hasMessage("hid_layers has 2; needs [[heads…], [body], [tails…]]");
        assertThatThrownBy(() -> new HydraBody.Config(List.of(List.of(3)), Activation.RELU))
                .hasMessage("hid_layers is [[3]]; needs [[heads…], [body], [tails…]]");
    }

    @Test
    void widthsAreChecked() {
        assertThatThrownBy(() -> new MlpBody.Config(List.of(4, 0), Activation.RELU, false, false))
                .hasMessage("hid_layers is [4, 0]; each width needs at least 1");
        assertThatThrownBy(() -> new MlpBody.Config(List.of(), Activation.RELU, false, false))
                .hasMessage("hid_layers is []; needs the width of at least one layer");
        assertThatThrownBy(() -> new MlpBody.Config(List.of(4), Activation.RELU, true, true))
                .hasMessage("batch_norm and layer_norm are both true; needs one of them");
        assertThatThrownBy(() -> Tail.of(0)).hasMessage("a tail of 0 numbers; needs at least 1");
    }
}
