package slmlab.agent.algorithm.sac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.agent.algorithm.Agents;
import slmlab.agent.algorithm.Changes;
import slmlab.agent.part.Critics;
import slmlab.env.Space;
import slmlab.tensor.Program;
import slmlab.tensor.Variables;

/// CrossQ whose critics are a line, a batch normalization and a line: all numbers by hand.
class CrossQTest {
    private static final Offset<Float> CLOSE = within(1e-4f);
    private static final float ROOT5 = (float) Math.sqrt(5);
    private static final float LN2 = (float) Math.log(2);
    private static final Space NUMBERS = Space.Box.of(-1, 1, 1);
    private static final Space CHOICES = new Space.Discrete(2);
    private static final Agents CROSSQ = Agents.of("CrossQ", "Replay")
            .memory("batch_size", 2)
            .net("hid_layers", List.of(1), "hid_layers_activation", "identity")
            .criticNet("batch_norm", true);

    /// Critics that see the observation alone: Q₁ = 1 + n and Q₂ = 2.2 − n, n the observation normalized. Of
    /// choices, the second is worth `more` than the first.
    private static SoftActorCritic make(Space action, float more) {
        SoftActorCritic crossQ = (SoftActorCritic) CROSSQ.make(CROSSQ.parts(action));
        Variables variables = crossQ.variables();
        Agents.zero(variables);
        boolean numbers = action instanceof Space.Box;
        for (String net : List.of("q1_net", "q2_net")) {
            Agents.set(variables, net + ".model.0.weight", 1, 0);
            Agents.set(variables, net + ".model.1.weight", 1);
            Agents.set(variables, net + ".model.1.running_var", 1);
            float slope = net.equals("q1_net") ? 1 : -1;
            float base = net.equals("q1_net") ? 1 : 2.2f;
            Agents.set(variables, net + ".tails.0.weight", slope, slope);
            Agents.set(variables, net + ".tails.0.bias", base, numbers ? 0 : base + more);
        }
        return crossQ;
    }

    /// Observations 0 and 2 and next ones 4 and 6 have mean 3 and variance 5 together: n = (−3, −1, 1, 3)/√5.
    private static Program critics(SoftActorCritic crossQ, double alpha) {
        Program program = Agents.program(trace -> {
            Critics.Loss loss = crossQ.criticLoss(trace);
            trace.output("q1", loss.each().get(0));
            trace.output("q2", loss.each().get(1));
            trace.output("error", loss.error());
        });
        System.arraycopy(new float[] {0, 2}, 0, program.input("obs").floats(), 0, 2);
        System.arraycopy(new float[] {4, 6}, 0, program.input("next_obs").floats(), 0, 2);
        System.arraycopy(new float[] {1, 7}, 0, program.input("reward").floats(), 0, 2);
        System.arraycopy(new float[] {0.5f, 0.25f}, 0, program.input("discount").floats(), 0, 2);
        return program.set("alpha", alpha);
    }

    private static float half(float first, float second) {
        return (first * first + second * second) / 2;
    }

    @Test
    void theTargetIsTheLowerCriticOfTheNextHalf() {
        Program program = critics(make(NUMBERS, 0), 0);
        program.run();
        float y0 = 1 + 0.5f * (1 + 1 / ROOT5); // Q₁′ = 1.447, Q₂′ = 1.753
        float y1 = 7 + 0.25f * (2.2f - 3 / ROOT5); // Q₁′ = 2.342, Q₂′ = .858
        float[] q1 = {1 - 3 / ROOT5, 1 - 1 / ROOT5};
        float[] q2 = {2.2f + 3 / ROOT5, 2.2f + 1 / ROOT5};
        assertThat(program.output("error").floats())
                .containsExactly(new float[] {q1[0] - y0, q1[1] - y1}, CLOSE); // of the lower, Q₁
        assertThat(program.output("q1").item()).isCloseTo(half(q1[0] - y0, q1[1] - y1), CLOSE);
        assertThat(program.output("q2").item()).isCloseTo(half(q2[0] - y0, q2[1] - y1), CLOSE);
    }

    /// π = (½, ½): V = ½·Σ_a (mean Q(a) + α·ln 2), and the mean of both critics is 1.6, or 1.6 + 1.
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5})
    void theTargetOfChoicesIsTheMeanOfBothCritics(double alpha) {
        Program program = critics(make(CHOICES, 1), alpha);
        System.arraycopy(new int[] {1, 0}, 0, program.input("action").ints(), 0, 2);
        program.run();
        float value = 1.6f + 0.5f + (float) alpha * LN2;
        float y0 = 1 + 0.5f * value;
        float y1 = 7 + 0.25f * value;
        float[] q1 = {1 - 3 / ROOT5 + 1, 1 - 1 / ROOT5};
        assertThat(program.output("error").floats()).containsExactly(new float[] {q1[0] - y0, q1[1] - y1}, CLOSE);
        assertThat(program.output("q1").item()).isCloseTo(half(q1[0] - y0, q1[1] - y1), CLOSE);
    }

    /// y = r + γ·(min Q − α·log π), and log π has the mean 5 − ½·ln 2π − ½ where σ = e⁻⁵ and μ = 0.
    @Test
    void theTargetHasTheEntropy() {
        int rows = 4096;
        Agents many = CROSSQ.memory("batch_size", rows, "max_size", 5000);
        SoftActorCritic crossQ = (SoftActorCritic) many.make(many.parts(NUMBERS));
        Agents.zero(crossQ.variables());
        Agents.set(crossQ.variables(), "net.tails.1.0.bias", -5);
        Agents.set(crossQ.variables(), "q1_net.tails.0.bias", 3);
        Agents.set(crossQ.variables(), "q2_net.tails.0.bias", 2);
        Program program = Agents.program(
                trace -> trace.output("error", crossQ.criticLoss(trace).error()));
        Arrays.fill(program.input("discount").floats(), 1);
        program.set("alpha", 0.5).run();
        double error = 0;
        for (float each : program.output("error").floats()) {
            error += each / (double) rows;
        }
        double logProb = 5 - 0.5 * Math.log(2 * Math.PI) - 0.5;
        assertThat(error).isCloseTo(2 - (2 - 0.5 * logProb), within(0.03));
    }

    @ParameterizedTest
    @ValueSource(strings = {"q1_net", "q2_net"})
    void runningStatisticsFollowBothHalves(String net) {
        SoftActorCritic crossQ = make(NUMBERS, 0);
        Program program = critics(crossQ, 0);
        program.run();
        float[] mean =
                crossQ.variables().get(net + ".model.1.running_mean").array().floats();
        float[] variance =
                crossQ.variables().get(net + ".model.1.running_var").array().floats();
        assertThat(mean[0]).isCloseTo(0.1f * 3, CLOSE);
        assertThat(variance[0]).isCloseTo(0.9f + 0.1f * 20 / 3, CLOSE); // the unbiased one of 4 rows
        program.run();
        assertThat(mean[0]).isCloseTo(0.9f * 0.3f + 0.3f, CLOSE);
    }

    /// With running mean 1 and deviation 2: n = (s − 1)/2, for s = 5 and −3 that is 2 and −2.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thePolicyLearnsFromRunningStatisticsAndLeavesThem(boolean choices) {
        SoftActorCritic crossQ = make(choices ? CHOICES : NUMBERS, 1);
        Changes changes = new Changes(crossQ.variables());
        for (String net : List.of("q1_net", "q2_net")) {
            Agents.set(crossQ.variables(), net + ".model.1.running_mean", 1);
            Agents.set(crossQ.variables(), net + ".model.1.running_var", 4);
        }
        changes.nets();
        Program program = Agents.program(
                trace -> trace.output("loss", crossQ.policyLoss(trace).mean()));
        System.arraycopy(new float[] {5, -3}, 0, program.input("obs").floats(), 0, 2);
        program.set("alpha", choices ? 0.5 : 0).run();
        // numbers: min(1 + 2, 2.2 − 2) = .2 and min(1 − 2, 2.2 + 2) = −1; choices: −½·ln 2 − (1.6 + ½) in both rows
        float expected = choices ? -0.5f * LN2 - 2.1f : -(0.2f - 1) / 2;
        assertThat(program.output("loss").item()).isCloseTo(expected, CLOSE);
        assertThat(changes.nets()).isEmpty();
    }

    @Test
    void alphaStaysWithinItsBounds() {
        Agents agents = CROSSQ.keys("log_alpha_max", -1, "log_alpha_min", -1, "training_start_step", 2);
        try (Agents.Play play = agents.in("Probe-RewardFromAction-v0", 1)) {
            play.steps(5);
            assertThat(play.agent.variables().get("log_alpha").array().floats()).containsExactly(-1);
        }
    }
}
