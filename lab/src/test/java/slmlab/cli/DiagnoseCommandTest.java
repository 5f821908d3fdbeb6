package slmlab.cli;

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
import slmlab.report.JsonFile;

/// What `diagnose` says about runs that go wrong, and about folders that are none.
class DiagnoseCommandTest {
    private static final String SPECS = "src/test/resources/judge/diagnose.yaml";

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
        assertThat(diagnose().out()).contains("too early to say: 2 rows; a diagnosis needs 10");
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
