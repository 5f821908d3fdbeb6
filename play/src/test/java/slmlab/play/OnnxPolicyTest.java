package slmlab.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.onnx.ProtoFields;
import slmlab.tensor.safetensors.SafeTensors;

/// Which inputs, outputs and facts a model has, and which policies are refused. `OnnxExportTest` runs models.
class OnnxPolicyTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private ProtoFields model(Path policy, boolean sampling) throws IOException {
        Path onnx = temp.resolve("policy.onnx");
        OnnxPolicy.write(policy, onnx, sampling);
        assertThat(temp.toFile().list()).containsOnly("policy.safetensors", "policy.onnx");
        return ProtoFields.of(Files.readAllBytes(onnx));
    }

    private static List<String> names(ProtoFields model, int field) {
        return model.one(7).message().all(field).stream()
                .map(value -> value.message().one(1).text())
                .toList();
    }

    private static Map<String, String> facts(ProtoFields model) {
        return model.all(14).stream()
                .map(ProtoFields.Field::message)
                .collect(Collectors.toMap(
                        fact -> fact.one(1).text(), fact -> fact.one(2).text()));
    }

    @Test
    void aMaskedPolicyTakesAMaskAndDrawsFromNoise() throws IOException {
        Path file = Policies.discrete(temp.resolve("policy.safetensors"), true);
        ProtoFields best = model(file, false);
        assertThat(names(best, 11)).containsExactlyInAnyOrder("obs", "action_mask");
        assertThat(names(best, 12)).containsExactlyInAnyOrder("action", "logits", "probabilities", "value");
        assertThat(facts(best))
                .containsEntry("acts", "deterministic")
                .containsEntry("action", "discrete n=3 start=0")
                .doesNotContainKey("graph_8");
        ProtoFields drawn = model(file, true);
        assertThat(names(drawn, 11)).containsExactlyInAnyOrder("obs", "action_mask", "noise");
        assertThat(facts(drawn)).containsEntry("acts", "sampling");
    }

    @Test
    void aPolicyThatRemembersGivesAndTakesItsPast() throws IOException {
        ProtoFields recurrent = model(Policies.recurrent(temp.resolve("policy.safetensors")), false);
        assertThat(names(recurrent, 11)).containsExactlyInAnyOrder("obs", "episode_start", "net.state");
        assertThat(names(recurrent, 12)).containsExactlyInAnyOrder("action", "logits", "value", "net.state_next");
        ProtoFields stacked = model(Policies.continuous(temp.resolve("policy.safetensors")), false);
        assertThat(names(stacked, 11)).containsExactlyInAnyOrder("obs", "episode_start", "frames");
        assertThat(names(stacked, 12)).containsExactlyInAnyOrder("action", "mean", "frames_next");
    }

    @Test
    void aRunWithoutAPolicyIsRefused() throws IOException {
        Path onnx = temp.resolve("policy.onnx");
        assertThatThrownBy(() -> OnnxPolicy.write(temp, onnx, false)).hasMessageContaining("no best checkpoint");
        Path text = Files.writeString(temp.resolve("text.safetensors"), "no weights");
        assertThatThrownBy(() -> OnnxPolicy.write(text, onnx, false)).isInstanceOf(IllegalArgumentException.class);
        Path file = Policies.discrete(temp.resolve("policy.safetensors"), false);
        SafeTensors.Contents policy = SafeTensors.read(file);
        Map<String, String> facts = new LinkedHashMap<>(policy.metadata());
        facts.remove("graph_8");
        facts.remove("graph_64");
        SafeTensors.write(file, policy.tensors(), facts);
        assertThatThrownBy(() -> OnnxPolicy.write(file, onnx, false))
                .hasMessageContaining("graphs for two numbers of rows above 1");
        assertThat(onnx).doesNotExist();
    }

    @Test
    void aModuleOfTheUsersOwnStays() throws IOException {
        TorchModule.write(temp);
        Path module = temp.resolve("torch_policy.py");
        assertThat(module).content().contains("class TorchPolicy(torch.nn.Module)");
        TorchModule.write(temp); // our own is replaced
        Files.writeString(module, "import os\n");
        assertThatThrownBy(() -> TorchModule.write(temp)).hasMessageContaining("is another module");
        assertThat(module).hasContent("import os\n");
    }
}
