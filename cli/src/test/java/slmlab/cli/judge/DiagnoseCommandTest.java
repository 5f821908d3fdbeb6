package slmlab.cli.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.file.JsonFile;

/// What `diagnose` says about runs that go wrong, and about folders that are none.
class DiagnoseCommandTest {
    private static final String SPECS = "../lab/src/test/resources/judge/diagnose.yaml";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private CommandResult train(String spec, String... more) {
        List<String> words = new ArrayList<>(
                List.of("run", SPECS, spec, "train", "--quiet", "--data", temp.toString(), "--name", "run"));
        words.addAll(List.of(more));
        return CommandResult.of(words.toArray(String[]::new));
    }

    private CommandResult diagnose(String... more) {
        List<String> words =
                new ArrayList<>(List.of("diagnose", temp.resolve("run").toString()));
        words.addAll(List.of(more));
        return CommandResult.of(words.toArray(String[]::new));
    }

    @Test
    void aFaultHasItsEvidenceAndWhatToDo() {
        assertThat(train("dqn", "-s", "max_size=100", "--max-frame", "8000").code())
                .isEqualTo(Cli.DONE);
        Path json = temp.resolve("findings.json");
        CommandResult result = diagnose("--json", json.toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(Cli.DONE);
        assertThat(result.out())
                .contains("DQN on CartPole-v1")
                .contains("✗ buffer too small, in 1 of 1 session")
                .contains("the replay holds 100 transitions: 1.6 batches")
                .contains("to do      raise agent.memory.max_size");
        assertThat(((Map<?, ?>) JsonFile.read(json)).get("findings"))
                .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                .first()
                .extracting(finding -> finding.get("label"))
                .isEqualTo("buffer too small");
    }

    @Test
    void aCrashedRunIsNamed() {
        assertThat(train("dqn", "-s", "lr=1e30").code()).isEqualTo(Cli.FAILED);
        CommandResult result = diagnose();
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("✗ numeric", "net.loss is not finite", "lower the learning rate");
    }

    @Test
    void aFewRowsAreTooFew() {
        assertThat(train("ppo", "--max-frame", "1000").code()).isEqualTo(Cli.DONE);
        Path json = temp.resolve("findings.json");
        CommandResult result = diagnose("--json", json.toString());
        assertThat(result.out())
                .contains(
                        "not enough data to judge: 2 rows with a return and a number of an update; a diagnosis needs 10");
        assertThat(result.code()).isEqualTo(Cli.FAILED);
        assertThat(JsonFile.read(json))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("judged", false)
                .hasEntrySatisfying(
                        "missing", why -> assertThat(String.valueOf(why)).contains("2 rows"));
    }

    /// Rows without numbers, or a spec without an algorithm, are not a run without faults.
    @Test
    void aTableOfNaNAndAnEmptySpecAreNotHealthy() throws IOException {
        assertThat(train("ppo", "--max-frame", "12000").code()).isEqualTo(Cli.DONE);
        assertThat(diagnose().out()).contains("✓ nothing wrong was found in 1 session");
        Path spec = temp.resolve("run/ppo_spec.json");
        String whole = Files.readString(spec);
        Files.writeString(spec, "{}");
        CommandResult empty = diagnose();
        assertThat(empty.out()).isEqualTo("not enough data to judge: the run's spec names no algorithm\n");
        assertThat(empty.code()).isEqualTo(Cli.FAILED);
        Files.writeString(spec, whole);
        Path table = temp.resolve("run/info/ppo_t0_s0_session_df_train.csv");
        List<String> lines = Files.readAllLines(table);
        int frame = List.of(lines.getFirst().split(",")).indexOf("frame");
        List<String> hollow = new ArrayList<>(List.of(lines.getFirst()));
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            for (int i = 0; i < cells.length; i++) {
                cells[i] = i == frame ? cells[i] : "nan";
            }
            hollow.add(String.join(",", cells));
        }
        Files.write(table, hollow);
        CommandResult result = diagnose();
        assertThat(result.out()).contains("not enough data to judge: 0 rows").doesNotContain("nothing wrong");
        assertThat(result.code()).isEqualTo(Cli.FAILED);
    }

    @Test
    void whatIsNoRunIsRefused() throws IOException {
        Files.createDirectory(temp.resolve("run"));
        CommandResult result = diagnose();
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains("run").doesNotContain("Exception");
    }

    @Test
    void aTableThatIsCutOffIsNamed() throws IOException {
        assertThat(train("ppo", "--max-frame", "8000").code()).isEqualTo(Cli.DONE);
        Path table = temp.resolve("run/info/ppo_t0_s0_session_df_train.csv");
        String text = Files.readString(table);
        Files.writeString(table, text.substring(0, text.length() - 30) + "x");
        CommandResult result = diagnose();
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains("session_df_train.csv").doesNotContain("Exception");
    }
}
