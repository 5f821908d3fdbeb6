package slmlab.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.op.OpsTest;

/// Graphs that are written and read again compute the same bits, whatever operations they have.
class GraphTextTest {

    static Stream<OpsTest.Row> rows() {
        return OpsTest.rows();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyOperationIsReadAsItWasWritten(OpsTest.Row row) {
        List<Array> inputs = row.inputs().apply(new Numbers(3));
        Graph graph = Graph.trace(trace -> {
            List<Tensor> tensors = new ArrayList<>();
            for (int i = 0; i < inputs.size(); i++) {
                tensors.add(trace.input(
                        "in" + i, inputs.get(i).dtype(), inputs.get(i).shape()));
            }
            trace.output("y", row.f().apply(tensors));
        });
        String text = graph.write();
        Graph again = Graph.read(text, Map.of(), new Variables());
        assertThat(again.write()).isEqualTo(text);
        assertSame(run(again, inputs), run(graph, inputs));
    }

    private static Array run(Graph graph, List<Array> inputs) {
        try (Program program = graph.program()) {
            for (int i = 0; i < inputs.size(); i++) {
                if (graph.inputs().containsKey("in" + i)) {
                    program.input("in" + i).copyFrom(inputs.get(i));
                }
            }
            program.run();
            Array y =
                    Array.zeros(program.output("y").dtype(), program.output("y").shape());
            y.copyFrom(program.output("y"));
            return y;
        }
    }

    private static void assertSame(Array one, Array other) {
        if (one.dtype() == DType.FLOAT32) {
            assertThat(one.floats()).isEqualTo(other.floats());
        } else {
            assertThat(one.ints()).isEqualTo(other.ints());
        }
    }

    @Test
    void variablesDrawsAndNumbersAreReadToo() {
        Variables variables = new Variables();
        Variable weight = variables.addSaved("a net's weight.0", new Numbers(1).normal(3, 2), 1, 0);
        Graph graph = Graph.trace(trace -> {
            Tensor x = trace.input("an input", 4, 2).matmul(weight.value());
            Tensor noise = Tensor.normal(x.shape()).mul(Tensor.of(new Numbers(2).normal(3)));
            trace.output("noisy", x.add(noise));
            trace.output("clean", x.max(Float.NEGATIVE_INFINITY));
        });
        Variables own = new Variables();
        Graph again = Graph.read(graph.write(), variables.export(), own);
        assertThat(again.write()).isEqualTo(graph.write());
        assertThat(again.variables()).containsExactly("a net's weight.0");
        assertThat(own.get("a net's weight.0").array().floats())
                .isEqualTo(weight.array().floats());
        assertThat(noisy(again)).isEqualTo(noisy(graph));
        assertThat(noisy(again.only(List.of("noisy")))) // a sum starts elsewhere where the product is not read twice
                .containsExactly(noisy(graph), within(1e-6f));
        assertThat(graph.only(List.of("clean")).program().outputs()).containsOnlyKeys("clean"); // needs no random
        assertThatThrownBy(() -> graph.only(List.of("cleaner"))).hasMessageContaining("cleaner");
    }

    private static float[] noisy(Graph graph) {
        Program program = graph.program(Program.Options.DEFAULT.random(RandomStream.ofSeed(5)));
        program.input("an input").copyFrom(new Numbers(4).normal(4, 2));
        program.run();
        return program.output("noisy").floats().clone();
    }

    @Test
    void aGraphThatLearnsIsNotWritten() {
        Variables variables = new Variables();
        Variable weight = variables.add("w", Array.zeros(DType.FLOAT32, Shape.of(2)));
        Graph graph = Graph.trace(trace -> trace.assign(weight, weight.value().add(1)));
        assertThatThrownBy(graph::write)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("assigns");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "matmul 0 7             | line 2 of the graph, \"matmul 0 7\"",
                "matmul 0 0             | needs [m, k] and [k, n]",
                "fold 0                 | no operation fold",
                "variable w [2] [0]     | w is missing",
                "tanh 0 0               | has 3 words",
                "reshape 7 0            | not a list",
                "constant one []        | one",
                "matmul 0               | line 2",
                "output y x             | x",
            })
    void aLineThatIsWrongIsNamed(String line, String message) {
        String text = "input in0 FLOAT32 [4,2]\n" + line + "\n";
        assertThatThrownBy(() -> Graph.read(text, Map.of(), new Variables()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 2 of the graph")
                .hasMessageContaining(message);
    }
}
