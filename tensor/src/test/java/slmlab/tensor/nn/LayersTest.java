package slmlab.tensor.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Golden;
import slmlab.tensor.Numbers;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variables;

class LayersTest {
    private final Variables variables = new Variables();
    private final RandomStream random = RandomStream.ofSeed(5);

    @Test
    void stateDictOfPyTorchGivesItsOutputs() {
        Golden saved = Golden.read("state_dict.safetensors");
        Golden expected = Golden.read("layers.safetensors");
        Conv conv = Conv.of(variables, "conv", 2, 3, Conv.Window.square(2, 1, 0), Init.DEFAULT, random);
        Linear fc = Linear.of(variables, "fc", 12, 5, Init.DEFAULT, random);
        Lstm lstm = Lstm.of(variables, "lstm", 5, 4, 2, Init.DEFAULT, random);
        Linear head = Linear.of(variables, "head", 4, 3, Init.DEFAULT, random);
        variables.load(saved.arrays());
        Program program = Program.trace(trace -> {
            Tensor x = trace.input("x", 2, 4, 2, 3, 3); // PyTorch's images: channels first
            Tensor images = x.reshape(8, 2, 3, 3).transpose(0, 2, 3, 1);
            Tensor features = conv.apply(images).relu().transpose(0, 3, 1, 2).reshape(8, 12);
            Tensor window = fc.apply(features).tanh().reshape(2, 4, 5);
            Tensor state = Tensor.constant(Shape.of(2, lstm.stateSize()), 0);
            trace.output("y", head.apply(lstm.apply(window, null, state).y()));
        });
        program.input("x").copyFrom(expected.get("net/x"));
        program.run();
        expected.assertClose("net/y", program.output("y"));
    }

    @Test
    void exportHasTheNamesShapesAndNumbersOfTheStateDict() {
        Golden saved = Golden.read("state_dict.safetensors");
        Conv.of(variables, "conv", 2, 3, Conv.Window.square(2, 1, 0), Init.DEFAULT, random);
        Linear.of(variables, "fc", 12, 5, Init.DEFAULT, random);
        Lstm.of(variables, "lstm", 5, 4, 2, Init.DEFAULT, random);
        Linear.of(variables, "head", 4, 3, Init.DEFAULT, random);
        variables.load(saved.arrays());
        var exported = variables.export();
        assertThat(exported.keySet()).isEqualTo(saved.arrays().keySet());
        exported.forEach((name, array) -> {
            assertThat(array.shape()).as(name).isEqualTo(saved.get(name).shape());
            assertThat(array.floats()).as(name).isEqualTo(saved.get(name).floats());
        });
    }

    @Test
    void stepByStepEqualsTheWindow() {
        Numbers numbers = new Numbers(3);
        Gru gru = Gru.of(variables, "gru", 3, 4, 2, Init.DEFAULT, random);
        Array x = numbers.normal(2, 5, 3);
        Program window = Program.trace(trace -> {
            var out = gru.apply(trace.input("x", 2, 5, 3), null, Tensor.constant(Shape.of(2, 8), 0));
            trace.output("y", out.y());
            trace.output("state", out.state());
        });
        window.input("x").copyFrom(x);
        window.run();
        Program step = Program.trace(trace -> {
            var out = gru.step(trace.input("x", 2, 3), trace.input("state", 2, 8));
            trace.output("y", out.y());
            trace.output("state", out.state());
        });
        for (int t = 0; t < 5; t++) {
            for (int row = 0; row < 2; row++) {
                System.arraycopy(x.floats(), (row * 5 + t) * 3, step.input("x").floats(), row * 3, 3);
            }
            step.run();
            step.input("state").copyFrom(step.output("state"));
            for (int row = 0; row < 2; row++) {
                for (int unit = 0; unit < 4; unit++) {
                    float expected = window.output("y").floats()[(row * 5 + t) * 4 + unit];
                    assertThat(step.output("y").floats()[row * 4 + unit]).isCloseTo(expected, within(1e-6f));
                }
            }
        }
        assertThat(step.output("state").floats())
                .containsExactly(window.output("state").floats(), within(1e-6f));
    }

    @Test
    void evaluationFollowsTraining() {
        // mean 2, biased variance 1, unbiased 2 (n = 2), momentum ½: running mean 1, variance (1 + 2)/2
        BatchNorm norm = BatchNorm.of(variables, "norm", 1, 0.5, 0);
        Program train = Program.trace(trace -> {
            var training = norm.train(trace.input("x", 2, 1));
            training.assign(trace);
            trace.output("y", training.y());
        });
        System.arraycopy(new float[] {1, 3}, 0, train.input("x").floats(), 0, 2);
        train.run();
        assertThat(train.output("y").floats()).containsExactly(-1, 1);
        assertThat(norm.runningMean().array().item()).isEqualTo(1);
        assertThat(norm.runningVar().array().item()).isEqualTo(1.5f);
        Program evaluate = Program.trace(trace -> trace.output("y", norm.evaluate(trace.input("x", 1, 1))));
        evaluate.input("x").floats()[0] = 4;
        evaluate.run();
        assertThat(evaluate.output("y").item()).isCloseTo((float) (3 / Math.sqrt(1.5)), within(1e-6f));
    }

    @Test
    void renormCountsItsTrainingSteps() {
        BatchRenorm norm = BatchRenorm.of(variables, "norm", 1, BatchRenorm.Settings.defaults());
        Program train =
                Program.trace(trace -> norm.train(trace.input("x", 2, 1)).assign(trace));
        train.run();
        train.run();
        assertThat(norm.step().array().item()).isEqualTo(2);
    }

    @Test
    void parametersLeaveStatisticsOut() {
        assertThat(BatchNorm.of(variables, "a", 3, 0.1, 1e-5).parameters())
                .extracting(Object::toString)
                .containsExactly("a.weight [3]", "a.bias [3]");
        assertThat(Gru.of(variables, "b", 2, 3, 2, Init.DEFAULT, random).parameters())
                .hasSize(8);
        assertThat(Linear.withoutBias(variables, "c", 2, 3, Init.DEFAULT, random)
                        .parameters())
                .hasSize(1);
    }

    /// @param message what the error must tell: the name and both shapes
    record Wrong(String what, Function<LayersTest, ThrowingCallable> call, List<String> message) {
        @Override
        public String toString() {
            return what;
        }
    }

    static List<Wrong> wrongShapes() {
        return List.of(
                new Wrong(
                        "linear of the wrong width",
                        t -> () -> Linear.of(t.variables, "fc", 4, 3, Init.DEFAULT, t.random)
                                .apply(zeros(5, 7)),
                        List.of("fc.weight", "[4, 3]", "[5, 7]")),
                new Wrong(
                        "linear of a vector",
                        t -> () -> Linear.of(t.variables, "fc", 4, 3, Init.DEFAULT, t.random)
                                .apply(zeros(4)),
                        List.of("[4, 3]", "[4]")),
                new Wrong(
                        "conv with other channels",
                        t -> () -> t.conv().apply(zeros(1, 8, 8, 3)),
                        List.of("conv.weight", "[3, 3, 2, 4]", "[1, 8, 8, 3]")),
                new Wrong(
                        "conv of a small image",
                        t -> () -> t.conv().apply(zeros(1, 2, 8, 2)),
                        List.of("[3, 3, 2, 4]", "[1, 2, 8, 2]")),
                new Wrong(
                        "lstm of the wrong width",
                        t -> () -> t.lstm().apply(zeros(2, 5, 4), null, zeros(2, 8)),
                        List.of("lstm.weight_ih_l0", "[3, 16]", "[2, 5, 4]")),
                new Wrong(
                        "lstm with a short state",
                        t -> () -> t.lstm().apply(zeros(2, 5, 3), null, zeros(2, 4)),
                        List.of("[2, 4]", "[2, 8]")),
                new Wrong(
                        "lstm with a reset of other steps",
                        t -> () -> t.lstm().apply(zeros(2, 5, 3), zeros(2, 4), zeros(2, 8)),
                        List.of("[2, 4]", "[2, 5]")),
                new Wrong(
                        "lstm without steps",
                        t -> () -> t.lstm().apply(zeros(2, 0, 3), null, zeros(2, 8)),
                        List.of("[2, 0, 3]", "at least one step")),
                new Wrong(
                        "layer norm of the wrong width",
                        t -> () -> LayerNorm.of(t.variables, "norm", 3, 1e-5).apply(zeros(5, 4)),
                        List.of("norm.weight", "[3]", "[5, 4]")),
                new Wrong(
                        "batch norm of the wrong width",
                        t -> () ->
                                BatchNorm.of(t.variables, "norm", 3, 0.1, 1e-5).evaluate(zeros(5, 4)),
                        List.of("norm.weight", "[3]", "[5, 4]")),
                new Wrong(
                        "batch norm of one row",
                        t -> () ->
                                BatchNorm.of(t.variables, "norm", 3, 0.1, 1e-5).train(zeros(1, 3)),
                        List.of("[1, 3]", "at least 2 rows")),
                new Wrong(
                        "loss of a column against a row",
                        t -> () -> Losses.mse(zeros(64, 1), zeros(64)),
                        List.of("[64, 1]", "[64]")),
                new Wrong(
                        "binary loss that would broadcast",
                        t -> () -> Losses.binaryCrossEntropyWithLogits(zeros(4, 2), zeros(2)),
                        List.of("[4, 2]", "[2]")),
                new Wrong(
                        "cross entropy with too many labels",
                        t -> () ->
                                Losses.crossEntropy(zeros(4, 3), Tensor.of(Array.zeros(DType.INT32, Shape.of(4, 3)))),
                        List.of("[4, 3]", "[batch, classes]")));
    }

    @ParameterizedTest
    @MethodSource("wrongShapes")
    void wrongShapesAreNamed(Wrong wrong) {
        assertThatThrownBy(wrong.call.apply(this))
                .isInstanceOf(ShapeException.class)
                .hasMessageContainingAll(wrong.message.toArray(String[]::new))
                .hasMessageContaining("LayersTest.java:");
    }

    @Test
    void wrongSettingsAreRefused() {
        assertThatThrownBy(() -> Conv.Window.square(3, 0, 0)).hasMessageContaining("stride [0, 0]");
        assertThatThrownBy(() -> Conv.Window.square(3, 1, -1)).hasMessageContaining("padding is [-1, -1]");
        assertThatThrownBy(() -> new BatchRenorm.Settings(0.01, 1e-3, 0.5, 5, 10))
                .hasMessageContaining("r_max is 0.5");
        assertThatThrownBy(() -> new BatchRenorm.Settings(0.01, 1e-3, 3, 5, -1))
                .hasMessageContaining("warmup_steps is -1");
        assertThatThrownBy(() -> Losses.huber(zeros(1), zeros(1), 0)).hasMessageContaining("delta is 0.0");
        assertThatThrownBy(() -> Losses.smoothL1(zeros(1), zeros(1), Double.NaN))
                .hasMessageContaining("beta is NaN");
        assertThatThrownBy(() -> Lstm.of(variables, "lstm", 3, 4, 0, Init.DEFAULT, random))
                .hasMessageContaining("lstm has 0 layers");
    }

    @Test
    void windowsComputeTheirOutputSize() {
        Conv.Window window = new Conv.Window(8, 4, 4, 2, 0, 1);
        assertThat(window.outHeight(84)).isEqualTo(20);
        assertThat(window.outWidth(5)).isEqualTo(2);
    }

    private Conv conv() {
        return Conv.of(variables, "conv", 2, 4, Conv.Window.square(3, 1, 0), Init.DEFAULT, random);
    }

    private Lstm lstm() {
        return Lstm.of(variables, "lstm", 3, 4, 1, Init.DEFAULT, random);
    }

    private static Tensor zeros(int... dims) {
        return Tensor.constant(Shape.of(dims), 0);
    }
}
