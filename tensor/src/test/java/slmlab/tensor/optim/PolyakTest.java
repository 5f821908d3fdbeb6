package slmlab.tensor.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

class PolyakTest {
    private final Variables source = new Variables();
    private final Variable w = source.add("w", Array.of(Shape.of(3), 1f, 2f, 3f));
    private final Variable b = source.add("b", Array.of(Shape.of(1), 8f));
    private final Variables target = source.copy();

    @Test
    void movesByTau() {
        Program program = Program.trace(trace -> Polyak.follow(trace, target, source, trace.scalar("tau")));
        w.array().copyFrom(Array.of(Shape.of(3), 5f, 2f, -1f));
        b.array().copyFrom(Array.of(Shape.of(1), 0f));
        program.set("tau", 0.25).run();
        assertThat(target.get("w").array().floats()).containsExactly(2f, 2f, 2f);
        assertThat(target.get("b").array().floats()).containsExactly(6f);
        program.set("tau", 0).run();
        assertThat(target.get("w").array().floats()).containsExactly(2f, 2f, 2f);
        program.set("tau", 1).run();
        assertThat(target.get("w").array().floats()).isEqualTo(w.array().floats());
        assertThat(w.array().floats()).containsExactly(5f, 2f, -1f);
    }

    @Test
    void seesTheSourceFromBeforeTheRunsOtherAssignments() {
        Variable follower = new Variables().add("follower", Array.of(Shape.of(1), 0f));
        Program program = Program.trace(trace -> {
            trace.assign(b, b.value().mul(10));
            Polyak.follow(trace, List.of(follower), List.of(b), trace.scalar("tau"));
        });
        program.set("tau", 1).run();
        assertThat(b.array().floats()).containsExactly(80f);
        assertThat(follower.array().floats()).containsExactly(8f);
        program.run();
        assertThat(follower.array().floats()).containsExactly(80f);
    }

    @Test
    void aNanTauChangesNothing() {
        Program program = Program.trace(trace -> Polyak.follow(trace, target, source, trace.scalar("tau")));
        program.set("tau", Double.NaN);
        assertThatThrownBy(program::run).hasMessageContaining("tau is not finite");
        assertThat(target.get("w").array().floats()).containsExactly(1f, 2f, 3f);
    }

    @Test
    void wrongCallsAreNamed() {
        Program.trace(trace -> {
            var tau = trace.scalar("tau");
            assertThatThrownBy(() -> Polyak.follow(trace, List.of(w), List.of(w), tau))
                    .hasMessageContaining("w [3] follows w [3]: needs another variable");
            assertThatThrownBy(() -> Polyak.follow(trace, List.of(w), List.of(b), tau))
                    .hasMessageContaining("of the same shape");
            assertThatThrownBy(() -> Polyak.follow(trace, List.of(w), List.of(), tau))
                    .hasMessageContaining("1 targets follow 0 sources");
            assertThatThrownBy(() -> Polyak.follow(trace, target, source, w.value()))
                    .hasMessageContaining("tau has shape [3]");
            assertThatThrownBy(() -> Polyak.follow(trace, source, new Variables(), tau))
                    .hasMessageContaining("no variable w");
        });
    }
}
