package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One report of a run: whole, the same twice, and for a run that has nothing to judge yet.
class DossierCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path trained(String... more) {
        List<String> words = new ArrayList<>(List.of("run", "../spec/ppo/cartpole.json", "train", "--quiet"));
        words.addAll(List.of("--data", temp.toString(), "--name", "run", "--threads", "1"));
        words.addAll(List.of(more));
        assertThat(CommandResult.of(words.toArray(String[]::new)).code()).isEqualTo(Cli.DONE);
        return temp.resolve("run");
    }

    private static String report(Path run, Path to, String file) throws IOException {
        CommandResult result = CommandResult.of("dossier", run.toString(), "--episodes", "2", "-o", to.toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(Cli.DONE);
        return Files.readString(to.resolve(file)).replaceAll("judged at \\S+", "judged at TIME");
    }

    @Test
    void allChaptersAreThereAndTheSameTwice() throws IOException {
        Path run = trained("--max-frame", "12000");
        String first = report(run, temp.resolve("a"), "report.md");
        assertThat(first)
                .startsWith("# PPO on CartPole-v1\n")
                .contains("## The run", "## Learning", "## Health", "## Evaluation")
                .contains("## Robustness", "## Attacks", "## Explanation", "## Settings")
                .contains("| agent.algorithm.gamma | 0.98 |", "![mean return over frames");
        for (String picture : new String[] {"learning.png", "ood.png", "attack.png", "explain.png"}) {
            assertThat(temp.resolve("a").resolve(picture)).isNotEmptyFile();
            assertThat(first).contains("(" + picture + ")");
        }
        String page = Files.readString(temp.resolve("a/report.html"));
        assertThat(page).contains("<h2 id=\"attacks\">Attacks</h2>").doesNotContain("http://", "https://");
        assertThat(report(run, temp.resolve("b"), "report.md")).isEqualTo(first);
    }

    @Test
    void whatDoesNotApplySaysWhy() throws IOException {
        Path run = trained("--max-frame", "1000");
        Files.delete(run.resolve("model/ppo_cartpole_t0_s0.safetensors"));
        assertThat(report(run, temp.resolve("c"), "report.md"))
                .contains("## Health\n\nNot applicable: the run has 1 rows; a diagnosis needs 10")
                .contains("## Attacks\n\nNot applicable: the run has no weights yet");
    }
}
