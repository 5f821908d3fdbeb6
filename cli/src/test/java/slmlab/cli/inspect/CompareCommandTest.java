package slmlab.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.file.JsonFile;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;

/// `slm-lab compare`: statistics, a verdict, and sentences about what cannot be compared.
class CompareCommandTest {
    private static final int LAST = 1000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// Make a run whose sessions end with these scores.
    private RunFolder run(String name, String env, double gamma, double... scores) {
        RunFolder folder = RunFolder.create(temp, name, name, LocalDateTime.of(2026, 11, 15, 12, 0), made -> {
            Map<String, Object> spec = new LinkedHashMap<>();
            spec.put("agent", Map.of("algorithm", Map.of("name", "PPO", "gamma", gamma)));
            spec.put("env", Map.of("name", env, "max_frame", LAST));
            spec.put("meta", Map.of("max_session", scores.length));
            JsonFile.write(made.spec(), Map.of(name, spec));
            JsonFile.write(made.provenance(), Map.of("seed", 0, "started", "2026-11-15T12:00:00Z"));
        });
        for (int i = 0; i < scores.length; i++) {
            table(scores[i], LAST).write(folder.sessionTable(i, Phase.TRAIN));
        }
        return folder;
    }

    private static Table table(double score, int frames) {
        Table table = new Table(List.of("total_reward", "frame", "mean_return"));
        table.add(0, frames / 2.0, score / 2);
        table.add(0, frames, score);
        return table;
    }

    private CommandResult compare(String... words) {
        String[] all = new String[words.length + 3];
        all[0] = "compare";
        System.arraycopy(words, 0, all, 1, words.length);
        all[words.length + 1] = "-d";
        all[words.length + 2] = temp.toString();
        return CommandResult.of(all);
    }

    private static String refusal(CommandResult result) {
        assertThat(result.code()).as(result.toString()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.out()).isEmpty();
        return result.err();
    }

    @Test
    void theTableAndTheVerdictSayWhatTheNumbersSay() {
        run("good", "CartPole-v1", 0.99, 400, 420, 440, 460);
        run("bad", "CartPole-v1", 0.9, 100, 120, 140, 450);
        CommandResult result = compare("good", "bad");
        assertThat(result.code()).as(result.toString()).isZero();
        // interval 430 ± 3.1824 · √(2000/3)/2 = 41.09, IQM (420 + 440)/2; 13 of 16 pairs are won: 3 + 3 + 3 + 4
        assertThat(result.out().lines().toList()).satisfies(lines -> {
            assertThat(lines.get(0)).isEqualTo("CartPole-v1, mean return of the last 100 episodes");
            assertThat(lines.get(1))
                    .matches(" +RUN +gamma +SESSIONS +MEAN +95 % INTERVAL +IQM +WORST TO BEST +BEATS 1 +BEATS 2");
            assertThat(lines.get(2))
                    .matches("1 +good +0.99 +4 +430.00 +388.91 to 471.09 +430.00 +400.00 to 460.00 +– +0.81");
            assertThat(lines.get(3))
                    .matches("2 +bad +0.9 +4 +202.50 +-61.33 to 466.33 +130.00 +100.00 to 450.00 +0.19 +–");
            assertThat(lines.get(5))
                    .isEqualTo("The scores do not show which is better: the mean of good is 227.50 higher than that of"
                            + " bad (Welch's t-test, p = 0.069).");
            assertThat(lines.get(6)).startsWith("Note: with 4 scores a 95 % interval covers the true mean in 95 %");
        });
    }

    @Test
    void theSameRunsGiveTheSameBytes() throws IOException {
        run("good", "CartPole-v1", 0.99, 400, 420, 440, 460);
        run("bad", "CartPole-v1", 0.9, 100, 120, 140, 150);
        Path one = temp.resolve("one.json");
        Path two = temp.resolve("two.json");
        CommandResult result = compare("good", "bad", "--json", one.toString());
        assertThat(result.out())
                .contains(
                        "good is better than bad: the mean of good is 302.50 higher than that of bad (Welch's t-test, p");
        assertThat(compare("good", "bad", "--json", two.toString())).isEqualTo(result);
        assertThat(Files.readAllBytes(two)).isEqualTo(Files.readAllBytes(one));
        Map<?, ?> written = (Map<?, ?>) JsonFile.read(one);
        assertThat(written.get("differing_keys")).isEqualTo(List.of("agent.algorithm.gamma"));
        assertThat(written.get("pairs_won")).isEqualTo(List.of(List.of(0.5, 1.0), List.of(0.0, 0.5)));
        Map<?, ?> first = (Map<?, ?>) ((List<?>) Objects.requireNonNull(written.get("runs"))).getFirst();
        assertThat(first.get("iqm")).isEqualTo(430.0);
        // half way every session has half its score
        Map<?, ?> curve = (Map<?, ?>) Objects.requireNonNull(first.get("curve"));
        assertThat(String.valueOf(curve.get("mean"))).startsWith("[215.0, ").endsWith("430.0]");
    }

    @Test
    void oneOrTwoSessionsAreTooFew() {
        run("one", "CartPole-v1", 0.99, 400);
        run("two", "CartPole-v1", 0.9, 100, 120);
        assertThat(compare("one", "two").out())
                .containsPattern("1 +one +0.99 +1 +400.00 +– +400.00 +400.00 to 400.00 ")
                .contains("No verdict: one has one score, 400.00, two ranges from 100.00 to 120.00;"
                        + " it needs at least 4 sessions on each side.")
                .doesNotContain("better", "probability", "Note: with");
    }

    @Test
    void severalEnvsAreScaledAndStratified() {
        run("a1", "CartPole-v1", 0.99, 475, 475);
        run("a2", "LunarLander-v3", 0.99, 200, 200);
        run("b1", "CartPole-v1", 0.9, 100, 100);
        run("b2", "LunarLander-v3", 0.9, 300, 300);
        String out = compare("A=a1,a2", "B=b1,b2").out();
        assertThat(out).contains("CartPole-v1, LunarLander-v3, mean return of the last 100 episodes, scaled");
        assertThat(out).containsPattern("A +0.99 +4 +1.00 +– +1.00 +1.00 to 1.00 +– +0.50");
        assertThat(out)
                .contains(
                        "it needs at least 4 sessions on each side and in each env.",
                        "Note: scores are scaled: 0 is the return of random actions");
        run("a3", "Pendulum-v1", 0.99, -150, -160);
        run("b3", "Pendulum-v1", 0.9, -170, -180);
        assertThat(compare("A=a1,a3", "B=b1,b3").out())
                .containsPattern("A +0.99 +4 +– +– +– +– +– +1.00")
                .contains("No verdict: scores of these envs have no common scale; compare in one env at a time.")
                .contains("Note: no return is known at which Pendulum-v1 counts as solved");
        assertThat(refusal(compare("a1", "b2")))
                .contains("returns of different envs cannot be compared: a1 in CartPole-v1, b2 in LunarLander-v3");
    }

    /// Alone, the second is better than the first (p = 0.037); among six it may be the luckiest.
    @Test
    void theBestOfSixNeedsMoreThanTheBetterOfTwo() {
        run("a", "CartPole-v1", 0.99, 10, 12, 9, 14, 11);
        run("b", "CartPole-v1", 0.9, 13, 12, 16, 15, 14);
        assertThat(compare("a", "b").out()).contains("b is better than a: ", "p = 0.037).");
        for (String other : List.of("c", "d", "e", "f")) {
            run(other, "CartPole-v1", 0.8, 13, 12, 13, 15, 14);
        }
        assertThat(compare("a", "b", "c", "d", "e", "f").out())
                .contains("the mean of b is 2.80 higher than that of a"
                        + " (Welch's t-test, p = 0.557 after correction for 15 pairs).")
                .doesNotContain("is better than");
    }

    @Test
    void sessionsThatEndedEarlyAreNamed() {
        run("whole", "CartPole-v1", 0.99, 400, 420, 440, 460);
        RunFolder early = run("early", "CartPole-v1", 0.9, 100, 120, 140, 150);
        table(130, 500).write(early.sessionTable(2, Phase.TRAIN));
        JsonFile.write(
                early.provenance(),
                Map.of(
                        "seed",
                        0,
                        "ended_early",
                        List.of(
                                Map.of("session", 2, "frame", 500, "reason", "the mean return reached 130"),
                                Map.of("session", 3, "frame", 1000, "reason", "a plateau"))));
        assertThat(compare("whole", "early").out())
                .contains("Note: session 2 of " + early.path()
                        + " ended early at frame 500 by its own rule: the mean return reached 130.")
                .contains("Note: session 3 of " + early.path()
                        + " ended early at frame 1,000 by its own rule: a plateau.")
                .doesNotContain("unfinished");
    }

    /// Four workers of one agent are one score, their mean.
    @Test
    void workersOfOneAgentAreOneScore() {
        run("alone", "CartPole-v1", 0.99, 400, 420, 440, 460);
        RunFolder workers = run("workers", "CartPole-v1", 0.9, 100, 120, 140, 160);
        JsonFile.write(
                workers.spec(),
                Map.of(
                        "workers",
                        Map.of(
                                "agent",
                                Map.of("algorithm", Map.of("name", "PPO", "gamma", 0.9)),
                                "env",
                                Map.of("name", "CartPole-v1", "max_frame", 4 * LAST),
                                "meta",
                                Map.of("max_session", 4, "distributed", "synced"))));
        assertThat(compare("alone", "workers").out())
                .containsPattern("2 +workers .* 1 +130.00 +– +130.00 +130.00 to 130.00")
                .contains("No verdict: alone ranges from 400.00 to 460.00, workers has one score, 130.00;")
                .contains("share one agent (distributed): they count as one score, their mean");
    }

    /// Rows at frames 500 and 1,000; a point of the curve between them lies on the line.
    @Test
    void aCurveIsInterpolatedBetweenTwoRows() {
        run("good", "CartPole-v1", 0.99, 400, 420, 440, 460);
        run("bad", "CartPole-v1", 0.9, 100, 120, 140, 150);
        Path json = temp.resolve("curve.json");
        compare("good", "bad", "--json", json.toString());
        Map<?, ?> written = (Map<?, ?>) JsonFile.read(json);
        Map<?, ?> first = (Map<?, ?>) ((List<?>) Objects.requireNonNull(written.get("runs"))).getFirst();
        Map<?, ?> curve = (Map<?, ?>) Objects.requireNonNull(first.get("curve"));
        List<?> frames = (List<?>) Objects.requireNonNull(curve.get("frames"));
        List<?> means = (List<?>) Objects.requireNonNull(curve.get("mean"));
        assertThat(frames.getFirst()).isEqualTo(500.0);
        assertThat(frames).hasSize(31);
        // three quarters of the way: 215 + (750 − 500) / 500 · 215
        assertThat((double) Objects.requireNonNull(means.get(frames.indexOf(750.0))))
                .isEqualTo(322.5, within(1e-9));
    }

    @Test
    void aFigureIsDrawn() throws IOException {
        run("good", "CartPole-v1", 0.99, 400, 420, 440, 460);
        run("single", "CartPole-v1", 0.9, 120);
        Path figure = temp.resolve("scores.svg");
        CommandResult result = compare("good", "single", "--plot", figure.toString());
        assertThat(result.code()).as(result.toString()).isZero();
        assertThat(result.out()).endsWith(figure + System.lineSeparator());
        String drawn = Files.readString(figure);
        assertThat(drawn).startsWith("<svg").contains("#0072b2", "#d55e00").endsWith("</svg>\n");
        compare("good", "single", "--plot", figure.toString());
        assertThat(Files.readString(figure)).isEqualTo(drawn);
        assertThat(refusal(compare("good", "single", "--plot", temp + "/scores.gif")))
                .contains("needs to end in .png");
        run("good2", "Pendulum-v1", 0.99, -150, -160);
        run("single2", "Pendulum-v1", 0.9, -170);
        assertThat(refusal(compare("A=good,good2", "B=single,single2", "--plot", temp + "/none.png")))
                .contains("--plot: scores of CartPole-v1, Pendulum-v1 have no common scale");
        assertThat(temp.resolve("none.png")).doesNotExist();
    }

    @Test
    void whatIsUnequalIsSaid() {
        run("whole", "CartPole-v1", 0.99, 400, 420);
        RunFolder half = run("half", "CartPole-v1", 0.9, 100, 120, 140);
        for (int i = 0; i < 2; i++) {
            table(100 + i, 500).write(half.sessionTable(i, Phase.TRAIN));
        }
        half.sessionTable(2, Phase.TRAIN).toFile().delete();
        assertThat(compare("whole", "half").out())
                .contains("half is unfinished: 2 of its 3 sessions have begun.")
                .contains("half is unfinished: session 0 is at frame 500 of 1,000.")
                .contains(
                        "Note: different numbers of frames, each score is that of its own end: whole 1,000, half 500.");
    }

    @Test
    void whatIsNoScoreIsRefusedAllAtOnce() throws IOException {
        run("good", "CartPole-v1", 0.99, 400, 420);
        run("nan", "CartPole-v1", 0.9, 100, Double.NaN);
        RunFolder cut = run("cut", "CartPole-v1", 0.9, 100, 120);
        Files.writeString(cut.sessionTable(1, Phase.TRAIN), "total_reward,frame,mean_return\n1,2,3\n4,5");
        RunFolder none = run("none", "CartPole-v1", 0.9);
        String refusal = refusal(compare("good", "nan", "cut", "none"));
        assertThat(refusal)
                .contains("3 problems")
                .contains("session 1 of " + temp.resolve("nan") + " has no score: mean_return is empty in its last row")
                .contains(cut.sessionTable(1, Phase.TRAIN) + " line 3 has 2 values", "Is the file cut off?")
                .contains(none.path() + " has no session tables yet");
        Files.createDirectory(temp.resolve("empty"));
        assertThat(refusal(compare("godo", "empty")))
                .contains("there is no run folder 'godo'", "did you mean good?")
                .contains("empty is not a run folder");
        assertThat(refusal(compare("good", "good"))).contains("good is named twice");
        assertThat(refusal(compare("A=good", "A=nan"))).contains("session 1 of");
        assertThat(refusal(compare("good"))).contains("one run is named; needs two or more");
        assertThat(refusal(compare("good", "nan", "--json", temp + "/no/where.json")))
                .contains("--json");
    }
}
