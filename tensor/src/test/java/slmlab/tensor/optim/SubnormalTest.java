package slmlab.tensor.optim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// The moving averages of a unit that gets no gradient any more reach 0, and never stay among the subnormal numbers.
class SubnormalTest {

    static List<Optimizer> averagesOfADeadUnitReachZero() {
        return List.of(Adam.defaults(), AdamW.defaults(), RAdam.defaults());
    }

    @ParameterizedTest
    @MethodSource
    void averagesOfADeadUnitReachZero(Optimizer optimizer) {
        assertThat(averagesAfterSilence(optimizer, 1_200)).containsOnly(0f);
    }

    @Test
    void theyAreKeptAsLongAsTheyAreNormal() {
        assertThat(averagesAfterSilence(Adam.defaults(), 100)).doesNotContain(0f);
    }

    /// Return the average gradients after one gradient of 1e-3 and then so many of 0.
    private static float[] averagesAfterSilence(Optimizer optimizer, int steps) {
        Variables variables = new Variables();
        int n = 37; // two vectors and a rest
        Variable parameter = variables.add("p", Array.zeros(DType.FLOAT32, Shape.of(n)));
        try (Program program = Program.trace(trace -> optimizer.apply(
                trace, variables, "optim", List.of(trace.input("g", n)), List.of(parameter), trace.scalar("lr")))) {
            program.set("lr", 1e-3);
            Arrays.fill(program.input("g").floats(), 1e-3f);
            program.run();
            Arrays.fill(program.input("g").floats(), 0f);
            for (int i = 0; i < steps; i++) {
                program.run();
                for (float average : variables.get("optim.p.exp_avg").array().floats()) {
                    assertThat(average == 0 || Math.abs(average) >= Float.MIN_NORMAL)
                            .isTrue();
                }
            }
            return variables.get("optim.p.exp_avg").array().floats().clone();
        }
    }
}
