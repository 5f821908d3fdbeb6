package slmlab.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
}
