package slmlab.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.tensor.Array;
import slmlab.tensor.Gradients;
import slmlab.tensor.Graph;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// Models as files: their fields, read back, and what is refused. `OnnxExportTest` runs models.
class OnnxGraphTest {
    private static final Array WEIGHT = Array.of(Shape.of(3, 2), 1, 2, 3, 4, 5, 6);

    private static ProtoFields model(BiConsumer<Trace, Integer> body) {
        OnnxGraph graph = graph(body);
        OnnxModel model = new OnnxModel("test");
        OnnxValue obs = model.input("obs", OnnxType.FLOAT, -1, 3);
        OnnxValue noise = graph.draws() == 0 ? null : model.input("noise", OnnxType.FLOAT, -1, graph.draws());
        graph.add(model, Map.of("obs", obs), noise).forEach(model::output);
        model.fact("version", "1.2");
        return ProtoFields.of(model.bytes());
    }

    private static OnnxGraph graph(BiConsumer<Trace, Integer> body) {
        return new OnnxGraph(
                Graph.trace(trace -> body.accept(trace, 8)), 8, Graph.trace(trace -> body.accept(trace, 64)), 64);
    }

    private static List<String> ops(ProtoFields model) {
        return model.one(7).message().all(1).stream()
                .map(node -> node.message().one(4).text())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 127, 128, 300, 1L << 35, -1, Long.MAX_VALUE})
    void numbersSurvive(long number) {
        ProtoFields read = ProtoFields.of(
                new Proto().number(5, number).numbers(6, 3, number).bytes());
        assertThat(read.one(5).number()).isEqualTo(number);
        int[] at = {0};
        assertThat(ProtoFields.varint(read.one(6).bytes(), at)).isEqualTo(3);
        assertThat(ProtoFields.varint(read.one(6).bytes(), at)).isEqualTo(number);
        assertThat(at[0]).isEqualTo(read.one(6).bytes().length);
    }

    @Test
    void aLinearLayerIsAProductWithItsWeights() {
        Variables variables = new Variables();
        Variable weight = variables.add("net.weight", WEIGHT);
        ProtoFields model = model((trace, rows) -> trace.output(
                "y", trace.input("obs", rows, 3).matmul(weight.value()).tanh()));
        assertThat(model.one(1).number()).as("IR version").isEqualTo(8);
        assertThat(model.one(8).message().one(2).number()).as("opset").isEqualTo(17);
        assertThat(model.one(2).text()).isEqualTo("slm-lab");
        assertThat(model.one(3).text()).isEqualTo("1.2");
        assertThat(ops(model)).containsExactly("MatMul", "Tanh", "Identity");
        ProtoFields graph = model.one(7).message();
        ProtoFields initializer = graph.one(5).message();
        assertThat(initializer.one(8).text()).isEqualTo("net.weight");
        assertThat(initializer.one(1).bytes()).containsExactly(3, 2);
        float[] stored = new float[6];
        ByteBuffer.wrap(initializer.one(9).bytes())
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(stored);
        assertThat(stored).isEqualTo(WEIGHT.floats());
        assertThat(graph.one(12).message().one(1).text()).isEqualTo("y");
        List<ProtoFields.Field> axes = graph.one(12)
                .message()
                .one(2)
                .message()
                .one(1)
                .message()
                .one(2)
                .message()
                .all(1);
        assertThat(axes.get(0).message().one(2).text()).isEqualTo("batch");
        assertThat(axes.get(1).message().one(1).number()).isEqualTo(2);
    }

    @Test
    void drawsBecomeColumnsOfTheNoise() {
        OnnxGraph graph = graph((trace, rows) -> trace.output(
                "y",
                trace.input("obs", rows, 3)
                        .add(Tensor.uniform(Shape.of(rows, 3)))
                        .add(Tensor.uniform(Shape.of(rows, 1)).broadcast(Shape.of(rows, 3)))));
        assertThat(graph.draws()).isEqualTo(4);
    }

    @Test
    void aSizeThatIsTheBatchByChanceStaysFixed() {
        ProtoFields model = model((trace, rows) -> trace.output(
                "y",
                trace.input("obs", rows, 3)
                        .insertAxis(1)
                        .broadcast(Shape.of(rows, 8, 3))
                        .sum(1)));
        assertThat(ops(model)).contains("Expand", "ReduceSum");
    }

    @Test
    void whatMixesRowsIsRefused() {
        assertThatThrownBy(() -> model((trace, rows) ->
                        trace.output("y", trace.input("obs", rows, 3).sum(0))))
                .hasMessageContaining("mixes the rows of a batch");
        assertThatThrownBy(() -> model((trace, rows) -> {
                    Tensor x = trace.input("obs", rows, 3);
                    trace.output("y", x.transpose().matmul(x));
                }))
                .hasMessageContaining("mixes the rows of a batch");
        assertThatThrownBy(() -> model((trace, rows) ->
                        trace.output("y", trace.input("obs", rows, 3).mean(0))))
                .hasMessageContaining("constant is not the same for 8 and 64 rows");
        assertThatThrownBy(() -> model((trace, rows) ->
                        trace.output("y", trace.input("obs", rows, 3).mul(rows == 8 ? 2 : 3))))
                .hasMessageContaining("constant is not the same for 8 and 64 rows");
        assertThatThrownBy(() -> model((trace, rows) ->
                        trace.output("y", trace.input("obs", rows, 3).slice(0, 0, 4))))
                .hasMessageContaining("mixes the rows of a batch");
        assertThatThrownBy(() -> model((trace, rows) ->
                        trace.output("y", trace.input("obs", rows, 3).add(Tensor.uniform(Shape.of(3))))))
                .hasMessageContaining("does not belong to single rows");
    }

    @Test
    void gradientsAreRefusedByName() {
        assertThatThrownBy(() -> model((trace, rows) -> {
                    Tensor x = trace.input("obs", rows, 3);
                    trace.output("y", Gradients.of(x.tanh().sum(), List.of(x)).getFirst());
                }))
                .hasMessageContaining("tanh_grad cannot be exported");
    }
}
