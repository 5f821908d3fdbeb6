package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.TinySpecs;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;
import slmlab.tensor.Array;
import slmlab.tensor.safetensors.SafeTensors;

/// A state that cannot be right is not resumed: exit code 2 and a sentence.
@Tag("slow")
class DamagedStateTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private String spec = "";
    private Path state = Path.of("");
    private RunFolder folder = new RunFolder(Path.of(""), "");

    @BeforeEach
    void train() {
        spec = TinySpecs.file(
                        temp, "ppo", "\"normalize_obs\": true, \"normalize_reward\": true, \"max_frame\": 400", "")
                .toString();
        String data = temp.resolve("data").toString();
        CommandResult result = CommandResult.of("run", spec, "ppo", "train", "-d", data, "--quiet");
        assertThat(result.code()).as(result.toString()).isZero();
        folder = RunFolder.latest(Path.of(data), "ppo").orElseThrow();
        state = folder.state(0).resolve("400");
    }

    private void assertRefused(String... words) {
        CommandResult result = CommandResult.of("run", spec, "ppo", "train@" + folder.path());
        assertThat(result.code()).as(result.toString()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err())
                .contains("the state " + state + " is damaged: ")
                .contains(words)
                .doesNotContain("\tat ");
    }

    private void change(String name, int at, float value) throws IOException {
        change(arrays -> Objects.requireNonNull(arrays.get(name), name).floats()[at] = value);
    }

    /// As a program would that writes wrong numbers: with the right checksums.
    private void change(java.util.function.Consumer<SequencedMap<String, Array>> how) throws IOException {
        Path file = state.resolve("state.safetensors");
        SequencedMap<String, Array> arrays =
                new LinkedHashMap<>(SafeTensors.read(file).tensors());
        how.accept(arrays);
        SafeTensors.write(file, arrays, Map.of());
        byte[] bytes = Files.readAllBytes(file);
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        Map<String, Object> manifest = object(JsonFile.read(state.resolve("manifest.json")));
        Map<String, Object> files = object(manifest.get("files"));
        files.put("state.safetensors", Map.of("size", bytes.length, "crc32c", crc.getValue()));
        manifest.put("files", files);
        JsonFile.write(state.resolve("manifest.json"), manifest);
    }

    private static Map<String, Object> object(@org.jspecify.annotations.Nullable Object json) {
        Map<String, Object> copy = new LinkedHashMap<>();
        ((Map<?, ?>) Objects.requireNonNull(json)).forEach((key, value) -> copy.put((String) key, value));
        return copy;
    }

    @Test
    void weightsAndMomentsThatAreNoNumbers() throws IOException {
        change("agent.variables.net.model.0.weight", 5, Float.NaN); // saved as it lies in memory, [4, 8]
        assertRefused("agent.variables.net.model.0.weight[0, 5] is NaN", "start the run again");
        change("agent.variables.net.model.0.weight", 5, 0);
        change("agent.optimizers.net.net.model.0.bias.exp_avg_sq", 7, Float.POSITIVE_INFINITY);
        assertRefused("agent.optimizers.net.net.model.0.bias.exp_avg_sq[7] is Infinity");
        change("agent.optimizers.net.net.model.0.bias.exp_avg_sq", 7, 0);
        change("best.net.model.0.bias", 0, Float.NEGATIVE_INFINITY);
        assertRefused("best.net.model.0.bias[0] is -Infinity");
    }

    @Test
    void statisticsThatAreNoNumbers() throws IOException {
        String nan = "env.inner.inner.normalize_obs.mean"; // doubles as pairs of whole numbers, high first
        change(arrays -> Objects.requireNonNull(arrays.get(nan), () -> nan + " in " + arrays.keySet())
                .ints()[2] = 0x7ff80000);
        assertRefused("normalize_obs: mean[1] is NaN");
    }

    @Test
    void aFileThatWasCutShort() throws IOException {
        Path file = state.resolve("state.safetensors");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 1));
        assertRefused("state.safetensors does not match its checksum");
    }

    @Test
    void aStateThatIsWholeIsResumed() throws IOException {
        change("agent.variables.net.model.0.weight", 5, 0.25f);
        CommandResult result = CommandResult.of("run", spec, "ppo", "train@" + folder.path());
        assertThat(result.code()).as(result.toString()).isZero();
    }
}
