package slmlab.agent.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import slmlab.agent.Schedule;
import slmlab.agent.algorithm.Agents;
import slmlab.agent.part.Acting.ActionPolicy;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

class QPolicyTest {
    private static final int ENVS = 20_000;

    /// The share of envs that takes each of three actions in one step, all with Q = (0, 1, 2).
    private static double[] shares(ActionPolicy kind, boolean argmax, double exploreVar, byte @Nullable [] mask) {
        QPolicy policy = new QPolicy(kind, argmax, Schedule.constant(exploreVar));
        Program program = Agents.program(trace -> {
            Tensor q = Tensor.of(Array.of(Shape.of(1, 3), 0, 1, 2)).broadcast(Shape.of(ENVS, 3));
            Tensor can = mask == null
                    ? null
                    : Tensor.of(Array.ofBytes(Shape.of(1, 3), mask)).broadcast(Shape.of(ENVS, 3));
            trace.output("action", policy.explore(q, can, trace.scalar("explore_var")));
        });
        program.set("explore_var", exploreVar).run();
        double[] shares = new double[3];
        for (int action : program.output("action").ints()) {
            shares[action] += 1.0 / ENVS;
        }
        return shares;
    }

    @Test
    void epsilonIsDrawnForEachEnv() {
        double[] shares = shares(ActionPolicy.EPSILON_GREEDY, false, 0.3, null);
        assertThat(shares).containsExactly(new double[] {0.1, 0.1, 0.8}, within(0.012)); // four standard errors
    }

    @Test
    void withoutEpsilonTheBestIsTaken() {
        assertThat(shares(ActionPolicy.EPSILON_GREEDY, false, 0, null))
                .containsExactly(new double[] {0, 0, 1}, within(1e-9));
    }

    @Test
    void boltzmannTakesEachByItsSoftmax() {
        // τ = ½: e⁰, e², e⁴ over their sum 62.987
        double sum = 1 + Math.exp(2) + Math.exp(4);
        double[] expected = {1 / sum, Math.exp(2) / sum, Math.exp(4) / sum};
        assertThat(shares(ActionPolicy.BOLTZMANN, false, 0.5, null)).containsExactly(expected, within(0.01));
    }

    @Test
    void boltzmannOfArgmaxTakesTheBest() {
        assertThat(shares(ActionPolicy.BOLTZMANN, true, 5, null)).containsExactly(new double[] {0, 0, 1}, within(1e-9));
    }

    @Test
    void whatCannotBeTakenIsNot() {
        byte[] mask = {1, 1, 0};
        double[] half = {0.5, 0.5, 0};
        assertThat(shares(ActionPolicy.EPSILON_GREEDY, false, 1, mask)).containsExactly(half, within(0.015));
        assertThat(shares(ActionPolicy.EPSILON_GREEDY, false, 0, mask))
                .containsExactly(new double[] {0, 1, 0}, within(1e-9));
        assertThat(shares(ActionPolicy.RANDOM, false, 0, mask)).containsExactly(half, within(0.015));
        double one = 1 / (1 + Math.E);
        assertThat(shares(ActionPolicy.BOLTZMANN, false, 1, mask))
                .containsExactly(new double[] {one, 1 - one, 0}, within(0.014));
    }
}
