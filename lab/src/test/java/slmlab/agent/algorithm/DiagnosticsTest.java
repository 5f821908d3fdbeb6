package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.agent.Stats;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Batch;
import slmlab.env.Space;
import slmlab.metric.Metric;
import slmlab.metric.Metrics;
import slmlab.tensor.Program;
import slmlab.tensor.State;

/// What an update tells about itself: by hand, and against Stable-Baselines3's numbers, which
/// scripts/golden/diagnostics.py recorded.
class DiagnosticsTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/diagnostics.txt");
    private static final double LN2 = Math.log(2);

    /// A PPO whose policy takes either of two actions with probability ½.
    private static Program shift(int rows, boolean weighted, double eps) {
        Agents agents = Agents.of("PPO", "OnPolicyBatchReplay").net("shared", true);
        AgentContext parts = agents.parts(new Space.Discrete(2));
        Ppo ppo = (Ppo) agents.make(parts);
        Agents.zero(ppo.variables());
        Program program = Agents.program(trace -> {
            Ppo.Loss loss = ppo.loss(Batch.of(trace, parts, rows, 1, weighted));
            trace.output("approx_kl", loss.shift().approxKl());
            trace.output("clip_fraction", loss.shift().clipFraction());
            trace.output("policy_loss", loss.surrogate().neg());
            trace.output("value_loss", loss.valueError());
        });
        return program.set("clip_eps", eps);
    }

    /// r = 2, ½, 1, 1.1: (2 − 1 − ln 2), (½ − 1 + ln 2), 0, (0.1 − ln 1.1); two of four are beyond 0.2.
    @Test
    void klAndClipFractionByHand() {
        Program program = shift(4, false, 0.2);
        double[] ratios = {2, 0.5, 1, 1.1};
        for (int i = 0; i < 4; i++) {
            program.input("log_prob").floats()[i] = (float) (-LN2 - Math.log(ratios[i]));
        }
        program.run();
        double kl = ((2 - 1 - LN2) + (0.5 - 1 + LN2) + 0 + (0.1 - Math.log(1.1))) / 4;
        assertThat((double) program.output("approx_kl").item()).isCloseTo(kl, within(1e-6));
        assertThat((double) program.output("clip_fraction").item()).isCloseTo(0.5, within(1e-6));
    }

    /// Two rows count, with a half each; the others only fill up.
    @Test
    void rowsThatFillUpDoNotCount() {
        Program program = shift(4, true, 0.2);
        System.arraycopy(
                new float[] {0.5f, 0.5f, 0, 0}, 0, program.input("weight").floats(), 0, 4);
        double[] ratios = {2, 1, 50, 50};
        for (int i = 0; i < 4; i++) {
            program.input("log_prob").floats()[i] = (float) (-LN2 - Math.log(ratios[i]));
        }
        program.run();
        assertThat((double) program.output("approx_kl").item()).isCloseTo((1 - LN2) / 2, within(1e-6));
        assertThat((double) program.output("clip_fraction").item()).isCloseTo(0.5, within(1e-6));
    }

    /// Advantage 1, ratio 1, value 0 against target 3: L^CLIP = 1, L^VF = 9, whatever the coefficients are.
    @Test
    void lossesAreShownWithoutTheirCoefficients() {
        Agents agents =
                Agents.of("PPO", "OnPolicyBatchReplay").net("shared", true).keys("val_loss_coef", 0.25);
        AgentContext parts = agents.parts(new Space.Discrete(2));
        Ppo ppo = (Ppo) agents.make(parts);
        Agents.zero(ppo.variables());
        Program program = Agents.program(trace -> {
            Ppo.Loss loss = ppo.loss(Batch.of(trace, parts, 1, 1, false));
            trace.output("surrogate", loss.surrogate());
            trace.output("value_loss", loss.valueError());
            trace.output("value", loss.value());
        });
        program.set("clip_eps", 0.2).set("entropy_coef", 0.5);
        program.input("log_prob").floats()[0] = (float) -LN2;
        program.input("advantage").floats()[0] = 1;
        program.input("value_target").floats()[0] = 3;
        program.run();
        assertThat(program.output("surrogate").item()).isEqualTo(1, within(1e-6f));
        assertThat(program.output("value_loss").item()).isEqualTo(9, within(1e-5f));
        assertThat(program.output("value").item()).isEqualTo(2.25f, within(1e-5f));
    }

    @Test
    void klAndClipFractionAreThoseOfStableBaselines() throws IOException {
        List<String> lines = Files.readAllLines(GOLDEN);
        int cases = 0;
        for (int i = 0; i < lines.size(); i++) {
            String[] words = lines.get(i).split(" ", -1);
            if (words[0].equals("shift")) {
                double[] old = numbers(lines.get(i + 1));
                Program program = shift(old.length, false, Double.parseDouble(words[1]));
                for (int row = 0; row < old.length; row++) {
                    program.input("log_prob").floats()[row] = (float) old[row];
                }
                program.run();
                double kl = Double.parseDouble(words[2]);
                assertThat((double) program.output("approx_kl").item()).isCloseTo(kl, within(1e-6 + 1e-5 * kl));
                assertThat((double) program.output("clip_fraction").item())
                        .isCloseTo(Double.parseDouble(words[3]), within(1e-6));
                cases++;
            }
        }
        assertThat(cases).isEqualTo(5);
    }

    private static double[] numbers(String line) {
        return Arrays.stream(line.split(" ", -1))
                .skip(1)
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    /// Q(s, a) = 2 or 5, whichever action was taken; γ = ½, reward 1 and no end, so y = 1 + ½·5.
    @ParameterizedTest
    @ValueSource(strings = {"DQN", "VanillaDQN"})
    void qAndErrorsAreThoseOfTheLastBatch(String name) {
        Agents agents = Agents.of(name, "Replay").keys("gamma", 0.5, "training_start_step", 4);
        try (Agents.Play play = agents.in("CartPole-v1", 1, Map.of(), 1)) {
            Agents.zero(play.agent.variables());
            Agents.set(play.agent.variables(), "net.tails.0.bias", 2, 5);
            if (name.equals("DQN")) {
                Agents.set(play.agent.variables(), "target_net.tails.0.bias", 2, 5);
            }
            assertThat(gauge(play, Metrics.Q_MEAN)).isNaN();
            assertThat(gauge(play, Metrics.TD_ERROR)).isNaN();
            while (play.step() == null) {
                assertThat(gauge(play, Metrics.Q_MAX)).isNaN();
            }
            double mean = gauge(play, Metrics.Q_MEAN);
            assertThat(mean).isBetween(2.0, 5.0);
            assertThat(gauge(play, Metrics.Q_MAX)).isIn(2.0, 5.0);
            assertThat(gauge(play, Metrics.TD_ERROR)).isCloseTo(1.5, within(1e-6)); // 3.5 is 1.5 from both
            State saved = new State();
            play.agent.save(saved);
            assertThat(saved.number("q_gauges.mean")).isEqualTo(mean);
        }
    }

    private static double gauge(Agents.Play play, Metric metric) {
        Stats stats = new Stats();
        play.agent.gauges(stats);
        assertThat(stats.metrics()).contains(metric);
        return stats.mean(metric);
    }
}
