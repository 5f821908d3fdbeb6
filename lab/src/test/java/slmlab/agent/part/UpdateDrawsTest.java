package slmlab.agent.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import slmlab.agent.algorithm.Agents;
import slmlab.env.Space;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.State;
import slmlab.tensor.Tensor;

/// Where updates take random numbers from.
class UpdateDrawsTest {
    private static final Agents A2C =
            Agents.of("ActorCritic", "OnPolicyBatchReplay").net("shared", true);

    private static Collector collector() {
        AgentContext parts = A2C.parts(new Space.Discrete(2));
        return new Collector(parts, new ActorCriticNets(parts, true, 1), 4, true);
    }

    private static float draw(Program program) {
        program.run();
        return program.output("draw").floats()[0];
    }

    private static Program program(Collector collector, int size) {
        return collector.learner(trace -> trace.output("draw", Tensor.normal(Shape.of(size))));
    }

    @Test
    void programsOfAllSizesDrawFromOneStreamThatIsSaved() {
        Collector first = collector();
        Program small = program(first, 3);
        float before = draw(small);
        assertThat(draw(program(first, 5))).isNotEqualTo(before);
        State state = new State();
        first.saved().save(state);
        Collector second = collector();
        second.saved().load(state);
        assertThat(draw(program(second, 3))).isEqualTo(draw(small)).isNotEqualTo(before);
    }

    @Test
    void aProgramWithoutAStreamMayNotDraw() {
        AgentContext parts = A2C.parts(new Space.Discrete(2));
        assertThatThrownBy(() -> parts.program(trace -> trace.output("draw", Tensor.normal(Shape.of(1)))))
                .hasMessageContaining("the program draws random numbers");
    }
}
