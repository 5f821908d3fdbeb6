package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.play.OnnxPolicy;
import slmlab.play.Player;
import slmlab.play.TorchModule;
import slmlab.tensor.Array;
import slmlab.tensor.safetensors.SafeTensors;

/// Exported policies in Python do what players do: all cases in onnxruntime, of which `onnx.checker` approves, and in
/// PyTorch; multilayer perceptrons in numpy, by the words of docs/play.md. `export_peer.py` is the other half.
class ExportPythonTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path cases;

    @BeforeAll
    static void write() {
        OddEnv.register();
        for (ExportCases each : ExportCases.values()) {
            SafeTensors.Contents policy = each.policy();
            Path file = cases.resolve(each + ".safetensors");
            SafeTensors.write(file, policy.tensors(), policy.metadata());
            for (boolean sampling : new boolean[] {false, true}) {
                String name = each + (sampling ? ".sampling" : "");
                OnnxPolicy.write(file, cases.resolve(name + ".onnx"), sampling);
                ExportGames games = ExportGames.of(policy, Player.load(file), sampling);
                SequencedMap<String, Array> all = new LinkedHashMap<>();
                games.inputs().forEach((key, array) -> all.put("in/" + key, array));
                games.outputs().forEach((key, array) -> all.put("out/" + key, array));
                SafeTensors.write(cases.resolve(name + ".games.safetensors"), all, Map.of());
            }
        }
        TorchModule.write(cases);
    }

    @AfterAll
    static void remove() { // other tests look at every env
        OddEnv.remove();
    }

    @Test
    @Tag("python")
    void onnxruntimeActsAsThePlayerDoes() throws IOException, InterruptedException {
        compare("onnx", "test", "SLM_LAB_PYTHON", "onnx, onnxruntime", 2 * ExportCases.values().length);
    }

    @Test
    @Tag("python")
    void numpyReadsWeightsAndGraph() throws IOException, InterruptedException {
        compare("numpy", "test", "SLM_LAB_PYTHON", "numpy, safetensors", 2);
    }

    @Test
    @Tag("long") // PyTorch is a large install
    void pytorchActsAsThePlayerDoes() throws IOException, InterruptedException {
        compare("torch", "peers", "SLM_LAB_TORCH", "torch, safetensors", 2 * ExportCases.values().length);
    }

    /// @param lines how many comparisons there are
    private static void compare(String kind, String profile, String variable, String packages, int lines)
            throws IOException, InterruptedException {
        String python = Optional.ofNullable(System.getenv(variable))
                .orElse(Path.of("../.venv", profile, "bin/python")
                        .toAbsolutePath()
                        .toString());
        assumeTrue(
                Files.isExecutable(Path.of(python))
                        && start(List.of(python, "-c", "import " + packages)).waitFor() == 0,
                "needs a Python with %s: scripts/python-env %s, or %s=…".formatted(packages, profile, variable));
        Process process = start(List.of(python, "../lab/src/test/python/export_peer.py", kind, cases.toString()));
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(printed).isZero();
        assertThat(printed.lines().filter(line -> line.contains("512 observations")))
                .as(printed)
                .hasSize(lines);
    }

    private static Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("ORT_DISABLE_TELEMETRY", "1");
        return builder.start();
    }
}
