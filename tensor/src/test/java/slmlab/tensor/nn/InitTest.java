package slmlab.tensor.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.tensor.Array;
import slmlab.tensor.Golden;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

class InitTest {
    private static final Golden GOLDEN = Golden.read("layers.safetensors");
    private static final Shape LINEAR = Shape.of(120, 300); // fan in 300, fan out 120
    private static final Shape CONV = Shape.of(60, 10, 8, 4); // fan in 320, fan out 1,920

    private final RandomStream random = RandomStream.ofSeed(9);

    @Test
    void gainsAreThoseOfPyTorch() {
        float[] gains = GOLDEN.get("gains").floats();
        Init.Gain[] ours = Init.Gain.values();
        assertThat(ours).hasSameSizeAs(gains);
        for (int i = 0; i < gains.length; i++) {
            assertThat((float) ours[i].value()).as(ours[i].name()).isEqualTo(gains[i]);
        }
    }

    @Test
    void fansAreThoseOfPyTorch() {
        int[] fans = GOLDEN.get("fans").ints();
        assertThat(new int[] {
                    Init.Fan.IN.of(Shape.of(5, 7)),
                    Init.Fan.OUT.of(Shape.of(5, 7)),
                    Init.Fan.IN.of(Shape.of(6, 3, 4, 2)),
                    Init.Fan.OUT.of(Shape.of(6, 3, 4, 2))
                })
                .isEqualTo(fans);
        assertThatThrownBy(() -> Init.Fan.IN.of(Shape.of(5)))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining("[5]");
    }

    @Test
    void uniformInitsFillTheirBounds() {
        checkUniform(Init.DEFAULT.weight(LINEAR, random), 1 / Math.sqrt(300));
        checkUniform(Init.DEFAULT.weight(CONV, random), 1 / Math.sqrt(320));
        checkUniform(Init.DEFAULT.bias(20_000, LINEAR, random), 1 / Math.sqrt(300));
        checkUniform(Init.DEFAULT.recurrent(64).weight(LINEAR, random), 1 / 8.0);
        checkUniform(Init.DEFAULT.recurrent(64).bias(20_000, LINEAR, random), 1 / 8.0);
        checkUniform(Init.xavierUniform(2).weight(LINEAR, random), 2 * Math.sqrt(6.0 / 420));
        checkUniform(Init.xavierUniform(1).weight(CONV, random), Math.sqrt(6.0 / 2240));
        checkUniform(Init.kaimingUniform(Init.Gain.RELU.value(), Init.Fan.IN).weight(LINEAR, random), Math.sqrt(0.02));
        checkUniform(
                Init.kaimingUniform(Init.Gain.RELU.value(), Init.Fan.OUT).weight(CONV, random), Math.sqrt(6.0 / 1920));
        checkUniform(Init.uniform(-3, 3).weight(LINEAR, random), 3);
    }

    @Test
    void normalInitsHaveTheirMeanAndDeviation() {
        checkNormal(Init.normal(5, 2).weight(LINEAR, random), 5, 2);
        checkNormal(Init.xavierNormal(2).weight(LINEAR, random), 0, 2 * Math.sqrt(2.0 / 420));
        checkNormal(
                Init.kaimingNormal(Init.Gain.RELU.value(), Init.Fan.IN).weight(CONV, random), 0, Math.sqrt(2.0 / 320));
        checkNormal(Init.kaimingNormal(1, Init.Fan.OUT).weight(LINEAR, random), 0, Math.sqrt(1.0 / 120));
    }

    @Test
    void constantsAreConstantAndBiasesBeginAtZero() {
        assertThat(Init.constant(0.25).weight(LINEAR, random).floats()).containsOnly(0.25f);
        assertThat(Init.ZEROS.weight(LINEAR, random).floats()).containsOnly(0f);
        assertThat(Init.orthogonal(1).bias(5, LINEAR, random).floats()).containsExactly(new float[5]);
        assertThat(Init.normal(5, 1).recurrent(3).bias(5, LINEAR, random).floats())
                .containsOnly(0f);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tall", "wide", "square", "conv"})
    void orthogonalIsPyTorchsOfTheSameNormalNumbers(String name) {
        Array normals = GOLDEN.get("orthogonal_" + name + "/normals");
        Array expected = GOLDEN.get("orthogonal_" + name + "/y");
        double[] wide = IntStream.range(0, normals.shape().volume())
                .mapToDouble(i -> normals.floats()[i])
                .toArray();
        double[] q = Orthogonal.of(wide, normals.shape().dim(0), normals.shape().dim(1));
        float[] scaled = new float[q.length];
        for (int i = 0; i < q.length; i++) {
            scaled[i] = (float) (1.5 * q[i]);
        }
        GOLDEN.assertClose("orthogonal_" + name + "/y", Array.of(expected.shape(), scaled));
    }

    @ParameterizedTest
    @CsvSource({"200, 64", "64, 200", "150, 150", "1, 17", "17, 1"})
    void orthogonalRowsOrColumns(int rows, int columns) {
        float[] weight =
                Init.orthogonal(1.5).weight(Shape.of(rows, columns), random).floats();
        int count = Math.min(rows, columns);
        int length = Math.max(rows, columns);
        int across = rows < columns ? columns : 1; // from one vector to the next
        int along = rows < columns ? 1 : columns;
        for (int a = 0; a < count; a++) {
            for (int b = 0; b <= a; b++) {
                double dot = 0;
                for (int i = 0; i < length; i++) {
                    dot += (double) weight[a * across + i * along] * weight[b * across + i * along];
                }
                assertThat(dot).as("%d · %d", a, b).isCloseTo(a == b ? 2.25 : 0, within(1e-6));
            }
        }
    }

    @Test
    void nearlyDependentVectorsBecomeOrthogonal() {
        double[] matrix = {1, 1, 1, 1, 1 + 1e-9, 1, 1, 1, 1 + 1e-9};
        double[] q = Orthogonal.of(matrix, 3, 3);
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b <= a; b++) {
                double dot = q[a] * q[b] + q[3 + a] * q[3 + b] + q[6 + a] * q[6 + b];
                assertThat(dot).isCloseTo(a == b ? 1 : 0, within(1e-12));
            }
        }
        assertThatThrownBy(() -> Init.orthogonal(1).weight(Shape.of(5), random))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining("[5]");
    }

    @Test
    void sameSeedSameWeights() {
        assertThat(Init.orthogonal(1).weight(LINEAR, RandomStream.ofSeed(4)).floats())
                .isEqualTo(Init.orthogonal(1)
                        .weight(LINEAR, RandomStream.ofSeed(4))
                        .floats())
                .isNotEqualTo(Init.orthogonal(1)
                        .weight(LINEAR, RandomStream.ofSeed(5))
                        .floats());
    }

    @Test
    void layersBeginAsPyTorchSaysWhateverTheirLayout() {
        Variables variables = new Variables();
        Linear linear = Linear.of(variables, "fc", 100, 50, Init.DEFAULT, random);
        checkUniform(linear.weight().array(), 0.1);
        Conv conv = Conv.of(variables, "conv", 4, 64, Conv.Window.square(5, 1, 0), Init.DEFAULT, random);
        checkUniform(conv.weight().array(), 0.1); // fan in 4·5·5
        Lstm lstm = Lstm.of(variables, "lstm", 400, 25, 2, Init.DEFAULT, random);
        for (Variable parameter : lstm.parameters()) {
            if (parameter.shape().volume() > 1000) {
                checkUniform(parameter.array(), 0.2);
            }
            assertThat(parameter.array().floats()).as(parameter.name()).doesNotContain(0f);
        }
        Gru gru = Gru.of(variables, "gru", 30, 25, 1, Init.orthogonal(1), random);
        assertThat(gru.layers().getFirst().inputBias().array().floats()).containsOnly(0f);
    }

    @Test
    void orthogonalLayersAreOrthogonalInPyTorchsLayout() {
        Variables variables = new Variables();
        Linear.of(variables, "fc", 30, 20, Init.orthogonal(1), random);
        float[] saved =
                Objects.requireNonNull(variables.export().get("fc.weight")).floats(); // [20, 30]: orthogonal rows
        for (int row = 1; row < 20; row++) {
            double dot = 0;
            for (int i = 0; i < 30; i++) {
                dot += (double) saved[i] * saved[row * 30 + i];
            }
            assertThat(dot).isCloseTo(0, within(1e-6));
        }
    }

    private static void checkUniform(Array weight, double bound) {
        float[] numbers = weight.floats();
        double sum = 0;
        double squares = 0;
        double largest = 0;
        for (float x : numbers) {
            sum += x;
            squares += (double) x * x;
            largest = Math.max(largest, Math.abs(x));
        }
        int n = numbers.length;
        double std = bound / Math.sqrt(3);
        assertThat(largest).isBetween(0.99 * bound, bound * (1 + 1e-6));
        assertThat(sum / n).isCloseTo(0, within(5 * std / Math.sqrt(n)));
        assertThat(Math.sqrt(squares / n)).isCloseTo(std, within(std * 3 / Math.sqrt(n)));
    }

    private static void checkNormal(Array weight, double mean, double std) {
        float[] numbers = weight.floats();
        int n = numbers.length;
        double sum = 0;
        double squares = 0;
        int within = 0;
        for (float x : numbers) {
            sum += x - mean;
            squares += (x - mean) * (x - mean);
            within += Math.abs(x - mean) < std ? 1 : 0;
        }
        assertThat(sum / n).isCloseTo(0, within(5 * std / Math.sqrt(n)));
        assertThat(Math.sqrt(squares / n)).isCloseTo(std, within(std * 4 / Math.sqrt(n)));
        assertThat(within / (double) n).isCloseTo(0.6827, within(2.5 / Math.sqrt(n)));
    }
}
