package slmlab.judge.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.env.Envs;
import slmlab.env.VecEnv;
import slmlab.experiment.TrainedAgent;
import slmlab.judge.Trained;

/// Explanations of agents that learned something.
@Tag("learning")
@Tag("slow")
class ExplainTest {
    private static final String CONV = "{type: ConvNet, shared: true, conv_hid_layers: [[8, 3, 1]], "
            + "fc_hid_layers: [32], batch_norm: false, optim_spec: {name: Adam, lr: 0.003}}";
    private static final String GRU = "{type: RecurrentNet, shared: false, cell_type: gru, fc_hid_layers: [64], "
            + "hid_layers_activation: tanh, rnn_hidden_size: 32, seq_len: %s, clip_grad_val: 0.5, init_fn: orthogonal_, "
            + "actor_init_std: 0.01, critic_init_std: 1.0, optim_spec: {name: Adam, lr: %s}}";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// Adebayo et al. 2018: a map that does not change with the weights explains nothing about them.
    @Test
    void mapsOfPixelsChangeWithTheWeights() {
        String env = "name: Catch-v0, num_envs: 8, max_frame: 12000";
        try (TrainedAgent player = Trained.player(temp, Trained.PPO, Trained.ROLLOUT, CONV, env)) {
            for (Saliency method : Saliency.values()) {
                AgentExplanation explanation = Explain.of(player, "catch", 0, method, AttributionBaseline.ZERO, 5, 3);
                assertThat(explanation.randomised()).as(method.toString()).isLessThan(0.3);
                assertThat(explanation.isImage()).isTrue();
                assertThat(explanation.states()).hasSize(5).allSatisfy(state -> {
                    assertThat(state.map()).hasSize(50);
                    assertThat(Arrays.stream(state.map())).allMatch(each -> each >= 0 && each <= 1);
                    assertThat(explanation.top(state)).hasSizeLessThanOrEqualTo(5);
                });
            }
        }
    }

    @Test
    void numbersAreNamedAndMapsChangeWithTheWeights() {
        String env = "name: CartPole-v1, num_envs: 8, max_frame: 20000";
        try (TrainedAgent player = Trained.player(temp, Trained.PPO, Trained.ROLLOUT, Trained.MLP, env)) {
            AgentExplanation explanation =
                    Explain.of(player, "cartpole", 0, Saliency.IG, AttributionBaseline.ZERO, 6, 3);
            assertThat(explanation.randomised()).isLessThan(0.3);
            assertThat(explanation.memory()).isNull();
            assertThat(explanation.states()).hasSize(6);
            assertThat(explanation.top(explanation.states().getFirst()))
                    .hasSize(4)
                    .extracting(AgentExplanation.Part::name)
                    .containsExactlyInAnyOrder("cart position", "cart velocity", "pole angle", "pole angular velocity");
            assertThat(explanation.lines()).contains("attention: no net of the lab has any");
        }
    }

    @Test
    void memoryIsUnusedWhereTheObservationTellsAll() {
        String env = "name: CartPole-v1, num_envs: 8, max_frame: 60000";
        try (TrainedAgent player = Trained.player(temp, Trained.PPO, Trained.ROLLOUT, GRU.formatted(1, 0.001), env)) {
            MemoryVerdict verdict = MemoryVerdict.of(player, 16, 3);
            assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo("unused");
            assertThat(verdict.kept()).as(verdict.toString()).isGreaterThan(400);
        }
    }

    @Test
    void memoryIsUsedWhereASignMustBeRemembered() {
        String env = "name: TMaze-v0, length: 3, num_envs: 8, max_frame: 24000";
        try (TrainedAgent player = Trained.player(temp, Trained.PPO, Trained.ROLLOUT, GRU.formatted(8, 0.003), env)) {
            MemoryVerdict verdict = MemoryVerdict.of(player, 32, 3);
            assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo("used");
            assertThat(verdict.kept()).as(verdict.toString()).isGreaterThan(3.5);
        }
    }

    @Test
    void dropsAndVerdictsByHand() {
        assertThat(verdict(100, 99, 50, 0).verdict()).isEqualTo("unused"); // 1 % less
        assertThat(verdict(100, 98, 50, 0).verdict()).isEqualTo("unclear"); // 2 % is not below 2 %
        assertThat(verdict(100, 90, 50, 0).verdict()).isEqualTo("unclear");
        assertThat(verdict(100, 75, 50, 0).verdict()).isEqualTo("used");
        assertThat(verdict(-100, -150, -110, -500).drop()).isEqualTo(0.5, within(1e-12)); // half as bad again
        assertThat(verdict(0, -1, 0, -5).verdict()).isEqualTo("used");
    }

    /// An agent that has not learned yet may not have found a use for its memory.
    @Test
    void thereIsNoVerdictBeforeTheTaskIsSolved() {
        assertThat(verdict(99, 99, 100, 0))
                .extracting(MemoryVerdict::verdict, MemoryVerdict::toString)
                .containsExactly(
                        "not judged",
                        "memory is not judged: return 99.00 with it, 99.00 with its state zeroed at every step (0.0 % less);"
                                + " the task is not solved yet, which takes a return of 100.0; train until it is, then"
                                + " explain again");
        assertThat(verdict(99, 10, 100, 0).verdict()).isEqualTo("not judged");
        assertThat(verdict(100, 100, 100, 0).verdict()).isEqualTo("unused"); // exactly solved
        MemoryVerdict unknown = verdict(-0.3, -0.3, Double.NaN, -4.5); // a T-maze that no run has solved
        assertThat(unknown.verdict()).isEqualTo("not judged");
        assertThat(unknown.toString())
                .contains("no return is known at which this env counts as solved")
                .doesNotContain("would do");
        assertThat(verdict(4, -9, Double.NaN, -4.5).verdict()).isEqualTo("used");
        assertThat(verdict(-4.5, -9, Double.NaN, -4.5))
                .extracting(MemoryVerdict::verdict, MemoryVerdict::toString)
                .satisfies(all -> assertThat(all.get(0)).isEqualTo("not judged"))
                .satisfies(all -> assertThat(String.valueOf(all.get(1))).contains("not above that of random actions"));
    }

    private static MemoryVerdict verdict(double kept, double zeroed, double solved, double random) {
        return new MemoryVerdict(kept, zeroed, 1, solved, random);
    }

    /// The agent of the issue: a T-maze after a few frames.
    @Test
    void aTMazeThatIsNotLearnedHasNoVerdict() {
        String env = "name: TMaze-v0, length: 3, num_envs: 8, max_frame: 512";
        try (TrainedAgent player = Trained.player(temp, Trained.PPO, Trained.ROLLOUT, GRU.formatted(8, 0.003), env)) {
            assertThat(MemoryVerdict.of(player, 8, 3).verdict()).isEqualTo(MemoryVerdict.NONE);
        }
    }

    @Test
    void namesOfStacksSayHowLongAgo() {
        assertThat(ObsNames.vector(List.of("x", "y"), 6))
                .containsExactly("x, 2 steps ago", "y, 2 steps ago", "x, 1 step ago", "y, 1 step ago", "x", "y");
        assertThat(ObsNames.vector(List.of(), 2)).containsExactly("obs[0]", "obs[1]");
    }

    @Test
    void everyNamedEnvNamesAllItsNumbers() {
        for (Envs.Entry entry : Envs.all()) {
            try (VecEnv env = Envs.make(entry.id(), 1, Map.of())) {
                List<String> names = env.traits().obsNames();
                if (!names.isEmpty()) {
                    assertThat(names).as(entry.id()).doesNotHaveDuplicates();
                    assertThat(names).as(entry.id()).hasSize(env.obsSpace().flatSize());
                }
            }
        }
    }
}
