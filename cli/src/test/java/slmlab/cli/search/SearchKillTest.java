package slmlab.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.ChildJvm;
import slmlab.cli.CommandResult;
import slmlab.file.JsonFile;

/// A search that is killed in the middle of its trials, and resumed.
@Tag("slow")
class SearchKillTest {
    private static final int KILLS = 2;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path spec() {
        Path file = temp.resolve("spec.json");
        Map<String, Object> algorithm = Map.of("name", "Reinforce", "gamma", 0.99, "training_frequency", 1);
        Map<String, Object> net = Map.of("type", "MLPNet", "hid_layers", List.of(8));
        Map<String, Object> scheduler = Map.of("grace_period", 1000, "reduction_factor", 2);
        JsonFile.write(
                file,
                Map.of(
                        "killed",
                        Map.of(
                                "agent",
                                        Map.of(
                                                "algorithm", algorithm,
                                                "memory", Map.of("name", "OnPolicyReplay"),
                                                "net", net),
                                "env", Map.of("name", "CartPole-v1", "num_envs", 1, "max_frame", 4000),
                                "meta",
                                        Map.of(
                                                "distributed", false,
                                                "log_frequency", 500,
                                                "max_session", 1,
                                                "max_trial", 4,
                                                "search_scheduler", scheduler),
                                "search", Map.of("agent.algorithm.gamma__uniform", List.of(0.9, 0.999)))));
        return file;
    }

    private ChildJvm start(Path file, String mode, String... more) throws IOException {
        String[] words = new String[more.length + 5];
        System.arraycopy(
                new String[] {file.toString(), "killed", mode, "--threads", "1"},
                0,
                words,
                0,
                words.length - more.length);
        System.arraycopy(more, 0, words, words.length - more.length, more.length);
        Map<String, String> environment =
                Map.of("SLM_LAB_DATA", temp.resolve("data").toString(), "STATE_SECONDS", "0.1", "SEED", "5");
        return ChildJvm.start(temp, environment, words);
    }

    private String table(String name) throws IOException {
        return Files.readString(temp.resolve("data").resolve(name).resolve("killed_experiment_df.csv"));
    }

    @Test
    void aKilledSearchResumesToTheSameTable() throws Exception {
        Path file = spec();
        CommandResult whole = start(file, "search", "--name", "whole").result();
        assertThat(whole.code()).as(whole.toString()).isZero();

        Random random = new Random(4);
        Path states = temp.resolve("data/killed");
        for (int i = 0; i < KILLS; i++) {
            Path begun = states.resolve("t" + 2 * i + "/state/s0");
            ChildJvm child = i == 0
                    ? start(file, "search", "--name", "killed")
                    : start(file, "search@" + temp.resolve("data/killed"));
            child.await(() -> Files.isDirectory(begun));
            assertThat(child.killAfter(random.nextInt(50))).as("killed in time").isTrue();
        }
        CommandResult last =
                start(file, "search@" + temp.resolve("data/killed")).result();
        assertThat(last.err()).doesNotContain("\tat ");
        assertThat(last.code()).as(last.toString()).isZero();
        assertThat(table("killed")).isEqualTo(table("whole")).hasLineCount(5);
    }
}
