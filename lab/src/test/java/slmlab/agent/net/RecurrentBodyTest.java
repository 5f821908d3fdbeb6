package slmlab.agent.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import slmlab.agent.net.RecurrentBody.Cell;
import slmlab.agent.net.setting.Activation;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;

class RecurrentBodyTest {
    private static final int WINDOWS = 2;
    private static final int STEPS = 4;
    private static final int IN = 5;

    private final Array obs = TestNets.normal(9, WINDOWS * STEPS, IN);

    @ParameterizedTest
    @EnumSource
    void aWindowEqualsItsStepsCarriedByHand(Cell cell) {
        Net net = TestNets.net(TestNets.recurrent(cell, 2), TestNets.VECTOR, 2);
        Array start = TestNets.normal(10, WINDOWS, net.stateSize());
        float[] reset = {0, 0, 1, 0, 1, 0, 0, 1};
        Program window = TestNets.program(net, TestNets.VECTOR, WINDOWS * STEPS, true, STEPS);
        window.input("obs").copyFrom(obs);
        window.input("net.state").copyFrom(start);
        System.arraycopy(reset, 0, window.input("reset").floats(), 0, reset.length);
        window.run();

        Program step = TestNets.program(net, TestNets.VECTOR, WINDOWS, false, 1);
        assertThat(step.inputs()).containsOnlyKeys("obs", "net.state");
        float[] state = step.input("net.state").floats();
        System.arraycopy(start.floats(), 0, state, 0, state.length);
        for (int t = 0; t < STEPS; t++) {
            for (int w = 0; w < WINDOWS; w++) {
                int row = w * STEPS + t; // all steps of a window lie together
                System.arraycopy(obs.floats(), row * IN, step.input("obs").floats(), w * IN, IN);
                if (reset[row] == 1) {
                    Arrays.fill(state, w * net.stateSize(), (w + 1) * net.stateSize(), 0);
                }
            }
            step.run();
            for (int w = 0; w < WINDOWS; w++) {
                for (int i = 0; i < 2; i++) {
                    assertThat(window.output("y0").floats()[(w * STEPS + t) * 2 + i])
                            .isCloseTo(step.output("y0").floats()[w * 2 + i], within(1e-6f));
                }
            }
            System.arraycopy(step.output("net.state").floats(), 0, state, 0, state.length);
        }
        assertThat(window.output("net.state").floats()).containsExactly(state, within(1e-6f));
    }

    @Test
    void passesOfOneProgramHaveInputsOfTheirOwnAndNetsShareTheReset() {
        var config = TestNets.recurrent(Cell.LSTM, 1);
        var variables = new slmlab.tensor.Variables();
        Net actor = Net.of(config, "actor", TestNets.VECTOR, TestNets.tails(2), variables, TestNets.random());
        Net critic = Net.of(config, "critic", TestNets.VECTOR, TestNets.tails(1), variables, TestNets.random());
        Program program = Program.trace(trace -> {
            ForwardPass pass = ForwardPass.learning(trace, 2);
            Tensor x = trace.input("obs", 6, IN);
            trace.output("policy", actor.forward(x, pass).getFirst());
            trace.output("value", critic.forward(x, pass).getFirst());
            trace.output(
                    "next",
                    critic.forward(
                                    trace.input("next_obs", 6, IN),
                                    new ForwardPass(pass.trace(), ForwardPass.Norms.BATCH, pass.steps(), "next_", null))
                            .getFirst());
        });
        assertThat(program.inputs())
                .containsOnlyKeys(
                        "obs", "next_obs", "actor.state", "critic.state", "next_critic.state", "reset", "next_reset");
        assertThat(program.input("reset").shape().dims()).containsExactly(3, 2);
        assertThat(program.input("actor.state").shape().dims()).containsExactly(3, 6); // h and c of 3 units
        assertThat(program.outputs()).containsKeys("actor.state", "critic.state", "next_critic.state");
    }

    @Test
    void onlyWholeWindowsPass() {
        Net net = TestNets.net(TestNets.recurrent(Cell.GRU, 1), TestNets.VECTOR, 2);
        assertThat(net.seqLen()).isEqualTo(3);
        assertThatThrownBy(() -> TestNets.program(net, TestNets.VECTOR, 7, true, 3))
                .hasMessage("net: 7 rows in windows of 3 steps; needs whole windows");
    }

    @Test
    void aPolicyCannotSeeTheFuture() {
        assertThatThrownBy(() -> new RecurrentBody.Config(Cell.GRU, List.of(), Activation.RELU, 3, 1, true, 4))
                .isInstanceOf(ConfigException.class)
                .hasMessage("bidirectional is true; a policy cannot see the future, needs false");
    }

    @Test
    void onlyAGruBeginsAsInitFnSays() {
        for (Cell cell : Cell.values()) {
            var config = TestNets.with(TestNets.recurrent(cell, 1), TestNets.initFn("zeros_"));
            Net net = TestNets.net(config, TestNets.VECTOR, 2);
            float sum = 0;
            for (var parameter : net.parameters()) {
                if (parameter.name().contains("rnn_model")) {
                    for (float number : parameter.array().floats()) {
                        sum += Math.abs(number);
                    }
                }
            }
            assertThat(sum == 0).as(cell.name()).isEqualTo(cell == Cell.GRU);
        }
    }
}
