package slmlab.judge.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.env.VecEnv;
import slmlab.experiment.TrainedAgent;
import slmlab.judge.EpisodeMoments;
import slmlab.judge.Moment;
import slmlab.judge.Probe;
import slmlab.judge.Trained;

/// Saliency where there are several continuous actions.
class WalkerSaliencyTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static Saliency.Reference from(float... baseline) {
        return new Saliency.Reference(new double[] {1, 1}, baseline);
    }

    /// Of several continuous actions the largest is explained, whatever its sign: the pick of any other one scores
    /// less.
    @Test
    void theLargestOfSeveralActionsIsExplained() {
        String net = "{type: MLPNet, shared: true, hid_layers: [8], hid_layers_activation: tanh, %s}"
                .formatted(Trained.LEARNING);
        try (TrainedAgent player = Trained.player(
                        temp, Trained.PPO, Trained.ROLLOUT, net, "name: BipedalWalker-v3, num_envs: 2, max_frame: 64");
                VecEnv vec = player.stack(1).env();
                Probe probe =
                        Probe.of(player.algorithm()::traceActing, vec.obsSpace().row(), 1, Probe::picked)) {
            Set<String> explained = new HashSet<>();
            for (Moment moment : EpisodeMoments.of(player, 5, 3).moments()) {
                explained.add(moment.target());
                double[] scores = new double[4];
                for (int action = 0; action < 4; action++) {
                    float[] pick = new float[4];
                    pick[action] = 1;
                    Moment other = new Moment(0, 0, moment.obs(), moment.states(), "", "", pick);
                    scores[action] = Math.abs(
                            Saliency.IG.of(probe, other, from(new float[24])).score());
                }
                int largest = Integer.parseInt(moment.target().substring("mean of action ".length()));
                assertThat(scores[largest])
                        .isEqualTo(Arrays.stream(scores).max().orElseThrow());
                assertThat(moment.pick()[largest]).isEqualTo(1);
            }
            assertThat(explained).as("another seed is needed").isNotEqualTo(Set.of("mean of action 0"));
        }
    }
}
