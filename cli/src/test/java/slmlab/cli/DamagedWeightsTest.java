package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.experiment.TinySpecs;
import slmlab.run.RunFolder;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors;

/// Weights that cannot be right are not evaluated: exit code 2 and a sentence.
class DamagedWeightsTest {
    private static final String WEIGHT = "net.model.0.weight";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private String spec = "";
    private String data = "";

    @BeforeEach
    void setUp() {
        spec = TinySpecs.file(temp, "ppo", "\"normalize_obs\": true, \"max_frame\": 400", "")
                .toString();
        data = temp.resolve("data").toString();
    }

    private RunFolder trained() {
        CommandResult result = CommandResult.of("run", spec, "ppo", "train", "-d", data, "--quiet");
        assertThat(result.code()).as(result.toString()).isZero();
        return RunFolder.latest(Path.of(data), "ppo").orElseThrow();
    }

    private static void change(Path file, Consumer<SequencedMap<String, Array>> how) {
        SequencedMap<String, Array> weights =
                new LinkedHashMap<>(SafeTensors.read(file).tensors());
        how.accept(weights);
        SafeTensors.write(file, weights, Map.of());
    }

    private static Array of(Map<String, Array> weights, String name) {
        return Objects.requireNonNull(weights.get(name), name);
    }

    /// Both ways to use the best weights refuse them.
    private static void assertRefused(RunFolder folder, String... words) {
        for (String[] command : new String[][] {
            {"run", "S", "N", "enjoy@" + folder.path(), "--episodes", "1"},
            {"eval", folder.path().toString(), "--best", "--episodes", "1"}
        }) {
            CommandResult result = CommandResult.of(command);
            assertThat(result.code()).as(result.toString()).isEqualTo(Cli.WRONG_INPUT);
            assertThat(result.err())
                    .contains(folder.bestModel(0).toString())
                    .contains(words)
                    .doesNotContain("\tat ");
            assertThat(result.out()).doesNotContain("return");
        }
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
    void aWeightThatIsNoNumberIsNamed(float value) {
        RunFolder folder = trained();
        change(folder.bestModel(0), weights -> of(weights, WEIGHT).floats()[13] = value); // of [8, 4]
        assertRefused(folder, "%s[3, 1] is %s".formatted(WEIGHT, value), "use another checkpoint");
    }

    @Test
    void severalAreCounted() {
        RunFolder folder = trained();
        change(folder.bestModel(0), weights -> Arrays.fill(of(weights, WEIGHT).floats(), Float.NaN));
        assertRefused(folder, WEIGHT + "[0, 0] is NaN and 31 more are not finite");
    }

    @Test
    void statisticsOfObservationsAreWeightsToo() {
        RunFolder folder = trained();
        Path file = folder.bestModel(0);
        SequencedMap<String, Array> good = SafeTensors.read(file).tensors();
        change(file, weights -> of(weights, "obs_mean").floats()[2] = Float.NaN);
        assertRefused(folder, "obs_mean[2] is NaN");
        SafeTensors.write(file, good, Map.of());
        change(file, weights -> of(weights, "obs_var").floats()[3] = Float.POSITIVE_INFINITY);
        assertRefused(folder, "obs_var[3] is Infinity");
        SafeTensors.write(file, good, Map.of());
        change(file, weights -> of(weights, "obs_mean").floats()[2] = 0);
        change(file, weights -> of(weights, "obs_var").floats()[3] = -1);
        assertRefused(folder, "obs_var[3] is -1.0; a variance is at least 0");
        SafeTensors.write(file, good, Map.of());
        change(file, weights -> weights.remove("obs_var"));
        assertRefused(folder, "obs_var is missing; the spec has normalize_obs");
        SafeTensors.write(file, good, Map.of());
        change(file, weights -> weights.put("obs_mean", Array.of(Shape.of(3), 0, 0, 0)));
        assertRefused(folder, "obs_mean is FLOAT32 [3]; needs FLOAT32 [4]");
    }

    @Test
    void statisticsThatNothingUsesAreNotIgnored() throws IOException {
        RunFolder folder = trained();
        String text = Files.readString(folder.spec());
        Files.writeString(folder.spec(), text.replace("\"normalize_obs\" : true", "\"normalize_obs\" : false"));
        assertThat(Files.readString(folder.spec())).isNotEqualTo(text);
        assertRefused(folder, "obs_mean is there, but the spec has no normalize_obs");
    }

    @Test
    void aChangedBitIsNoticed() throws IOException {
        RunFolder folder = trained();
        Path file = folder.bestModel(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 6] ^= 1; // the number stays finite
        Files.write(file, bytes);
        assertRefused(folder, "its numbers do not match their checksum");
    }

    @Test
    void aFileThatWasCutShort() throws IOException {
        RunFolder folder = trained();
        Path file = folder.bestModel(0);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 10));
        assertRefused(folder, "cut short");
        Files.write(file, Arrays.copyOf(bytes, 5));
        assertRefused(folder, "cut short");
        Files.write(file, new byte[0]);
        assertRefused(folder, "cut short");
    }

    @Test
    void tensorsThatAreMissingTooManyOrOfAnotherShape() {
        RunFolder folder = trained();
        change(folder.bestModel(0), weights -> {
            weights.put("net.model.0.weigth", of(weights, WEIGHT));
            weights.remove(WEIGHT);
            weights.put("net.model.0.bias", Array.of(Shape.of(3), 0, 0, 0));
        });
        assertRefused(
                folder,
                WEIGHT + " is missing",
                "net.model.0.bias is FLOAT32 [3]; needs FLOAT32 [8]",
                "net.model.0.weigth is not a variable here");
    }

    @Test
    void aFileFromBeforeThereWereChecksumsIsRead() throws IOException {
        RunFolder folder = trained();
        Path file = folder.bestModel(0);
        String[] run = {"eval", folder.path().toString(), "--best", "--episodes", "1"};
        CommandResult before = CommandResult.of(run);
        String text = Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1);
        String older = text.replaceFirst(
                "\"data_crc32c\":\"[0-9a-f]{8}\",", " ".repeat("\"data_crc32c\":\"12345678\",".length()));
        assertThat(older).isNotEqualTo(text).hasSameSizeAs(text);
        Files.writeString(file, older, java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(CommandResult.of(run)).isEqualTo(before);
        assertThat(before.code()).isZero();
    }
}
