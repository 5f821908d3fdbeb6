package slmlab.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.CommandResult;
import slmlab.run.RunFolder;

/// `slm-lab import`: a folder that the script wrote becomes a run, and what is wrong is said before anything is
/// written. `PolicyImportTest` compares actions.
class ImportCommandTest {
    private static final Path WRITTEN = Path.of("..", "lab", "src", "test", "resources", "golden", "foreign", "dqn");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private CommandResult run(String... words) {
        List<String> all = new ArrayList<>(List.of("import"));
        all.addAll(List.of(words));
        all.addAll(List.of("--data", temp.resolve("data").toString()));
        return CommandResult.of(all.toArray(String[]::new));
    }

    @Test
    void aFolderBecomesARunThatEvaluatesAndExports() {
        CommandResult result = run(WRITTEN.toString(), "--env", "CartPole-v1", "--name", "mine");
        assertThat(result.code()).as(result.err()).isZero();
        String folder = temp.resolve("data/mine").toString();
        assertThat(result.out()).contains(folder + ": DQN on CartPole-v1, frame 600", "slm-lab eval", "--init-from");
        assertThat(RunFolder.open(Path.of(folder)).provenance()).content().contains("stable-baselines3 2.9.2");
        CommandResult eval = CommandResult.of("eval", folder, "--episodes", "2");
        assertThat(eval.code()).as(eval.err()).isZero();
        Path onnx = temp.resolve("dqn.onnx");
        CommandResult export = CommandResult.of("export", folder, "--onnx", onnx.toString());
        assertThat(export.code()).as(export.err()).isZero();
        assertThat(onnx).isNotEmptyFile();
        CommandResult again = run(WRITTEN.toString(), "--env", "CartPole-v1", "--name", "mine");
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("is there already");
    }

    @Test
    void whatDoesNotFitIsListedAndNothingIsWritten() {
        CommandResult result = run(WRITTEN.toString(), "--env", "Acrobot-v1");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("problems", "q_net.q_net.0.weight", "q_net.q_net.4.bias");
        assertThat(temp.resolve("data")).doesNotExist();
    }

    @Test
    void whatIsMissingIsNamed() throws IOException {
        CommandResult nothing = run();
        assertThat(nothing.code()).isEqualTo(2);
        assertThat(nothing.err()).contains("MODEL", "--env ID");
        CommandResult nowhere = run("no/such/model.zip", "--env", "CartPole-v1");
        assertThat(nowhere.code()).isEqualTo(2);
        assertThat(nowhere.err()).contains("there is no no/such/model.zip");
        Path model = Files.writeString(temp.resolve("model.zip"), "no zip");
        CommandResult python = run(model.toString(), "--env", "CartPole-v1", "--python", "/no/such/python");
        assertThat(python.code()).isEqualTo(2);
        assertThat(python.err()).contains("/no/such/python cannot be started");
        CommandResult normalizer = run(WRITTEN.toString(), "--env", "CartPole-v1", "--normalizer", model.toString());
        assertThat(normalizer.code()).isEqualTo(2);
        assertThat(normalizer.err()).contains("give it to import_policy.py");
    }

    @Test
    void theScriptIsWritten() {
        Path script = temp.resolve("import_policy.py");
        CommandResult result = run("--script", script.toString());
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(script).content().contains("weights_only=True");
        CommandResult nowhere = run("--script", temp.resolve("no/folder/x.py").toString());
        assertThat(nowhere.code()).isEqualTo(2);
        assertThat(nowhere.err()).contains("--script");
    }
}
