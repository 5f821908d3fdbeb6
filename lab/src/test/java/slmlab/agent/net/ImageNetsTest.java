package slmlab.agent.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.net.setting.Activation;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// Nets over images by name, and over images and numbers at once.
class ImageNetsTest {
    private static final Space FRAMES = Space.Box.pixels(4, 84, 84);

    private static Net net(NetConfig config, Space obs, Variables variables) {
        return Net.of(config, "net", obs, List.of(Tail.of(3)), variables, TestNets.random());
    }

    private static int numbers(Stream<Variable> variables) {
        return variables.mapToInt(variable -> variable.shape().volume()).sum();
    }

    /// The sizes of the papers' nets over four frames of 84 × 84; the tail of 3 is not counted.
    @ParameterizedTest
    @CsvSource({"NatureCnn, 512, 3136, 1684128", "ImpalaCnn, 256, 3872, 1089232"})
    void theyHaveThePapersSizes(String type, int features, int flat, int parameters) {
        Variables variables = new Variables();
        NetConfig config = NetConfig.defaults(type);
        Net net = net(config, FRAMES, variables);
        assertThat(net.body().size()).isEqualTo(features);
        assertThat(numbers(net.body().parameters().stream())).isEqualTo(parameters);
        assertThat(variables.get("net.fc_model.0.weight").shape()).isEqualTo(Shape.of(flat, features));
        NetSize estimated = NetSize.of(config, NetSize.Input.of(FRAMES, 1), 3);
        assertThat(estimated.weights()).isEqualTo(parameters + 3.0 * features + 3);
    }

    @Test
    void natureCnnIsAConvNet() {
        Variables nature = new Variables();
        net(NetConfig.defaults("NatureCnn"), FRAMES, nature);
        Variables conv = new Variables();
        var arch = (ConvBody.Config) Nets.defaults("ConvNet");
        net(
                TestNets.config(
                        "ConvNet", new ConvBody.Config(arch.convHidLayers(), List.of(512), Activation.RELU, false)),
                FRAMES,
                conv);
        assertThat(nature.all().stream().map(Variable::toString))
                .containsExactlyElementsOf(
                        conv.all().stream().map(Variable::toString).toList());
    }

    /// 1 2 3 4 5 → max(1, 2), max(2, 3, 4), max(4, 5); of negative numbers too.
    @Test
    void aPoolingLooksAtBothNeighbors() {
        assertThat(pooled(1, 2, 3, 4, 5)).containsExactly(2, 4, 5);
        assertThat(pooled(-1, -2, -3, -4)).containsExactly(-1, -2);
        assertThat(pooled(7)).containsExactly(7);
    }

    private static float[] pooled(float... row) {
        Program program = Program.trace(trace ->
                trace.output("y", MaxPool.halved(Tensor.of(Array.of(Shape.of(1, row.length, 1, 1), row)), 1)));
        program.run();
        return program.output("y").floats();
    }

    /// The same env with its dict in the other order has the same weights and gives the same numbers.
    @Test
    void theOrderOfThePartsDoesNotMatter() {
        Space swapped = TestNets.mixed("speed", TestNets.VECTOR, "camera", TestNets.PIXELS);
        int pixels = TestNets.PIXELS.flatSize();
        int numbers = TestNets.VECTOR.flatSize();
        float[] one = new float[pixels + numbers];
        for (int i = 0; i < one.length; i++) {
            one[i] = i < pixels ? i % 256 : (i - pixels) * 0.3f - 0.5f;
        }
        float[] other = new float[one.length];
        System.arraycopy(one, 0, other, numbers, pixels);
        System.arraycopy(one, pixels, other, 0, numbers);
        float[] given = output(TestNets.MIXED, one);
        assertThat(given).containsExactly(output(swapped, other));
        assertThat(given).isNotEqualTo(output(TestNets.MIXED, other));
    }

    private static float[] output(Space obs, float[] row) {
        Net net = net(TestNets.multiInput(3, 4, 6), obs, new Variables());
        Program program = TestNets.program(net, obs, 1, false, 1);
        program.input("obs").copyFrom(Array.of(Shape.of(1, row.length), row));
        program.run();
        return program.output("y0").floats();
    }

    @Test
    void aMultiInputNetNamesItsPartsAndNestsThem() {
        Space nested = TestNets.mixed(
                "arm", TestNets.mixed("b", TestNets.VECTOR, "a", new Space.Discrete(3)), "eye", TestNets.PIXELS);
        Variables variables = new Variables();
        NetConfig config = TestNets.multiInput(3, 4, 6);
        Net net = net(config, nested, variables);
        assertThat(variables.all().stream().map(Variable::name))
                .containsExactly(
                        "net.parts.arm.a.0.weight",
                        "net.parts.arm.a.0.bias",
                        "net.parts.arm.b.0.weight",
                        "net.parts.arm.b.0.bias",
                        "net.parts.eye.0.weight",
                        "net.parts.eye.0.bias",
                        "net.fc_model.0.weight",
                        "net.fc_model.0.bias",
                        "net.tails.0.weight",
                        "net.tails.0.bias");
        assertThat(NetSize.of(config, NetSize.Input.of(nested, 1), 3).weights())
                .isEqualTo(numbers(net.parameters().stream()));
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> net(TestNets.multiInput(3, 4, 6), TestNets.VECTOR, new Variables()))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("type is MultiInputNet, which reads a dict or a tuple; here it gets Box(");
        assertThatThrownBy(() -> net(NetConfig.defaults("ImpalaCnn"), TestNets.VECTOR, new Variables()))
                .hasMessageContaining("needs a box of two or three axes");
        assertThatThrownBy(() -> net(NetConfig.defaults("NatureCnn"), TestNets.PIXELS, new Variables()))
                .hasMessageContaining("larger than its image");
        assertThatThrownBy(() -> new ImpalaBody.Config(List.of(), List.of(8)))
                .hasMessage("channels is []; needs at least one section");
    }
}
