package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Batch;
import slmlab.env.Space;
import slmlab.metric.Metrics;
import slmlab.spec.key.Defaults;
import slmlab.tensor.Program;

/// The loss of a net whose weights are 0: π = ½ for each of two actions, V what its bias says.
class PpoTest {
    private static final Offset<Float> CLOSE = within(1e-6f);
    private static final double LN2 = Math.log(2);
    private static final Agents PPO = Agents.of("PPO", "OnPolicyBatchReplay").net("shared", true);

    private static final Map<String, Object> NONE = Map.of("name", "no_decay", "start_val", 0.0);

    private static Program loss(Agents agents, int rows, float value) {
        AgentContext parts = agents.parts(new Space.Discrete(2));
        Ppo ppo = (Ppo) agents.make(parts);
        Agents.zero(ppo.variables());
        Agents.set(ppo.variables(), "net.tails.1.0.bias", value);
        Program program = Agents.program(trace -> {
            Ppo.Loss loss = ppo.loss(Batch.of(trace, parts, rows, 1, false));
            trace.output("policy", loss.policy());
            trace.output("value", loss.value());
            trace.output("entropy", loss.entropy());
        });
        return program.set("clip_eps", 0.2);
    }

    /// Old log-probabilities that make these ratios.
    private static void ratios(Program program, double... ratios) {
        for (int i = 0; i < ratios.length; i++) {
            program.input("log_prob").floats()[i] = (float) (-LN2 - Math.log(ratios[i]));
        }
    }

    @Test
    void goldenLoss() {
        Program program = loss(PPO, 4, 0);
        ratios(program, 0.7, 0.9, 1.1, 1.5);
        System.arraycopy(
                new float[] {1, -1, 2, 1}, 0, program.input("advantage").floats(), 0, 4);
        program.run();
        assertThat(program.output("policy").item()).isCloseTo(-0.8f, CLOSE);
        program.set("entropy_coef", 0.1).run();
        assertThat(program.output("entropy").item()).isCloseTo((float) LN2, CLOSE);
        assertThat(program.output("policy").item()).isCloseTo((float) (-0.8 - 0.1 * LN2), CLOSE);
    }

    @ParameterizedTest
    @CsvSource({"0.7, 1, 0.7", "0.9, -1, -0.9", "1.1, 2, 2.2", "1.5, 1, 1.2", "0.5, -1, -0.8", "1.5, -1, -1.5"})
    void goldenTerms(double ratio, float advantage, float term) {
        Program program = loss(PPO, 1, 0);
        ratios(program, ratio);
        program.input("advantage").floats()[0] = advantage;
        program.run();
        assertThat(program.output("policy").item()).isCloseTo(-term, CLOSE);
    }

    private static float valueLoss(Agents agents, float value, float old, float target) {
        Program program = loss(agents, 1, value);
        program.input("value_target").floats()[0] = target;
        if (program.inputs().containsKey("value")) {
            program.input("value").floats()[0] = old;
        }
        if (program.inputs().containsKey("value_scale")) {
            program.set("value_scale", 0.5);
        }
        program.run();
        return program.output("value").item();
    }

    @Test
    void valueLossByHand() {
        assertThat(valueLoss(PPO.keys("val_loss_coef", 0.5), 3, 0, 1)).isEqualTo(2); // ½·(3 − 1)²
    }

    @Test
    void clippedValueLossTakesTheWorse() {
        Agents clipped = PPO.keys("clip_vloss", true, "val_loss_coef", 0.5);
        // V = .5, old 0, ε = .2, target 1: held .2; max(.25, .64)·½·½ = .16
        assertThat(valueLoss(clipped, 0.5f, 0, 1)).isCloseTo(0.16f, CLOSE);
        // target −1: max((.5 + 1)², (.2 + 1)²)·½·½ = 2.25/4
        assertThat(valueLoss(clipped, 0.5f, 0, -1)).isCloseTo(0.5625f, CLOSE);
    }

    @Test
    void symlogComparesLogarithms() {
        // V = e − 1 → 1, target −(e² − 1) → −2: (1 + 2)² = 9
        float value = (float) (Math.E - 1);
        float target = (float) -(Math.E * Math.E - 1);
        assertThat(valueLoss(PPO.keys("symlog", true), value, 0, target)).isCloseTo(9, within(1e-5f));
    }

    @Test
    void normalizedTargetsAreScaledAndHeld() {
        // scale ½: V = 2 → 1, target 30 → 15 → 10: (1 − 10)²
        assertThat(valueLoss(PPO.keys("normalize_v_targets", true), 2, 0, 30)).isEqualTo(81);
    }

    @Test
    void clippedValuesAreNormalizedFirst() {
        // scale ½: V = 3 → 1.5, old 1 → .5, target 30 → 15 → 10; held .5 + .2 = .7; max(8.5², 9.3²)·½
        Agents both = PPO.keys("clip_vloss", true, "normalize_v_targets", true);
        assertThat(valueLoss(both, 3, 1, 30)).isCloseTo(0.5f * 9.3f * 9.3f, within(1e-4f));
    }

    @Test
    void clippedAndNormalizedTargetsLearn() {
        Agents both = PPO.keys("clip_vloss", true, "normalize_v_targets", true, "time_horizon", 8);
        try (Agents.Play play = both.in("Pendulum-v1", 2)) {
            play.steps(16);
            assertThat(play.mean(Metrics.LOSS)).isFinite();
        }
    }

    /// Targets of 0 and e⁶ − 1: symlog makes them 0 and 6, with deviation 3; the raw ones' is some 200.
    @Test
    void symlogComesBeforeTheScaleOfTargets() {
        Agents both = PPO.keys("symlog", true, "normalize_v_targets", true, "gamma", 0, "lam", 0);
        try (Agents.Play play = new Agents.Play(
                both.keys("time_horizon", 2, "minibatch_size", 2, "training_epoch", 1, "entropy_coef_spec", NONE)
                        .net("optim_spec", Map.of("name", "Adam", "lr", 0.0)),
                Payer.of(0, Math.exp(6) - 1),
                1)) {
            Agents.zero(play.agent.variables());
            // V = 0: the mean of 0² and (6/3)²; advantages have mean 0 and ratios are 1
            assertThat(Objects.requireNonNull(play.steps(1).step()).mean(Metrics.LOSS))
                    .isCloseTo(2, within(1e-3));
        }
    }

    @Test
    void learnsAfterTimeHorizonStepsWhateverTheNumberOfEnvs() {
        Agents agents = PPO.keys("time_horizon", 4, "minibatch_size", 4, "training_epoch", 3);
        try (Agents.Play play = agents.in("CartPole-v1", 2)) {
            List<Integer> updates = new ArrayList<>();
            for (int t = 1; t <= 12; t++) {
                if (play.step() != null) {
                    updates.add(t);
                }
            }
            assertThat(updates).containsExactly(4, 8, 12);
            assertThat(play.clock.optStep()).isEqualTo(3 * 3 * 2); // updates · epochs · minibatches of 4 of 8 rows
        }
    }

    @Test
    void aLastMinibatchMayBeSmaller() {
        Agents agents = PPO.keys("time_horizon", 5, "minibatch_size", 4, "training_epoch", 1);
        try (Agents.Play play = agents.in("CartPole-v1", 1)) {
            play.steps(5);
            assertThat(play.clock.optStep()).isEqualTo(2); // 4 rows and 1
        }
    }

    @Test
    void learnsAfterEpisodesIfItsMemoryIsOfEpisodes() {
        Agents agents = PPO.keys("training_frequency", 2, "training_epoch", 1, "minibatch_size", 64)
                .memory("name", "OnPolicyReplay");
        try (Agents.Play play = agents.in("CartPole-v1", 1, Map.of("max_episode_steps", 5), 1)) {
            List<Integer> updates = new ArrayList<>();
            for (int t = 1; t <= 20; t++) {
                if (play.step() != null) {
                    updates.add(t);
                }
            }
            assertThat(updates).containsExactly(10, 20);
        }
    }

    @Test
    void aMinibatchHasUpstreamsSizeUnlessTold() {
        assertThat(Defaults.of(Ppo.Config.class).minibatchSize()).isEqualTo(4);
    }
}
