package slmlab.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.experiment.RunFiles;
import slmlab.experiment.TinySpecs;
import slmlab.experiment.Variation;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;

/// Several values of a key, a run for each.
class SweepTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private CommandResult train(String... flags) {
        String file = TinySpecs.file(temp, "ppo", "\"max_frame\": 400", "").toString();
        List<String> words = new ArrayList<>(List.of("run", file, "ppo", "train", "-d", temp.resolve("data") + ""));
        words.addAll(List.of(flags));
        return CommandResult.of(words.toArray(String[]::new));
    }

    @Test
    void valuesAreSplitAtTheirCommasAndCombined() {
        List<Variation> all =
                Variation.all(List.of("lr=1e-3,3e-4", "net.hid_layers=[64,64],[32]", "g=0.9"), Map.of("x", "1"));
        assertThat(all)
                .extracting(Variation::label)
                .containsExactly(
                        "lr=1e-3 hid_layers=[64,64]",
                        "lr=1e-3 hid_layers=[32]",
                        "lr=3e-4 hid_layers=[64,64]",
                        "lr=3e-4 hid_layers=[32]");
        assertThat(all.getLast().values())
                .isEqualTo(Map.of("x", "1", "lr", "3e-4", "net.hid_layers", "[32]", "g", "0.9"));
        assertThat(Variation.all(List.of("a={b: 1, c: [2,3]}", "d='x,y'"), Map.of()))
                .hasSize(1);
        for (String wrong : List.of("lr=1,,2", "lr=1,1", "lr", "=1")) {
            assertThatThrownBy(() -> Variation.all(List.of(wrong), Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("-s " + wrong);
        }
        assertThatThrownBy(() -> Variation.all(List.of("a=1", "a=2"), Map.of()))
                .hasMessageContaining("-s a is given twice");
        assertThatThrownBy(() -> Variation.all(List.of("a=1"), Map.of("a", "2")))
                .hasMessageContaining("-s a and a flag both set it");
    }

    @Test
    void eachValueIsTrainedAndTheyAreCompared() throws IOException {
        CommandResult result = train("-s", "lr=0.01,0.02", "--name", "rates", "--quiet");
        assertThat(result.code()).as(result.toString()).isZero();
        assertThat(result.out())
                .contains("run 1 of 2: lr=0.01", "run 2 of 2: lr=0.02")
                .containsPattern("lr=0.01 +finished +400 +\\d+\\.\\d\\d +")
                .containsPattern("lr=0.02 +finished +400 +\\d+\\.\\d\\d +");
        Path data = temp.resolve("data");
        assertThat(data.resolve("rates_sweep.png")).isNotEmptyFile();
        assertThat(JsonFile.read(data.resolve("rates_sweep.json")).toString())
                .contains("{set={lr=0.01}, outcome=finished", "mean_return=");
        assertThat(RunFolder.all(data))
                .extracting(run -> run.path().getFileName() + "")
                .containsExactly("rates_lr=0.01", "rates_lr=0.02");
        assertThat(train("--quiet").code()).isZero(); // the first value is the file's own
        RunFiles.assertSame(
                RunFolder.open(data.resolve("rates_lr=0.01")),
                RunFolder.latest(data, "ppo").orElseThrow());
        assertThat(Files.readString(data.resolve("rates_lr=0.02/ppo_spec.json")))
                .contains("\"lr\" : 0.02");
    }

    @Test
    void aWrongValueStopsAllBeforeTheFirst() {
        CommandResult result = train("-s", "gamma=0.9,1.5");
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains("with gamma=1.5 has 1 problem", "agent.algorithm.gamma    is 1.5");
        assertThat(temp.resolve("data")).doesNotExist();
    }

    @Test
    void aFailedRunDoesNotLoseTheOthers() {
        // an env that is not there shows only when it is made
        CommandResult result = train("-s", "env.name=Elsewhere-v0,CartPole-v1", "--name", "envs", "--quiet");
        assertThat(result.code()).isNotZero();
        assertThat(result.err()).contains("the run name=Elsewhere-v0 was not started: ", "Elsewhere-v0");
        assertThat(result.out())
                .containsPattern("name=Elsewhere-v0 +not started")
                .containsPattern("name=CartPole-v1 +finished");
        assertThat(temp.resolve("data/envs_name=CartPole-v1")).isDirectory();
    }
}
