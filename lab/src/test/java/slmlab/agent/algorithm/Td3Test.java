package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import slmlab.agent.Policy;
import slmlab.agent.part.Critics;
import slmlab.env.Envs;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.Program;

/// TD3 and DDPG with nets that are lines: Q(s, a) = ws·s + wa·a + b, μ(s) = tanh(w·s + b).
class Td3Test {
    private static final Offset<Float> CLOSE = within(1e-5f);
    private static final Agents TD3 = linear("TD3");
    private static final Agents DDPG = linear("DDPG");
    private static final Agents CALM = TD3.keys("target_noise", 0);

    private static Agents linear(String name) {
        return Agents.of(name, "Replay")
                .memory("batch_size", 2)
                .net("hid_layers", List.of(1), "hid_layers_activation", "identity");
    }

    private static Td3 make(Agents agents) {
        Td3 td3 = (Td3) agents.make(agents.parts(Space.Box.of(-1, 1, 1)));
        Agents.zero(td3.variables());
        return td3;
    }

    /// @param weights of what goes in, then the constant
    private static void line(Td3 td3, String net, double... weights) {
        float[] in = new float[weights.length - 1];
        for (int i = 0; i < in.length; i++) {
            in[i] = (float) weights[i];
        }
        Agents.set(td3.variables(), net + ".model.0.weight", in);
        Agents.set(td3.variables(), net + ".tails.0.weight", 1);
        Agents.set(td3.variables(), net + ".tails.0.bias", (float) weights[in.length]);
    }

    private static double atanh(double x) {
        return 0.5 * Math.log((1 + x) / (1 - x));
    }

    private static void fill(Program program, String input, double... values) {
        float[] to = program.input(input).floats();
        for (int i = 0; i < to.length; i++) {
            to[i] = (float) values[i % values.length];
        }
    }

    /// Q₁ − y of each row, and both losses.
    private static Program critics(Td3 td3) {
        return Agents.program(trace -> {
            Critics.Loss loss = td3.criticLoss(trace);
            trace.output("q1", loss.each().get(0));
            trace.output("q2", loss.each().get(1));
            trace.output("error", loss.error());
        });
    }

    /// The target actor says ½ at s′ = 1 and −½ at s′ = −1, the actor that learns the opposite.
    private static Td3 withTwoActors(Agents agents) {
        Td3 td3 = make(agents);
        line(td3, "net", -atanh(0.5), 0);
        line(td3, "target_net", atanh(0.5), 0);
        line(td3, "target_q1_net", 1, 4, 0.5); // s′ + 4a + ½
        line(td3, "target_q2_net", 3, -2, 1); // 3s′ − 2a + 1
        line(td3, "q1_net", 2, 1, 0); // 2s + a
        line(td3, "q2_net", 0, 0, -1);
        return td3;
    }

    private static Program filled(Program program) {
        fill(program, "obs", 0.25, 0.75);
        fill(program, "action", 0.5, -1);
        fill(program, "next_obs", 1, -1);
        fill(program, "reward", 1, 7);
        fill(program, "discount", 0.5, 0.25);
        program.run();
        return program;
    }

    @Test
    void theTargetIsTheLowerOfTwoSlowCriticsAtTheSlowActorsAction() {
        Program program = filled(critics(withTwoActors(CALM)));
        // s′ = 1, a = ½: Q̄ = (3.5, 3), y = 1 + ½·3 = 2.5; s′ = −1, a = −½: Q̄ = (−2.5, −1), y = 7 − ¼·2.5 = 6.375
        // Q₁ = 2·¼ + ½ = 1 and 2·¾ − 1 = ½; Q₂ = −1
        assertThat(program.output("error").floats()).containsExactly(new float[] {-1.5f, -5.875f}, CLOSE);
        assertThat(program.output("q1").item()).isCloseTo((1.5f * 1.5f + 5.875f * 5.875f) / 2, within(1e-4f));
        assertThat(program.output("q2").item()).isCloseTo((3.5f * 3.5f + 7.375f * 7.375f) / 2, within(1e-4f));
    }

    @Test
    void ofDdpgTheFirstCriticAloneCounts() {
        Program program = filled(critics(withTwoActors(DDPG)));
        // y = 1 + ½·3.5 = 2.75 and 7 − ¼·2.5 = 6.375; a second run has the same: there is no noise
        assertThat(program.output("error").floats()).containsExactly(new float[] {-1.75f, -5.875f}, CLOSE);
        program.run();
        assertThat(program.output("error").floats()).containsExactly(new float[] {-1.75f, -5.875f}, CLOSE);
    }

    /// The actions that the target values, of 4,096 rows: y = Q̄ = a.
    private static float[] targetActions(double mean, double noise, double clip) {
        Agents agents =
                TD3.keys("target_noise", noise, "target_noise_clip", clip).memory("batch_size", 4096, "max_size", 5000);
        Td3 td3 = make(agents);
        line(td3, "target_net", 0, atanh(mean));
        line(td3, "target_q1_net", 0, 1, 0);
        line(td3, "target_q2_net", 0, 1, 0);
        Program program = critics(td3);
        fill(program, "discount", 1);
        program.run();
        float[] actions = program.output("error").floats().clone(); // 0 − y
        for (int i = 0; i < actions.length; i++) {
            actions[i] = -actions[i];
        }
        return actions;
    }

    private static double deviation(float[] values) {
        double mean = 0;
        for (float value : values) {
            mean += value / (double) values.length;
        }
        double squares = 0;
        for (float value : values) {
            squares += (value - mean) * (value - mean);
        }
        return Math.sqrt(squares / values.length);
    }

    @Test
    void theTargetsNoiseIsDrawnClippedAndKeptWithinTheActions() {
        assertThat(deviation(targetActions(0, 0.2, 10))).isCloseTo(0.2, within(0.01));
        float[] clipped = targetActions(0.25, 0.2, 0.125);
        Arrays.sort(clipped);
        assertThat(clipped[0]).isCloseTo(0.125f, CLOSE);
        assertThat(clipped[clipped.length - 1]).isCloseTo(0.375f, CLOSE);
        assertThat(deviation(clipped)).isBetween(0.06, 0.124); // neither nothing nor the ends alone
        float[] held = targetActions(0.75, 0.5, 0.5);
        Arrays.sort(held);
        assertThat(held[0]).isCloseTo(0.25f, CLOSE);
        assertThat(held[held.length - 1]).isEqualTo(1);
    }

    @Test
    void theActorClimbsTheFirstCritic() {
        Td3 td3 = withTwoActors(CALM);
        Program program = Agents.program(trace -> trace.output("loss", td3.policyLoss(trace)));
        fill(program, "obs", 1, -1);
        program.run();
        // μ = −½ at s = 1, ½ at −1: Q₁ = 2 − ½ and −2 + ½, whose mean is 0
        assertThat(program.output("loss").item()).isCloseTo(0, CLOSE);
        fill(program, "obs", 1, 1);
        program.run();
        assertThat(program.output("loss").item()).isCloseTo(-1.5f, CLOSE);
    }

    @Test
    void theActorAndAllTargetsLearnWithEverySecondBatch() {
        Agents agents = TD3.keys("training_start_step", 4, "training_iter", 1)
                .net("update_type", "polyak", "polyak_coef", 0.25);
        try (Agents.Play play = agents.in("Pendulum-v1", 1)) {
            Changes changes = new Changes(play.agent.variables());
            play.steps(4);
            assertThat(changes.nets()).isEmpty();
            play.steps(1);
            assertThat(changes.nets()).containsExactly("q1_net", "q2_net");
            float slow = changes.of("target_q2_net.tails.0.bias");
            play.steps(1);
            assertThat(changes.nets())
                    .containsExactly("net", "q1_net", "q2_net", "target_net", "target_q1_net", "target_q2_net");
            assertThat(changes.of("target_q2_net.tails.0.bias"))
                    .isCloseTo(0.75f * slow + 0.25f * changes.of("q2_net.tails.0.bias"), within(1e-7f));
            play.steps(1);
            assertThat(changes.nets()).containsExactly("q1_net", "q2_net");
            assertThat(play.clock.optStep()).isEqualTo(3);
        }
    }

    @Test
    void asManyBatchesAsEnvsUnlessASpecSaysSo() {
        Agents agents = TD3.keys("training_start_step", 6, "training_frequency", 6);
        try (Agents.Play play = agents.in("Pendulum-v1", 3)) {
            play.steps(4); // one update, with the seventh transition
            assertThat(play.clock.optStep()).isEqualTo(3);
        }
        try (Agents.Play play = agents.keys("training_iter", 5).in("Pendulum-v1", 3)) {
            play.steps(4);
            assertThat(play.clock.optStep()).isEqualTo(5);
        }
    }

    /// What the agent does in 4,000 steps of training with a learning rate of 0; the actor says ½.
    private static float[] actionsOfTraining(double noise, int startStep, int steps) {
        Agents agents = TD3.keys(
                        "explore_noise", noise, "training_start_step", startStep, "training_frequency", 1_000_000)
                .net("optim_spec", Map.of("name", "SGD", "lr", 0.0));
        try (Agents.Play play = agents.in("Pendulum-v1", 1)) {
            Agents.zero(play.agent.variables());
            line((Td3) play.agent, "net", 0, 0, 0, atanh(0.5));
            float[] actions = new float[steps];
            for (int i = 0; i < steps; i++) {
                actions[i] = play.actions()[0];
            }
            return actions;
        }
    }

    @Test
    void explorationAddsNoiseWithinTheActions() {
        float[] actions = actionsOfTraining(0.1, 0, 4000);
        assertThat(deviation(actions)).isCloseTo(0.1, within(0.01));
        double mean = 0;
        for (float action : actions) {
            mean += action / 4000.0;
        }
        assertThat(mean).isCloseTo(0.5, within(0.01));
        float[] wild = actionsOfTraining(2, 0, 500);
        Arrays.sort(wild);
        assertThat(wild[0]).isEqualTo(-1);
        assertThat(wild[wild.length - 1]).isEqualTo(1);
        assertThat(actionsOfTraining(0, 0, 5)).containsOnly(new float[] {0.5f}, CLOSE);
    }

    @Test
    void theFirstActionsAreDrawnFromAll() {
        float[] actions = actionsOfTraining(0, 2000, 2003);
        assertThat(Arrays.copyOfRange(actions, 2000, 2003)).containsOnly(new float[] {0.5f}, CLOSE);
        float[] first = Arrays.copyOf(actions, 2000);
        assertThat(deviation(first)).isCloseTo(2 / Math.sqrt(3), within(0.04)); // uniform on Pendulum's [−2, 2]
    }

    @Test
    void anEvaluatedPolicyHasNoNoiseUnlessItIsAskedFor() {
        try (Agents.Play play = TD3.keys("explore_noise", 0.1).in("Pendulum-v1", 1);
                VecEnv env = Envs.make("Pendulum-v1", 3, Map.of())) {
            Agents.zero(play.agent.variables());
            line((Td3) play.agent, "net", 0, 0, 0, atanh(0.5));
            Step step = env.reset(1);
            Policy mode = play.agent.policy(3, false);
            Array actions = mode.act(step);
            assertThat(actions.floats()).containsExactly(new float[] {0.5f, 0.5f, 0.5f}, CLOSE);
            float[] drawn = play.agent.policy(3, true).act(step).floats();
            assertThat(drawn[0]).isNotEqualTo(drawn[1]).isNotCloseTo(0.5f, CLOSE);
        }
    }
}
