package slmlab.agent.algorithm.sac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.Clock;
import slmlab.agent.algorithm.Agents;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Critics;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variables;

/// Targets and losses of nets whose weights are 0.
class SoftActorCriticTest {
    private static final float LN2 = (float) Math.log(2);
    private static final Agents SAC = Agents.of("SoftActorCritic", "Replay").memory("batch_size", 2);

    private static SoftActorCritic make(Space action) {
        SoftActorCritic sac = (SoftActorCritic) SAC.make(SAC.parts(action));
        Agents.zero(sac.variables());
        return sac;
    }

    private static void fill(Program program, double alpha) {
        System.arraycopy(new float[] {1, 7}, 0, program.input("reward").floats(), 0, 2);
        System.arraycopy(new float[] {0.5f, 0}, 0, program.input("discount").floats(), 0, 2); // γ, and an end
        program.set("alpha", alpha).run();
    }

    /// π = (½, ½), the targets' Q = (1, 3) and (2, 4): V = mean of (1.5, 3.5) + α·ln 2.
    @Test
    void targetOfChoicesByHand() {
        SoftActorCritic sac = make(new Space.Discrete(2));
        Agents.set(sac.variables(), "target_q1_net.tails.0.bias", 1, 3);
        Agents.set(sac.variables(), "target_q2_net.tails.0.bias", 2, 4);
        Agents.set(sac.variables(), "q1_net.tails.0.bias", 1, 0);
        Program program = Agents.program(trace -> {
            Critics.Loss loss = sac.criticLoss(trace);
            trace.output("q1", loss.each().get(0));
            trace.output("q2", loss.each().get(1));
            trace.output("error", loss.error());
        });
        fill(program, 0.2);
        float y = 1 + 0.5f * (2.5f + 0.2f * LN2);
        float[] errors = program.output("error").floats(); // of the lower, which is q2 = 0
        assertThat(errors).containsExactly(new float[] {-y, -7}, within(1e-6f));
        assertThat(program.output("q2").item()).isCloseTo((y * y + 49) / 2, within(1e-5f));
        assertThat(program.output("q1").item()).isCloseTo(((y - 1) * (y - 1) + 36) / 2, within(1e-5f));
    }

    /// Σ_a ½·(α·ln ½ − Q(a)) with the mean of both critics.
    @Test
    void policyLossOfChoicesByHand() {
        SoftActorCritic sac = make(new Space.Discrete(2));
        Program program = Agents.program(trace -> {
            Tensor q = trace.input("q", 2, 2);
            SoftActorCritic.PolicyLoss loss = sac.discreteLoss(trace, List.of(q, q));
            trace.output("loss", loss.mean());
            trace.output("entropy", loss.entropy());
        });
        System.arraycopy(new float[] {1, 3, 5, 7}, 0, program.input("q").floats(), 0, 4);
        program.set("alpha", 0.2).run();
        assertThat(program.output("loss").item()).isCloseTo(-0.2f * LN2 - 4, within(1e-6f));
        assertThat(program.output("entropy").item()).isCloseTo(LN2, within(1e-6f));
    }

    @Test
    void targetOfNumbersTakesTheLowerCritic() {
        SoftActorCritic sac = make(Space.Box.of(-1, 1, 1));
        Agents.set(sac.variables(), "target_q1_net.tails.0.bias", 3);
        Agents.set(sac.variables(), "target_q2_net.tails.0.bias", 2);
        Program program = Agents.program(
                trace -> trace.output("error", sac.criticLoss(trace).error()));
        fill(program, 0);
        assertThat(program.output("error").floats()).containsExactly(-2, -7); // −(1 + ½·2)
    }

    /// log π(tanh u) = log N(u) − log(1 − tanh² u). With σ = e⁻⁵ nearly all mass lies at tanh μ, where that
    /// is 5 − ½·ln 2π − z²/2 − ln(1 − tanh² μ); the mean of z² is 1.
    @ParameterizedTest
    @CsvSource({"0", "1.5", "-3"})
    void entropyOfNumbersHasTheSquashCorrection(double mu) {
        Agents many = SAC.memory("batch_size", 4096, "max_size", 5000);
        SoftActorCritic sac = (SoftActorCritic) many.make(many.parts(Space.Box.of(-1, 1, 1)));
        Agents.zero(sac.variables());
        Agents.set(sac.variables(), "net.tails.0.0.bias", (float) mu);
        Agents.set(sac.variables(), "net.tails.1.0.bias", -5);
        Program program = Agents.program(
                trace -> trace.output("entropy", sac.policyLoss(trace).entropy()));
        program.run();
        double tanh = Math.tanh(mu);
        double logProb = 5 - 0.5 * Math.log(2 * Math.PI) - 0.5 - Math.log(1 - tanh * tanh);
        assertThat((double) program.output("entropy").item()).isCloseTo(-logProb, within(0.05));
    }

    private static float logAlphaAfterAStep(Space action, float entropy, Map<String, ?> keys) {
        Agents agents = SAC.net("optim_spec", Map.of("name", "SGD", "lr", 0.1));
        for (Map.Entry<String, ?> key : keys.entrySet()) {
            agents = agents.keys(key.getKey(), key.getValue());
        }
        AgentContext parts = agents.parts(action);
        Variables variables = new Variables();
        SacConfig config = new SacConfig(
                0.99, 1, null, null, 1, "auto", null, -5, 2, (Double) keys.get("alpha_lr"), null, 0, 0, false, false);
        Temperature temperature = new Temperature(config, parts, variables, 1);
        Variables state = new Variables();
        Program program = Agents.program(trace -> {
            temperature.step(trace, state, Tensor.of(entropy));
            trace.output("alpha", trace.scalar("alpha"));
        });
        temperature.prepare(program, 0);
        program.run();
        return variables.get("log_alpha").array().floats()[0];
    }

    @Test
    void alphaGrowsWhileTheEntropyIsBelowItsTarget() {
        // log α ← 0 + lr·α·(H̄ − H): H̄ = .6·ln 2 for two choices, −2 for two numbers
        float choices = logAlphaAfterAStep(new Space.Discrete(2), 0.1f, Map.of());
        assertThat(choices).isCloseTo(0.1f * (0.6f * LN2 - 0.1f), within(1e-6f));
        float numbers = logAlphaAfterAStep(Space.Box.of(-1, 1, 2), 1, Map.of());
        assertThat(numbers).isCloseTo(0.1f * (-2 - 1), within(1e-6f));
        float faster = logAlphaAfterAStep(Space.Box.of(-1, 1, 2), 1, Map.of("alpha_lr", 0.5));
        assertThat(faster).isCloseTo(0.5f * (-2 - 1), within(1e-6f));
    }

    @Test
    void alphaStaysWithinItsBounds() {
        Agents agents = SAC.keys("log_alpha_max", -1, "log_alpha_min", -1, "training_start_step", 2);
        try (Agents.Play play = agents.in("Probe-RewardFromAction-v0", 1)) {
            play.steps(5);
            assertThat(play.agent.variables().get("log_alpha").array().floats()).containsExactly(-1);
        }
    }

    /// A rate that falls to 0 within ten frames: then α stands still, as the actor does.
    @ParameterizedTest
    @CsvSource({
        "SoftActorCritic, Probe-RewardFromAction-v0, ",
        "SoftActorCritic, Pendulum-v1, ",
        "SoftActorCritic, Pendulum-v1, 0.3",
        "CrossQ, Probe-RewardFromAction-v0, 0.3",
        "CrossQ, Pendulum-v1, "
    })
    void alphaFollowsTheLearningRatesSchedule(String algorithm, String env, @Nullable Double alphaLr) {
        Agents agents = Agents.of(algorithm, "Replay")
                .memory("batch_size", 2)
                .net("lr_scheduler_spec", Map.of("name", "LinearToZero", "frame", 10))
                .keys("training_start_step", 4, "training_iter", 1);
        if (alphaLr != null) {
            agents = agents.keys("alpha_lr", alphaLr);
        }
        try (Agents.Play play = agents.in(env, 1)) {
            play.steps(20); // more than 10 updates
            float alpha = play.agent.variables().get("log_alpha").array().floats()[0];
            assertThat(alpha).isNotZero();
            play.steps(10);
            assertThat(play.agent.variables().get("log_alpha").array().floats()).containsExactly(alpha);
        }
    }

    @Test
    void aLearntAlphaIsNotAnnealed() {
        assertThatThrownBy(() ->
                        new SacConfig(0.99, 1, null, null, 1, "auto", null, -5, 2, null, null, 1000, 0, false, false))
                .isInstanceOf(ConfigException.class)
                .hasMessage("alpha_anneal_frames is 1000; it takes a fixed_alpha to 0, needs one beside it");
    }

    @Test
    void fixedAlphaFallsToZeroIfAsked() {
        Clock clock = new Clock(1, 100);
        SacConfig config = new SacConfig(0.99, 1, null, null, 1, "auto", null, -5, 2, null, 0.4, 10, 0, false, false);
        AgentContext parts = SAC.parts(Space.Box.of(-1, 1, 1), new Space.Discrete(2), 1, false, clock, 1);
        Temperature temperature = new Temperature(config, parts, new Variables(), 1);
        assertThat(temperature.alpha()).isEqualTo(0.4);
        clock.jump(5);
        assertThat(temperature.alpha()).isCloseTo(0.2, within(1e-12));
        clock.jump(20);
        assertThat(temperature.alpha()).isZero();
    }

    @Test
    void theShareOfEntropyToKeepChangesWithTheFrame() {
        SacConfig.Anneal anneal = new SacConfig.Anneal(0.8, 0.2, 100);
        assertThat(anneal.at(0)).isEqualTo(0.8);
        assertThat(anneal.at(50)).isCloseTo(0.5, within(1e-12));
        assertThat(anneal.at(1000)).isCloseTo(0.2, within(1e-12));
    }

    /// A critic step forevery batch, an actor step forevery second one: α moves with the actor's.
    @Test
    void theActorLearnsLessOften() {
        Agents agents = SAC.keys("policy_delay", 2, "training_start_step", 4, "training_iter", 1);
        try (Agents.Play play = agents.in("Probe-RewardFromAction-v0", 1)) {
            float[] alpha = play.agent.variables().get("log_alpha").array().floats();
            float[] critic =
                    play.agent.variables().get("q1_net.tails.0.bias").array().floats();
            play.steps(4);
            float before = critic[0];
            play.steps(1);
            assertThat(alpha[0]).isZero();
            assertThat(critic[0]).isNotEqualTo(before);
            play.steps(1);
            assertThat(alpha[0]).isNotZero();
        }
    }
}
