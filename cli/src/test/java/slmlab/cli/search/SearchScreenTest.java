package slmlab.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;
import slmlab.search.study.Claim;
import slmlab.search.study.Database;
import slmlab.search.study.Study;
import slmlab.search.study.StudyPlan;
import slmlab.search.study.TrialState;

/// The table of trials on a terminal, and the lines elsewhere.
class SearchScreenTest {
    private static final SearchSpace SPACE = new SearchSpace(List.of(
            new Parameter("agent.net.actor_optim_spec.lr", new Domain.Choice(List.of(0.25))),
            new Parameter("agent.net.critic_optim_spec.lr", new Domain.Choice(List.of(List.of(8, 8))))));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static void end(Study study, TrialState state, double score) {
        Claim claim = study.claim("w").orElseThrow();
        assertThat(study.report(claim, 1000, score)).isTrue();
        assertThat(study.end(claim, state, score, Map.of(), null)).isTrue();
    }

    private String shown(boolean live) {
        StringWriter text = new StringWriter();
        StudyPlan plan = new StudyPlan("s", Map.of("s", Map.of()), SPACE, "random", Map.of("name", "none"), 0, 5);
        try (Database database = Database.of(temp.resolve(live + ".db").toString())) {
            Study study = Study.create(database, plan);
            end(study, TrialState.DONE, 10);
            end(study, TrialState.PRUNED, 99);
            try (SearchScreen screen =
                    new SearchScreen(new PrintWriter(text), study, Duration.ofMinutes(2), false, live)) {
                end(study, TrialState.DONE, 20);
                screen.ended(2);
                screen.say("a line");
                Claim running = study.claim("w").orElseThrow();
                assertThat(study.report(running, 2000, 5)).isTrue();
            }
        }
        return text.toString();
    }

    @Test
    void onATerminalTheTableIsDrawnAnewWithTheBestMarkedAndPrunedOnesGrey() {
        String text = shown(true);
        String last = text.substring(text.lastIndexOf("\033[J"));
        assertThat(last)
                .contains("3 of 5 trials ended, 1 pruned, candidate 20.00 (trial 2)")
                .contains("left");
        assertThat(last.lines().filter(line -> line.contains("TRIAL")))
                .singleElement()
                .asString()
                .contains("actor_optim_spec.lr", "critic_optim_spec.lr");
        assertThat(last.lines())
                .anyMatch(line -> line.matches("\033\\[1m\\* 2 +done +20\\.00 +1,000 +0\\.25 +\\[8,8].*"));
        assertThat(last.lines()).anyMatch(line -> line.matches("\033\\[90m  1 +pruned +99\\.00 .*"));
        assertThat(last.lines()).anyMatch(line -> line.matches("  3 +running +5\\.00 +2,000 .*"));
        assertThat(text).contains("a line");
    }

    @Test
    void elsewhereThereIsALineForEachTrialThatEnds() {
        assertThat(shown(false).lines().map(line -> line.replaceFirst("\\d+:\\d\\d left", "0:00 left")))
                .containsExactly(
                        "trial 2 done at frame 1,000  score 20.00  actor_optim_spec.lr 0.25, critic_optim_spec.lr"
                                + " [8,8]",
                        "  3 of 5 trials ended, 1 pruned, candidate 20.00 (trial 2), 0:00 left",
                        "a line");
    }
}
