package slmlab.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.tensor.nn.Init;
import slmlab.tensor.nn.Linear;
import slmlab.tensor.optim.Adam;
import slmlab.tensor.optim.Clip;

class BackendTest {

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "scalar", "reference", "off_heap"})
    void aBackendIsFoundByItsName(String name) {
        Program program = Program.trace(
                Program.Options.DEFAULT.backend(Backend.of(name)),
                trace -> trace.output("y", trace.input("x", 2).mul(3)));
        program.input("x").copyFrom(Array.of(Shape.of(2), 1, 2));
        program.run();
        assertThat(program.output("y").floats()).containsExactly(3, 6);
    }

    @Test
    void anUnknownNameIsAnErrorThatListsTheKnownOnes() {
        assertThatThrownBy(() -> Backend.of("cuda"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no backend cuda; there are [jvm, off_heap, reference, scalar], "
                        + "and a jar on the class path may add others");
    }

    /// Training, saving, loading and copying do not notice where the numbers of variables are between runs.
    @Test
    void variablesMayLiveElsewhereBetweenRuns() {
        Learner here = new Learner(Backend.reference());
        Learner elsewhere = new Learner(Backend.of("off_heap"));
        for (int update = 0; update < 5; update++) {
            here.update();
            elsewhere.update();
        }
        Array weight = elsewhere.variables.get("net.weight").array();
        assertThat(weight.isElsewhere()).isTrue();
        assertThat(here.variables.get("net.weight").array().isElsewhere()).isFalse();
        assertSame(here, elsewhere);
        assertThat(weight.isElsewhere()).isFalse();

        State state = new State();
        elsewhere.update();
        elsewhere.variables.save(state);
        elsewhere.update();
        elsewhere.variables.load(state);
        here.update();
        assertSame(here, elsewhere);

        elsewhere.update();
        Variables copy = elsewhere.variables.copy();
        here.update();
        assertThat(copy.get("net.weight").array().floats())
                .isEqualTo(here.variables.get("net.weight").array().floats());

        here.variables.get("net.weight").array().floats()[0] = 2; // changed by hand: the next run sees it
        elsewhere.variables.get("net.weight").array().floats()[0] = 2;
        here.update();
        elsewhere.update();
        assertSame(here, elsewhere);
    }

    private static void assertSame(Learner one, Learner other) {
        var expected = one.variables.export();
        other.variables
                .export()
                .forEach((name, array) -> assertThat(array.floats())
                        .as(name)
                        .isEqualTo(Objects.requireNonNull(expected.get(name)).floats()));
    }

    /// A linear net that learns from fixed numbers; its optimizer's state is in the same store.
    private static final class Learner {
        final Variables variables = new Variables();
        final Program program;

        Learner(Backend backend) {
            Linear net = Linear.of(variables, "net", 3, 2, Init.DEFAULT, RandomStream.ofSeed(1));
            List<Variable> parameters = List.copyOf(variables.all());
            program = Program.trace(Program.Options.DEFAULT.backend(backend), trace -> {
                Tensor loss = net.apply(trace.input("x", 4, 3)).tanh().square().mean();
                Adam.defaults().step(trace, variables, "adam", loss, parameters, Clip.norm(1), Tensor.of(0.1));
            });
            program.input("x").copyFrom(new Numbers(2).normal(4, 3));
        }

        void update() {
            program.run();
        }
    }
}
