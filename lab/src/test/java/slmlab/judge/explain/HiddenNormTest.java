package slmlab.judge.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.chart.Look;
import slmlab.experiment.TrainedAgent;
import slmlab.judge.Moment;
import slmlab.judge.Trained;

/// How large the memory of a recurrent agent is over an episode.
@Tag("slow")
class HiddenNormTest {
    private static final String ENV = "name: CartPole-v1, num_envs: 8, max_frame: 512";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static String recurrent(String cell, boolean isShared) {
        return ("{type: RecurrentNet, shared: %s, cell_type: %s, fc_hid_layers: [8], hid_layers_activation: tanh,"
                        + " rnn_hidden_size: 4, seq_len: 4, clip_grad_val: 0.5, optim_spec: {name: Adam, lr: 0.001}}")
                .formatted(isShared, cell);
    }

    private AgentExplanation explained(String net) {
        try (TrainedAgent player = Trained.player(temp, Trained.PPO, Trained.ROLLOUT, net, ENV)) {
            return Explain.of(player, "run", 0, Saliency.GRADIENT, AttributionBaseline.ZERO, 5, 3);
        }
    }

    /// What an agent remembers before step t is what it remembered after the t − 1 steps before.
    @ParameterizedTest
    @CsvSource({"gru, true", "lstm, true", "gru, false"})
    void theCurveIsTheNormOfWhatTheStatesOfTheEpisodeRemember(String cell, boolean isShared) {
        AgentExplanation explanation = explained(recurrent(cell, isShared));
        Map<String, double[]> norms =
                Objects.requireNonNull(explanation.hidden()).norms();
        assertThat(norms).hasSize(1); // of the critic, where it has a net of its own, no choice depends
        double[] norm = norms.values().iterator().next();
        assertThat(norm[0]).isZero();
        List<Moment> first = explanation.states().stream()
                .map(AgentExplanation.Explained::moment)
                .filter(moment -> moment.episode() == 0)
                .toList();
        assertThat(first).hasSizeGreaterThan(1);
        for (Moment moment : first) {
            float[] state = moment.states().get(norms.keySet().iterator().next() + ".state");
            double squares = 0;
            for (float each : Objects.requireNonNull(state)) {
                squares += (double) each * each;
            }
            assertThat(norm[moment.step()]).isCloseTo(Math.sqrt(squares), within(1e-12));
            assertThat(norm[moment.step() + 1]).isPositive();
        }
        assertThat(explanation.remarks()).anyMatch(line -> line.startsWith("hidden norm of "));
        assertThat(explanation.json()).containsEntry("hidden_norm", norms);
    }

    @Test
    void anAgentWithoutMemoryHasNoCurve() {
        AgentExplanation explanation = explained(Trained.MLP);
        assertThat(explanation.hidden()).isNull();
        assertThat(explanation.remarks()).noneMatch(line -> line.contains("hidden norm"));
        assertThat(explanation.json()).containsEntry("hidden_norm", null);
    }

    @Test
    void linesAndFigureByHand() {
        HiddenNorm hidden = HiddenNorm.of(
                Map.of("net.state", List.of(1.5, 2.5, 2.0), "critic.state", List.of(9.0)), Set.of("net.state"));
        assertThat(hidden.lines())
                .containsExactly(
                        "hidden norm of net: 1.500 after the first of 3 steps, 2.000 after the last; from 1.500 to 2.500");
        assertThat(hidden.figure("run").lines())
                .singleElement()
                .satisfies(line -> assertThat(line.x()).containsExactly(0, 1, 2, 3))
                .satisfies(line -> assertThat(line.y()).containsExactly(0, 1.5, 2.5, 2));
        Path file = temp.resolve("norm.png");
        HiddenNorm.of(Map.of("net.state", List.of(0.0)), Set.of("net.state")) // an episode of one step, nothing stored
                .figure("run")
                .write(file, Look.WIDE);
        assertThat(file).isNotEmptyFile();
    }
}
