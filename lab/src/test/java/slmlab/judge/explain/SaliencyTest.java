package slmlab.judge.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.env.NumpyRandom;
import slmlab.env.VecEnv;
import slmlab.experiment.TrainedAgent;
import slmlab.judge.EpisodeMoments;
import slmlab.judge.Moment;
import slmlab.judge.Probe;
import slmlab.judge.Trained;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// Attributions: by hand, against differences, and on nets of every type.
class SaliencyTest {
    private static final Saliency.Reference FROM_ZERO = from(0, 0);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static Saliency.Reference from(float... baseline) {
        return new Saliency.Reference(new double[] {1, 1}, baseline);
    }

    private static Moment moment(float... obs) {
        return new Moment(0, 0, obs, Map.of(), "action 0", "logit of action 0", new float[] {1});
    }

    /// F(x, y) = x² + 3y at (2, 1), from (0, 0): the parts are 4 and 3, the gradient is (4, 3).
    @Test
    void integratedGradientsShareOutTheDifference() {
        Probe.Acting acting = (trace, rows) -> {
            Tensor obs = trace.input("obs", rows, 2);
            Tensor x = obs.slice(1, 0, 1);
            Tensor y = obs.slice(1, 1, 2);
            trace.output("logits", x.square().add(y.mul(3)));
            return true;
        };
        try (Probe probe = Probe.of(acting, Shape.of(2), 8, Probe::picked)) {
            Attribution ig = Saliency.IG.of(probe, moment(2, 1), FROM_ZERO);
            assertThat(ig.parts()).containsExactly(new double[] {4, 3}, within(1e-5));
            assertThat(ig.score()).isEqualTo(7);
            assertThat(ig.baseline()).isZero();
            assertThat(ig.gap()).isLessThan(1e-5);
            assertThat(ig.points()).isEqualTo(32);
            // from (1, 1): x² − 1 = 3 and 3·0 = 0
            Attribution other = Saliency.IG.of(probe, moment(2, 1), from(1, 1));
            assertThat(other.parts()).containsExactly(new double[] {3, 0}, within(1e-5));
            assertThat(other.baseline()).isEqualTo(4);
            Attribution gradient = Saliency.GRADIENT.of(probe, moment(2, 1), FROM_ZERO);
            assertThat(gradient.parts()).containsExactly(new double[] {4, 3}, within(1e-6));
            Attribution smooth = Saliency.SMOOTHGRAD.of(probe, moment(2, 1), FROM_ZERO);
            assertThat(smooth.parts()).containsExactly(new double[] {4, 3}, within(0.1));
            assertThat(smooth.parts()[0]).isNotEqualTo(4);
            assertThatThrownBy(() -> Saliency.GRADCAM.of(probe, moment(2, 1), FROM_ZERO))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("convolutions");
        }
    }

    /// A step far from both ends needs more points than the first 32 of them.
    @Test
    void pointsAreDoubledUntilThePartsAreComplete() {
        Probe.Acting acting = (trace, rows) -> {
            Tensor obs = trace.input("obs", rows, 1);
            trace.output("logits", obs.sub(0.30001).relu().mul(40)); // the kink lies between two points
            return true;
        };
        try (Probe probe = Probe.of(acting, Shape.of(1), 32, Probe::picked)) {
            Attribution ig = Saliency.IG.of(probe, moment(1), from(0));
            assertThat(ig.points()).isGreaterThan(32);
            assertThat(ig.complete()).isTrue();
            assertThat(ig.gap()).isLessThan(1e-3 * 28);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            separate   | PPO | {type: MLPNet, shared: false, hid_layers: [16], hid_layers_activation: tanh, LEARN} | name: CartPole-v1
            shared     | PPO | {type: MLPNet, shared: true, hid_layers: [16, 16], hid_layers_activation: relu, LEARN} | name: Pendulum-v1
            normalized | PPO | {type: MLPNet, shared: true, hid_layers: [16], hid_layers_activation: relu, LEARN} | name: CartPole-v1, normalize_obs: true
            conv       | PPO | {type: ConvNet, shared: true, conv_hid_layers: [[8, 3, 1], [8, 3, 1]], fc_hid_layers: [16], LEARN} | name: Catch-v0
            gru        | PPO | {type: RecurrentNet, shared: true, cell_type: gru, rnn_hidden_size: 16, seq_len: 4, LEARN} | name: CartPole-v1
            lstm       | PPO | {type: RecurrentNet, shared: false, cell_type: lstm, fc_hid_layers: [8], rnn_hidden_size: 8, seq_len: 4, LEARN} | name: TMaze-v0
            hydra      | PPO | {type: HydraMLPNet, shared: true, hid_layers: [[[8]], [16], []], LEARN} | name: Blackjack-v1
            arc        | PPO | {type: TorchArcNet, shared: false, arc: {modules: {body: {Sequential: [{LazyLinear: {out_features: 16}}, {ReLU: {}}]}}, graph: {input: x, modules: {body: [x]}, output: body}}, LEARN} | name: Acrobot-v1
            dueling    | DQN | {type: DuelingMLPNet, hid_layers: [16], hid_layers_activation: relu, TARGETS} | name: CartPole-v1
            dueling conv | DQN | {type: DuelingConvNet, conv_hid_layers: [[8, 3, 1]], fc_hid_layers: [16], TARGETS} | name: Catch-v0
            drqn       | DQN | {type: RecurrentNet, cell_type: gru, rnn_hidden_size: 8, seq_len: 4, TARGETS} | name: CartPole-v1
            soft       | SAC | {type: MLPNet, hid_layers: [16], hid_layers_activation: relu, TARGETS} | name: Pendulum-v1
            """)
    void integratedGradientsAreCompleteOnEveryNet(String name, String algorithm, String net, String env) {
        String own = net.replace("LEARN", Trained.LEARNING).replace("TARGETS", Trained.TARGETS);
        String learns = algorithm.equals("PPO") ? Trained.PPO : algorithm.equals("DQN") ? Trained.DQN : Trained.SAC;
        String memory = algorithm.equals("PPO") ? Trained.ROLLOUT : Trained.REPLAY;
        try (TrainedAgent player = Trained.player(temp, learns, memory, own, env + ", num_envs: 2, max_frame: 640");
                VecEnv vec = player.stack(1).env();
                Probe probe =
                        Probe.of(player.algorithm()::traceActing, vec.obsSpace().row(), 32, Probe::picked)) {
            EpisodeMoments.Played played = EpisodeMoments.of(player, 5, 3);
            List<Moment> moments = played.moments();
            assertThat(moments).as(name).hasSize(5);
            for (float[] baseline : List.of(new float[probe.size()], played.mean())) {
                for (Moment moment : moments) {
                    Attribution ig = Saliency.IG.of(probe, moment, from(baseline));
                    double difference = Math.abs(ig.score() - ig.baseline());
                    assertThat(ig.gap())
                            .as("%s, %s points", name, ig.points())
                            .isLessThan(1e-3 * Math.max(1, difference));
                    assertThat(ig.complete()).isTrue();
                }
            }
            assertGradient(probe, moments.get(2), vec.obsSpace().rowType() == DType.UINT8);
        }
    }

    /// An episode of Pendulum has 200 states. Of the first 20 every second one is kept, then of every second one up
    /// to the 38th, and so on; at the end 0, 16, 32 … 192 are left, 13 of them. Five of those, from the middle
    /// of each fifth, are the 2nd, 4th, 7th, 10th and 12th.
    @Test
    void statesAreSpreadOverAnEpisode() {
        String net = "{type: MLPNet, shared: true, hid_layers: [8], hid_layers_activation: tanh, %s}"
                .formatted(Trained.LEARNING);
        try (TrainedAgent player = Trained.player(
                temp, Trained.PPO, Trained.ROLLOUT, net, "name: Pendulum-v1, num_envs: 2, max_frame: 64")) {
            List<Moment> moments = EpisodeMoments.of(player, 5, 3).moments();
            assertThat(moments).extracting(Moment::episode).containsOnly(0);
            assertThat(moments).extracting(Moment::step).containsExactly(16, 48, 96, 144, 176);
        }
    }

    /// The gradient agrees with central differences: pixels have one too, since they are read as floats. Between
    /// the two ends a ReLU may bend, so that one number in ten may differ.
    private static void assertGradient(Probe probe, Moment moment, boolean pixels) {
        NumpyRandom random = NumpyRandom.ofSeed(11);
        float[] obs = moment.obs().clone();
        for (int i = 0; i < obs.length; i++) {
            obs[i] = (float) (pixels ? random.uniform(0, 255) : obs[i] + 0.3 * random.normal());
        }
        Moment elsewhere = new Moment(0, 0, obs, moment.states(), "", "", moment.pick());
        double[] gradient = Saliency.GRADIENT.of(probe, elsewhere, from()).parts();
        double step = pixels ? 0.5 : 1e-3;
        double most = Arrays.stream(gradient).map(Math::abs).max().orElseThrow();
        assertThat(most).isPositive();
        int agree = 0;
        for (int i = 0; i < gradient.length; i++) {
            double[] ends = new double[2];
            for (int side = 0; side < 2; side++) {
                System.arraycopy(obs, 0, probe.obs(), 0, probe.size());
                probe.obs()[i] += (float) (side == 0 ? -step : step);
                probe.run();
                ends[side] = probe.scores()[0];
            }
            agree += Math.abs((ends[1] - ends[0]) / (2 * step) - gradient[i]) < 0.02 * most ? 1 : 0;
        }
        assertThat(agree).isGreaterThanOrEqualTo(gradient.length * 9 / 10);
    }

    private static final int SIDE = 24;
    private static final int SQUARE = 5;

    /// A net by hand: one filter that sees a bright square of 5 pixels on a side, and one that sees single lines
    /// and speaks against the action.
    private static Probe.Acting squares(double forSquares, double forLines) {
        float[] filters = new float[SQUARE * SQUARE * 2];
        for (int i = 0; i < SQUARE * SQUARE; i++) {
            filters[2 * i] = 1f / (SQUARE * SQUARE);
            filters[2 * i + 1] = i / SQUARE == SQUARE / 2 ? 0.2f : -0.2f;
        }
        return (trace, rows) -> {
            Tensor obs = trace.input("obs", DType.UINT8, Shape.of(rows, SIDE, SIDE));
            Tensor image = obs.toFloat().mul(1.0 / 255).insertAxis(3);
            Tensor weights = Tensor.of(Array.of(Shape.of(SQUARE, SQUARE, 1, 2), filters));
            Tensor bias = Tensor.of(Array.of(Shape.of(2), -0.7f, -0.7f));
            Tensor maps = image.conv2d(weights, 1, 1).add(bias).relu();
            Tensor read = Tensor.of(Array.of(Shape.of(2, 1), (float) forSquares, (float) forLines));
            trace.output("logits", maps.sum(1, 2).matmul(read));
            return true;
        };
    }

    private static float[] frame(NumpyRandom random, int top, int left) {
        float[] frame = new float[SIDE * SIDE];
        for (int i = 0; i < frame.length; i++) {
            frame[i] = (int) random.integers(0, 90);
        }
        int line = (int) random.integers(0, SIDE);
        for (int x = 0; x < SIDE; x++) {
            frame[line * SIDE + x] = 255; // brighter than anything, and not what the net looks for
        }
        for (int y = top; y < top + SQUARE; y++) {
            for (int x = left; x < left + SQUARE; x++) {
                frame[y * SIDE + x] = 230;
            }
        }
        return frame;
    }

    @Test
    void gradCamFindsThePlantedSquare() {
        NumpyRandom random = NumpyRandom.ofSeed(5);
        int frames = 200;
        int found = 0;
        try (Probe probe = Probe.of(squares(3, -1), Shape.of(SIDE, SIDE), 1, Probe::picked)) {
            for (int frame = 0; frame < frames; frame++) {
                int top = (int) random.integers(0, SIDE - SQUARE + 1);
                int left = (int) random.integers(0, SIDE - SQUARE + 1);
                Attribution cam = Saliency.GRADCAM.of(probe, moment(frame(random, top, left)), FROM_ZERO);
                int maps = SIDE - SQUARE + 1;
                double[] map = Maps.scaled(Maps.stretched(cam.parts(), maps, maps, SIDE, SIDE));
                int best = 0;
                for (int i = 0; i < map.length; i++) {
                    assertThat(map[i]).isBetween(0.0, 1.0);
                    best = map[i] > map[best] ? i : best;
                }
                int y = best / SIDE;
                int x = best % SIDE;
                found += y >= top && y < top + SQUARE && x >= left && x < left + SQUARE ? 1 : 0;
            }
        }
        assertThat(found).isGreaterThanOrEqualTo(frames * 95 / 100);
    }

    @Test
    void aMapOfZerosIsReportedAndNotScaled() {
        try (Probe probe = Probe.of(squares(-1, -1), Shape.of(SIDE, SIDE), 1, Probe::picked)) {
            Attribution cam = Saliency.GRADCAM.of(probe, moment(frame(NumpyRandom.ofSeed(1), 3, 3)), FROM_ZERO);
            assertThat(cam.isZero()).isTrue();
            assertThat(Maps.scaled(cam.parts())).containsOnly(0);
        }
    }

    /// Ranks of (1, 2, 3, 3) are 0, 1, 2½, 2½; those of (4, 4, 1, 0) are 2½, 2½, 1, 0. With the middle 1½
    /// subtracted the products sum to −1.5 − 0.5 − 0.5 − 1.5 = −4, the squares to 4.5 on both sides: −8/9.
    @Test
    void rankCorrelationByHand() {
        assertThat(Maps.rankCorrelation(new double[] {1, 2, 3, 3}, new double[] {4, 4, 1, 0}))
                .isCloseTo(-8.0 / 9, within(1e-12));
        assertThat(Maps.rankCorrelation(new double[] {1, 5, 9}, new double[] {10, 11, 400}))
                .isEqualTo(1);
        assertThat(Maps.rankCorrelation(new double[] {1, 1, 1}, new double[] {1, 2, 3}))
                .isNaN();
    }

    /// An image of 16 × 16 pixels, so that σ is 2: one bright pixel becomes a spot with the same sum, and a plain
    /// image stays as it is; channels do not mix.
    @Test
    void blurringKeepsTheSumAndSpreadsIt() {
        ObsNames names = new ObsNames(List.of(), 16, 16, 2, true);
        float[] obs = new float[2 * 256];
        obs[8 * 16 + 8] = 100;
        Arrays.fill(obs, 256, 512, 7);
        float[] blurred = names.blurred(obs);
        double sum = 0;
        for (int i = 0; i < 256; i++) {
            sum += blurred[i];
            assertThat(blurred[256 + i]).isCloseTo(7, within(1e-4f));
        }
        assertThat(sum).isCloseTo(100, within(0.5)); // the tails beyond 3σ
        assertThat(blurred[8 * 16 + 8]).isCloseTo(100 / 25.3f, within(0.1f)); // ≈ 1 / (2πσ²)
        assertThat(blurred[8 * 16 + 10] / blurred[8 * 16 + 8]).isCloseTo(0.6065f, within(1e-3f)); // e^(−½)
    }

    /// Four cells of one row, [0, 4, 8, 0] on twice as many pixels: middles lie a quarter off the cells.
    @Test
    void mapsAreStretchedBetweenTheMiddlesOfTheirCells() {
        assertThat(Maps.stretched(new double[] {0, 4, 8, 0}, 1, 4, 1, 8)).containsExactly(0, 1, 3, 5, 7, 6, 2, 0);
    }
}
