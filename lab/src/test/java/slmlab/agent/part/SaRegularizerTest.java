package slmlab.agent.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.algorithm.Agents;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

class SaRegularizerTest {
    private static final int ROWS = 64;
    private static final SaRegularizer HALF = new SaRegularizer(0.5, 0.1, 3, null);

    /// Q(s, ·) = (w·s, 0) with w = (1, −2, 0.5): within ε = 0.1 the first action loses 0.35 at most. From a random
    /// start, not at the worst place by itself, every row gets there, and no row is asked for a lead above 1.
    @ParameterizedTest
    @CsvSource({
        "0.2, 0.15", // it falls behind
        "1.2, -0.85", // it leads by more than 1, and would not in the ball
        "2, -1" // it leads by more than 1 everywhere
    })
    void theHingeIsTakenAtTheWorstPlaceOfTheBall(double lead, double expected) {
        Program program = Agents.program(trace -> {
            Tensor w = Tensor.of(Array.of(Shape.of(3, 2), 1, 0, -2, 0, 0.5f, 0));
            UnaryOperator<Tensor> values = obs -> obs.matmul(w);
            Tensor obs = trace.input("obs", ROWS, 3);
            Tensor best = values.apply(obs).argmax(1).oneHot(2);
            trace.output("penalty", HALF.hinge(obs, trace.scalar("sa_eps"), best, values));
        });
        for (int row = 0; row < ROWS; row++) {
            program.input("obs").floats()[3 * row] = (float) lead;
        }
        program.set("sa_eps", 0.1).run();
        assertThat(program.output("penalty").floats()).hasSize(ROWS).satisfies(penalties -> {
            for (float penalty : penalties) {
                assertThat(penalty).isCloseTo((float) (0.5 * expected), within(1e-5f));
            }
        });
    }
}
