package slmlab.cli.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;

/// One report of a run: whole, the same twice, and for a run that has nothing to judge yet.
@Tag("slow")
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
        return Files.readString(to.resolve(file));
    }

    @Test
    void allChaptersAreThereAndTheSameTwice() throws IOException {
        Path run = trained("--max-frame", "12000");
        String first = report(run, temp.resolve("a"), "report.md");
        assertThat(first)
                .startsWith(
                        "# PPO on CartPole-v1\n\nppo_cartpole\n\n## Summary\n\nAn agent of the algorithm PPO, trained on"
                                + " CartPole-v1 for 12000 frames in 1 session.")
                .contains("This report is written by `slm-lab dossier %s --episodes 2 --seed 1000000`".formatted(run))
                .contains("| Health | no fault was found |")
                .containsPattern(
                        "\\| Evaluation \\| deterministic actions, 50 episodes of each session: mean .*95 % interval")
                .containsPattern("\\| Robustness \\| \\d+ % of the return is left in the mean of all shifts")
                .containsPattern("\\| Attacks \\| the strongest attack at ε = 2 is \\S+: \\d+ % of the return is left")
                .containsPattern("\\| Explanation \\| .* counts most in [1-5] of 5 states")
                .contains("Not shown: how far other training seeds would differ, because the run has 1 session; that")
                .contains("| State | Choice | Component | Seen as | Amount |\n|---|---|---|---|---|\n| episode ")
                .contains("## The run", "## Learning", "## Health", "## Evaluation")
                .contains("## Robustness", "## Attacks", "## Explanation", "## Settings")
                .contains("| agent.algorithm.gamma | 0.98 |", "![mean return over frames");
        for (String figure : new String[] {"learning.png", "ood.png", "attack.png", "explain.png"}) {
            assertThat(temp.resolve("a").resolve(figure)).isNotEmptyFile();
            assertThat(first).contains("(" + figure + ")");
        }
        String page = Files.readString(temp.resolve("a/report.html"));
        assertThat(page).contains("<h2 id=\"attacks\">Attacks</h2>").doesNotContain("http://", "https://");
        assertThat(report(run, temp.resolve("b"), "report.md")).isEqualTo(first);
        assertThat(Files.readString(temp.resolve("b/report.html"))).isEqualTo(page);
    }

    @Test
    void whatDoesNotApplySaysWhy() throws IOException {
        Path run = trained("--max-frame", "1000");
        Files.delete(run.resolve("model/ppo_cartpole_t0_s0.safetensors"));
        assertThat(report(run, temp.resolve("c"), "report.md"))
                .contains("## Health\n\nNot shown: not enough data to judge: 1 row with a return")
                .contains("## Attacks\n\nNot shown: the run has no weights yet")
                .contains("- Not shown: attacks, because the run has no weights yet.");
    }
}
