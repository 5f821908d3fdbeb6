package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.experiment.plan.Plan;
import slmlab.play.Player;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.safetensors.SafeTensors;

/// A player against PyTorch, with the same weights and 500 observations of each kind of net.
/// `scripts/golden/play.py` recorded the numbers, in float32 as PyTorch computes them.
class TrainedAgentGoldenTest {
    private static final int ROWS = 500;
    private static final int EPISODE = 100; // after which a recurrent net forgets
    private static final Map<String, Array> GOLDEN = read();
    private static final Map<String, String> NETS = Map.of(
            "mlp", """
                    {"type": "MLPNet", "shared": true, "hid_layers": [32, 32], "hid_layers_activation": "tanh",
                     "optim_spec": {"name": "Adam", "lr": 0.01}}""",
            "conv", """
                    {"type": "ConvNet", "shared": true, "conv_hid_layers": [[8, 3, 1, 0, 1], [8, 3, 2, 1, 1]],
                     "fc_hid_layers": [16], "hid_layers_activation": "relu", "optim_spec": {"name": "Adam", "lr": 0.01}}""",
            "rnn", """
                    {"type": "RecurrentNet", "shared": true, "cell_type": "GRU", "fc_hid_layers": [12],
                     "rnn_hidden_size": 16, "rnn_num_layers": 1, "seq_len": 4, "hid_layers_activation": "relu",
                     "optim_spec": {"name": "Adam", "lr": 0.01}}""");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static Map<String, Array> read() {
        try {
            return SafeTensors.read(Path.of(
                            Objects.requireNonNull(TrainedAgentGoldenTest.class.getResource("/golden/play.safetensors"))
                                    .toURI()))
                    .tensors();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Array golden(String name) {
        return Objects.requireNonNull(GOLDEN.get(name), name);
    }

    @BeforeAll
    static void register() {
        OddEnv.register();
    }

    @AfterAll
    static void remove() { // other tests look at every env
        OddEnv.remove();
    }

    @ParameterizedTest
    @CsvSource({
        "mlp,  OddRow-v0,    false",
        "mlp,  OddRow-v0,    true",
        "conv, OddPixels-v0, false",
        "conv, OddImage-v0,  true",
        "rnn,  OddRow-v0,    false",
        "rnn,  OddRow-v0,    true",
    })
    void logitsAreThoseOfPyTorch(String net, String env, boolean normalized) throws IOException {
        String name = net + (normalized ? "_normalized" : "");
        Player player = Player.load(run(net, env, normalized, name));
        Array obs = golden(name + "/obs");
        int width = obs.shape().volume() / ROWS;
        float[] logits = golden(name + "/logits").floats();
        float[] values = golden(name + "/value").floats();
        for (int row = 0; row < ROWS; row++) {
            if (row % EPISODE == 0) {
                player.reset();
            }
            int action = obs.dtype() == DType.UINT8
                    ? player.act(Arrays.copyOfRange(obs.bytes(), row * width, (row + 1) * width))
                    : player.act(Arrays.copyOfRange(obs.floats(), row * width, (row + 1) * width));
            float[] wanted = Arrays.copyOfRange(logits, row * 4, row * 4 + 4);
            assertThat(player.logits()).as("row %s", row).containsExactly(wanted, within(1e-5f));
            assertThat(player.value()).as("row %s", row).isCloseTo(values[row], within(1e-5f));
            assertThat(action).as("row %s", row).isEqualTo(largest(wanted));
        }
        if (!net.equals("rnn")) {
            batch(player, obs, logits);
        }
    }

    /// All rows at once: 7 pieces of 64, 6 of 8 and 4 of 1.
    private static void batch(Player player, Array obs, float[] logits) {
        int[] actions = new int[ROWS];
        if (obs.dtype() == DType.UINT8) {
            player.act(obs.bytes(), actions);
        } else {
            player.act(obs.floats(), actions);
        }
        assertThat(player.logits()).containsExactly(logits, within(1e-5f));
        for (int row = 0; row < ROWS; row++) {
            assertThat(actions[row]).isEqualTo(largest(Arrays.copyOfRange(logits, row * 4, row * 4 + 4)));
        }
    }

    private static int largest(float[] row) {
        int best = 0;
        for (int i = 1; i < row.length; i++) {
            best = row[i] > row[best] ? i : best;
        }
        return best;
    }

    /// A run whose best checkpoint has PyTorch's weights.
    private Path run(String net, String env, boolean normalized, String name) throws IOException {
        String text = TinySpecs.text("ppo", "\"max_frame\": 128, \"normalize_obs\": " + normalized, "")
                .replace("CartPole-v1", env)
                .replaceFirst("(?s)\"net\": \\{\"type\".*?\\}\\}", "\"net\": " + NETS.get(net))
                .replace("{\"type\": \"ConvNet\"", "{\"type\": \"ConvNet\", \"normalize\": " + !normalized); // pixels
        SpecFile specs = SpecFile.read(Files.writeString(temp.resolve("spec.json"), text), Map.of());
        Plan plan = Plan.read(specs, "ppo");
        RunFolder folder =
                Lab.run(plan, TinySpecs.options(temp).seed(1), Listener.NONE).folder();
        SafeTensors.Contents written = SafeTensors.read(folder.bestModel(0));
        SequencedMap<String, Array> weights = new LinkedHashMap<>();
        for (String key : written.tensors().keySet()) {
            weights.put(key, golden(name + "/" + key));
        }
        SafeTensors.write(folder.bestModel(0), weights, written.metadata());
        return folder.path();
    }
}
