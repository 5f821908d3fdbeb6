package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.plan.Plan;
import slmlab.run.Table;
import slmlab.spec.SpecFile;

class ArcFileRunTest {

    @TempDir
    Path folder;

    private Plan plan() throws IOException {
        Files.writeString(folder.resolve("_net.yaml"), """
                modules:
                  left: {LazyLinear: {out_features: 4}}
                  right: {compact: {layer: {type: LazyLinear, keys: [out_features], args: [5, 3]}, postlayer: [Tanh: null]}}
                  both: {MergeConcat: null}
                graph:
                  input: x
                  modules: {both: [[left, right]], left: [x], right: [x]}
                  output: both
                """);
        String text = TinySpecs.text("ppo", "", "\"log_frequency\": 12")
                .replace("\"type\": \"MLPNet\"", "\"type\": \"TorchArcNet\", \"arc_file\": \"_net.yaml\"")
                .replace("\"hid_layers\": [8], ", "");
        Path file = Files.writeString(folder.resolve("ppo.json"), text);
        return Plan.read(SpecFile.read(file, Map.of()), "ppo");
    }

    @Test
    void aRunResumesWithoutItsArcFile() throws IOException {
        Plan plan = plan();
        RunOptions options = TinySpecs.options(folder.resolve("data")).seed(3);
        TrialResult whole = Lab.run(plan, options, Listener.NONE);
        AtomicBoolean stop = new AtomicBoolean();
        TrialResult stopped = Lab.run(
                plan,
                options,
                new Listener() {
                    @Override
                    public void row(int session, Table table, long episodes, double mean) {
                        stop.set(true);
                    }
                },
                stop);
        assertThat(stopped.finished()).isFalse();
        Files.delete(folder.resolve("_net.yaml"));
        assertThat(Lab.plan(stopped.folder()).net()).isEqualTo(plan.net());
        TrialResult resumed = Lab.resume(stopped.folder(), options, Listener.NONE, new AtomicBoolean());
        assertThat(resumed.finished()).isTrue();
        RunFiles.assertSame(resumed.folder(), whole.folder());
    }
}
