package slmlab.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.CommandResult;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.TinySpecs;
import slmlab.play.Player;
import slmlab.run.RunFolder;
import slmlab.tensor.safetensors.SafeTensors;

/// Policy files by command: slim ones, and those of runs whose weights do not say what acting computes.
class ExportCommandTest {
    private static final float[] OBS = {0.1f, -0.2f, 0.05f, 0.3f};

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private RunFolder train(String name) {
        return Lab.run(TinySpecs.plan(temp, name, "\"max_frame\": 200", ""), TinySpecs.options(temp), Listener.NONE)
                .folder();
    }

    @Test
    void anExportedFileActsAsTheRunAndHoldsNothingElse() {
        RunFolder folder = train("ddqn_per");
        Path file = temp.resolve("agent.safetensors");
        CommandResult result = CommandResult.of("export", folder.path().toString(), file.toString());
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).contains("agent.safetensors: DoubleDQN on CartPole-v1, session 0, frame 200");
        assertThat(SafeTensors.read(folder.bestModel(0)).tensors().keySet()).anyMatch(key -> key.startsWith("target_"));
        assertThat(SafeTensors.read(file).tensors().keySet()).noneMatch(key -> key.startsWith("target_"));
        Player exported = Player.load(file);
        Player own = Player.load(folder.path());
        assertThat(exported.act(OBS)).isEqualTo(own.act(OBS));
        assertThat(exported.logits()).isEqualTo(own.logits());
        assertThat(exported.value()).isEqualTo(own.value());
        assertThat(exported.facts()).isEqualTo(own.facts());
    }

    @Test
    void weightsOfAnotherProgramArePlayedOnceTheyAreExported() {
        RunFolder folder = train("ppo");
        int action = Player.load(folder.path()).act(OBS);
        SafeTensors.write(
                folder.bestModel(0),
                new LinkedHashMap<>(SafeTensors.read(folder.bestModel(0)).tensors()),
                Map.of());
        assertThatThrownBy(() -> Player.load(folder.path())).hasMessageContaining("slm-lab export RUN");
        Path file = temp.resolve("policy.safetensors");
        CommandResult result = CommandResult.of("export", folder.path().toString(), file.toString());
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).contains("frame unknown");
        assertThat(Player.load(file).act(OBS)).isEqualTo(action);
    }

    @Test
    void whatCannotBeExportedIsSaid() {
        CommandResult result = CommandResult.of("export", temp.toString());
        assertThat(result.code()).isEqualTo(2);
        RunFolder folder = train("ppo");
        CommandResult none = CommandResult.of("export", folder.path().toString(), "--session", "3");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("there are no weights");
        CommandResult nowhere = CommandResult.of(
                "export", folder.path().toString(), temp.resolve("no/such/file").toString());
        assertThat(nowhere.code()).isEqualTo(2);
        assertThat(nowhere.err()).contains("FILE");
    }

    @Test
    void modelsForOtherRuntimesAreWritten() throws IOException {
        RunFolder folder = train("ppo");
        Path onnx = temp.resolve("agent.onnx");
        Path torch = temp.resolve("torch/agent");
        CommandResult result = CommandResult.of(
                "export",
                folder.path().toString(),
                "--onnx",
                onnx.toString(),
                "--sampling",
                "--torch",
                torch.toString());
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("agent.onnx: PPO on CartPole-v1, session 0, frame ", "policy.safetensors: PPO");
        String model = Files.readString(onnx, StandardCharsets.ISO_8859_1);
        assertThat(model)
                .contains("noise", "sampling", folder.path().getFileName().toString(), "CartPole-v1", "best");
        assertThat(torch.resolve("torch_policy.py")).isNotEmptyFile();
        assertThat(Player.load(torch.resolve("policy.safetensors")).act(OBS))
                .isEqualTo(Player.load(folder.path()).act(OBS));
        assertThat(folder.path().resolve("policy.safetensors")).doesNotExist();
        Path named = temp.resolve("named.safetensors");
        assertThat(CommandResult.of("export", folder.path().toString(), "--torch", named.toString())
                        .code())
                .isZero();
        assertThat(named).isNotEmptyFile();
    }

    @Test
    void whatIsInTheWayOfAModelStays() throws IOException {
        RunFolder folder = train("ppo");
        String run = folder.path().toString();
        CommandResult alone = CommandResult.of("export", run, "--sampling");
        assertThat(alone.code()).isEqualTo(2);
        assertThat(alone.err()).contains("--sampling belongs to --onnx");
        CommandResult onFolder = CommandResult.of("export", run, "--onnx", temp.toString());
        assertThat(onFolder.code()).isEqualTo(2);
        assertThat(onFolder.err()).contains("--onnx");
        Path file = Files.writeString(temp.resolve("notes"), "mine");
        CommandResult onFile = CommandResult.of("export", run, "--torch", file.toString());
        assertThat(onFile.code()).isEqualTo(2);
        assertThat(onFile.err()).contains("needs a folder");
        Files.writeString(temp.resolve("torch_policy.py"), "mine");
        CommandResult onModule = CommandResult.of("export", run, "--torch", temp.toString());
        assertThat(onModule.code()).isEqualTo(2);
        assertThat(onModule.err()).contains("torch_policy.py is there already");
        assertThat(temp.resolve("torch_policy.py")).hasContent("mine");
        assertThat(file).hasContent("mine");
        CommandResult frame =
                CommandResult.of("export", run, "--onnx", temp.resolve("x.onnx").toString(), "--checkpoint", "7");
        assertThat(frame.code()).isEqualTo(2);
        assertThat(frame.err()).contains("no weights of frame 7");
        assertThat(temp.resolve("x.onnx")).doesNotExist();
    }

    @Test
    void anAgentThatSaysNotWhatActingComputesIsRefusedByName() throws IOException {
        Path spec = Files.writeString(temp.resolve("random.json"), """
                {"random": {"agent": {"name": "R", "algorithm": {"name": "Random"}, "memory": {"name": "OnPolicyReplay"},
                  "net": {}}, "env": {"name": "CartPole-v1", "num_envs": 1, "max_frame": 200},
                  "meta": {"distributed": false, "log_frequency": 100, "max_session": 1}}}
                """);
        RunFolder folder = Lab.run(spec, "random", TinySpecs.options(temp)).folder();
        Path onnx = temp.resolve("x.onnx");
        CommandResult result = CommandResult.of("export", folder.path().toString(), "--onnx", onnx.toString());
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).containsIgnoringCase("weights");
        assertThat(onnx).doesNotExist();
    }
}
