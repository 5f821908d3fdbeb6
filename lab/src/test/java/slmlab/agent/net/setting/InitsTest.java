package slmlab.agent.net.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.net.MlpBody;
import slmlab.agent.net.Net;
import slmlab.agent.net.Tail;
import slmlab.agent.net.TestNets;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.Variables;

class InitsTest {

    /// Weight and bias of the first layer and of the tail, 5 → 64 → 3, as PyTorch would save them.
    private static List<Array> weights(@Nullable String initFn, Activation activation, Tail tail) {
        Variables variables = new Variables();
        var config = TestNets.with(TestNets.mlp(activation, 64), TestNets.initFn(initFn));
        Net.of(config, "net", TestNets.VECTOR, List.of(tail), variables, TestNets.random());
        return List.copyOf(variables.export().values());
    }

    /// The length of the first row or, in a tall matrix, column.
    private static double length(Array matrix) {
        int rows = matrix.shape().dim(0);
        int columns = matrix.shape().dim(1);
        double sum = 0;
        for (int i = 0; i < Math.max(rows, columns); i++) {
            float number = matrix.floats()[rows > columns ? i * columns : i];
            sum += number * number;
        }
        return Math.sqrt(sum);
    }

    @ParameterizedTest
    @CsvSource({"RELU, 1.41421356", "TANH, 1.66666667", "SELU, 0.75", "LEAKYRELU, 1.41414285", "SIGMOID, 1"})
    void orthogonalLayersHaveTheGainOfTheirActivation(Activation activation, double gain) {
        List<Array> weights = weights("orthogonal_", activation, Tail.of(3));
        Array first = weights.get(0); // [64, 5]: columns are orthogonal
        assertThat(length(first)).isCloseTo(gain, within(1e-5));
        double product = 0;
        for (int i = 0; i < 64; i++) {
            product += first.floats()[5 * i] * first.floats()[5 * i + 1];
        }
        assertThat(product).isCloseTo(0, within(1e-6));
        assertThat(weights.get(1).floats()).containsOnly(0);
        assertThat(length(weights.get(2))).isCloseTo(gain, within(1e-5)); // the tail too
        assertThat(weights.get(3).floats()).containsOnly(0);
    }

    @Test
    void aTailMayHaveAGainOfItsOwn() {
        List<Array> weights = weights("orthogonal_", Activation.TANH, new Tail(3, 0.01, null));
        assertThat(length(weights.get(0))).isCloseTo(5.0 / 3, within(1e-5));
        assertThat(length(weights.get(2))).isCloseTo(0.01, within(1e-7));
    }

    @ParameterizedTest
    @CsvSource({ // standard deviations of a layer 5 → 64
        "xavier_uniform_, RELU, 0.240772", // √2·√(2/69)
        "xavier_normal_, TANH, 0.283753", // 5/3·√(2/69)
        "kaiming_uniform_, RELU, 0.632456", // √2/√5
        "kaiming_normal_, LEAKYRELU, 0.632456",
        "uniform_, RELU, 0.288675", // 1/√12
        "normal_, SILU, 1"
    })
    void randomWeightsHaveTheirSpread(String initFn, Activation activation, double std) {
        float[] numbers = Inits.of(initFn, activation)
                .weight(Shape.of(64, 5), TestNets.random())
                .floats();
        double mean = 0;
        double square = 0;
        for (float number : numbers) {
            mean += number / (double) numbers.length;
            square += number * number / (double) numbers.length;
        }
        assertThat(Math.sqrt(square - mean * mean)).isCloseTo(std, within(0.1 * std));
    }

    @Test
    void withoutInitFnTheStartIsPyTorchs() {
        List<Array> weights = weights(null, Activation.SILU, Tail.of(3));
        for (float number : weights.get(0).floats()) {
            assertThat(Math.abs(number)).isLessThanOrEqualTo((float) (1 / Math.sqrt(5)));
        }
        assertThat(weights.get(1).floats()).doesNotContain(0); // biases are drawn too
    }

    @Test
    void normalizationsKeepTheirStart() {
        Variables variables = new Variables();
        var config = TestNets.with(
                TestNets.config("MLPNet", new MlpBody.Config(List.of(4), Activation.RELU, false, true)),
                TestNets.initFn("orthogonal_"));
        Net.of(config, "net", TestNets.VECTOR, TestNets.tails(1), variables, TestNets.random());
        assertThat(variables.get("net.model.1.weight").array().floats()).containsOnly(1);
    }

    @Test
    void problemsAreNamed() {
        assertThatThrownBy(() -> TestNets.initFn("orthogonal"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("init_fn is orthogonal; needs one of orthogonal_, xavier_uniform_, xavier_normal_,"
                        + " kaiming_uniform_, kaiming_normal_, uniform_, normal_, zeros_, ones_, or null; did you mean"
                        + " orthogonal_?");
        assertThatThrownBy(() -> weights("orthogonal_", Activation.SILU, Tail.of(1)))
                .hasMessage("init_fn is orthogonal_, which has no gain for silu; needs one of relu, tanh, selu,"
                        + " leakyrelu, sigmoid, identity as hid_layers_activation, or no init_fn");
        assertThatThrownBy(() -> weights("kaiming_normal_", Activation.TANH, Tail.of(1)))
                .hasMessage("init_fn is kaiming_normal_ with hid_layers_activation tanh; needs relu or leakyrelu");
    }

    @Test
    void activationsHaveTorchsNames() {
        assertThat(Activation.of("LeakyReLU")).isEqualTo(Activation.LEAKYRELU);
        assertThat(Activation.of("relu")).hasToString("relu");
        assertThatThrownBy(() -> Activation.of("swish"))
                .hasMessage("no activation swish; there are relu, tanh, selu, leakyrelu, sigmoid, elu, gelu, silu,"
                        + " softplus, identity");
    }
}
