package slmlab.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.file.JsonFile;

/// `slm-lab run … search` and `slm-lab study`, as a user types them.
@Tag("slow")
class SearchCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @SuppressWarnings("NullAway.Init") // each test has its own
    private Path file;

    @BeforeEach
    void write() {
        file = temp.resolve("spec.json");
        JsonFile.write(
                file,
                Map.of(
                        "plain", spec(Map.of(), Map.of("agent.algorithm.gamma__uniform", List.of(0.9, 0.999))),
                        "halved",
                                spec(
                                        Map.of("search_scheduler", Map.of("grace_period", 300, "reduction_factor", 2)),
                                        Map.of(
                                                "agent",
                                                Map.of("algorithm", Map.of("gamma__uniform", List.of(0.9, 0.999)))))));
    }

    private static Map<String, Object> spec(Map<String, Object> more, Map<String, Object> search) {
        Map<String, @Nullable Object> meta = new LinkedHashMap<>(more);
        meta.putAll(Map.of("distributed", false, "log_frequency", 150, "max_session", 2, "max_trial", 4));
        meta.put("num_cpus", 2); // SLM-Lab's, without effect
        Map<String, Object> net = Map.of("type", "MLPNet", "hid_layers", List.of(8));
        Map<String, Object> algorithm = Map.of("name", "Reinforce", "gamma", 0.99, "training_frequency", 1);
        return Map.of(
                "agent",
                Map.of("algorithm", algorithm, "memory", Map.of("name", "OnPolicyReplay"), "net", net),
                "env",
                Map.of("name", "CartPole-v1", "num_envs", 1, "max_frame", 600),
                "meta",
                meta,
                "search",
                search);
    }

    private CommandResult run(String name, String mode, String... more) {
        List<String> words = new ArrayList<>(List.of("run", file.toString(), name, mode, "-d", temp.toString()));
        words.addAll(List.of(more));
        return CommandResult.of(words.toArray(String[]::new));
    }

    private Path folder(String name) {
        return temp.resolve(name);
    }

    private String table(String name, String spec) throws IOException {
        return Files.readString(folder(name).resolve(spec + "_experiment_df.csv"));
    }

    @Test
    void aSearchSaysWhatItFoundAndWhatToTypeNext() throws IOException {
        CommandResult result = run("halved", "search", "--name", "one", "--threads", "1");
        assertThat(result.code()).as(result.toString()).isZero();
        assertThat(result.out())
                .contains(
                        "Reinforce on CartPole-v1, a search over 1 key, 4 trials of 1 session of 600 frames, tpe, asha"
                                + " (")
                .contains("4 of 4 trials ended")
                .containsPattern("candidate: trial \\d with [\\d.]+, which nobody has repeated on other seeds")
                .containsPattern("values  gamma 0\\.9\\d+")
                .containsPattern("not confirmed: the best \\d on 4 fresh seeds each take [\\d,]+ frames")
                .contains("halved_best_spec.json halved train");
        assertThat(result.out().lines().filter(line -> line.startsWith("trial ")))
                .hasSize(4);
        assertThat(result.err())
                .contains("a trial has 1 session, not max_session = 2")
                .contains("has no effect here, as `slm-lab spec KEY` explains")
                .containsOnlyOnce("meta.num_cpus");
        assertThat(folder("one").resolve("halved_experiment_graph.png")).exists();
        assertThat(folder("one").resolve("halved_multi_trial_graph_mean_returns_vs_frames.png"))
                .exists();

        assertThat(CommandResult.of("plot-list", "-d", temp.toString()).out()).contains("no run folders");
        CommandResult shown = CommandResult.of("study", "show", folder("one").toString());
        assertThat(shown.out())
                .contains("TRIAL")
                .contains("gamma")
                .containsPattern("\\* \\d")
                .contains("candidate: trial");
        CommandResult list = CommandResult.of("study", "list", "-d", temp.toString());
        assertThat(list.out()).containsPattern("one +4 of 4.*\\(trial \\d, candidate\\)");
        CommandResult export = CommandResult.of("study", "export", folder("one").toString());
        assertThat(export.out().lines())
                .hasSize(5)
                .first()
                .asString()
                .startsWith("trial,state,score,frame,agent.algorithm.gamma,");
        CommandResult best = CommandResult.of("study", "best", "-d", temp.toString());
        assertThat(best.out()).isEqualTo(Files.readString(folder("one").resolve("halved_best_spec.json")));
        assertThat(best.err()).contains("candidate: trial");
        Path bestFile = temp.resolve("best.json");
        Files.writeString(bestFile, best.out());
        assertThat(CommandResult.of("check", bestFile.toString()).code()).isZero();
        Path docs = Files.createDirectory(temp.resolve("docs"));
        Path cells = Files.writeString(temp.resolve("cells.json"), """
            [{"table": "short", "env": "CartPole-v1", "algorithm": "REINFORCE", "file": "spec.json",
              "spec": "halved", "frames": 600, "sessions": 1, "published": 15.5}]
            """);
        CommandResult taken = CommandResult.of(
                "benchmark",
                "intake",
                folder("one").resolve("t0").toString(),
                "--docs",
                docs.toString(),
                "--cells",
                cells.toString(),
                "--specs",
                temp.toString());
        assertThat(taken.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(taken.err()).contains("it is a trial of a search");
    }

    @Test
    void theSameSeedWritesTheSameBytesAlsoWhenItIsStoppedAndExtended() throws IOException {
        assertThat(run("halved", "search", "--name", "whole", "--threads", "1", "--seed", "3")
                        .code())
                .isZero();
        CommandResult some = run(
                "halved",
                "search",
                "--name",
                "part",
                "--threads",
                "1",
                "--seed",
                "3",
                "--trials",
                "2",
                "--frames",
                "700");
        assertThat(some.out()).contains("the search has spent its 700 frames").contains("search@");
        assertThat(run("halved", "search@latest", "--threads", "1").out()).contains("resuming");
        CommandResult more = run("halved", "search@" + folder("part"), "--threads", "1", "--trials", "4", "--quiet");
        assertThat(more.code()).as(more.toString()).isZero();
        assertThat(table("part", "halved")).isEqualTo(table("whole", "halved"));
        CommandResult other = run("halved", "search", "--name", "other", "--threads", "1", "--seed", "4");
        assertThat(table("other", "halved")).as(other.out()).isNotEqualTo(table("whole", "halved"));
    }

    @Test
    void aSearchConfirmsItsBestTrialsWhereAsked() throws IOException {
        CommandResult result =
                run("plain", "search", "--name", "sure", "--trials=3", "--confirm=2", "-s", "meta.max_session=1");
        assertThat(result.code()).as(result.toString()).isZero();
        assertThat(result.out())
                .containsPattern("confirming trial \\d on 4 fresh seeds")
                .containsPattern(
                        "confirmed: trial \\d, mean [\\d.]+ \\([\\d.]+ to [\\d.]+\\) over 4 fresh seeds; in the "
                                + "search it had [\\d.]+")
                .doesNotContain("not confirmed", "not a result");
        assertThat(folder("sure").resolve("confirm").toFile().list()).hasSize(2);
        CommandResult shown = CommandResult.of("study", "show", folder("sure").toString());
        assertThat(shown.out()).contains("confirmed: trial").containsPattern("trial \\d again: mean");
        assertThat(CommandResult.of("study", "best", folder("sure").toString()).out())
                .isEqualTo(Files.readString(folder("sure").resolve("plain_best_spec.json")));
        CommandResult again = run("plain", "search@" + folder("sure"), "-s", "meta.max_session=1");
        assertThat(again.out()).contains("confirmed: trial").doesNotContain("confirming trial");
    }

    @Test
    void withoutAPrunerATrialHasAllItsSessions() throws IOException {
        CommandResult result =
                run("plain", "search", "--name", "two", "--trials", "2", "--sampler", "halton", "--keep", "1");
        assertThat(result.code()).as(result.toString()).isZero();
        assertThat(folder("two").resolve("t1/info/plain_t0_s1_session_df_train.csv"))
                .exists();
        assertThat(table("two", "plain").lines().skip(1)).allMatch(line -> !line.contains(",,")); // has a consistency
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --sampler tpee               | --sampler is tpee; did you mean tpe?; needs one of tpe, random
        --pruner ahsa                | --pruner is ahsa; did you mean asha?
        --trials 0                   | --trials is 0; needs at least 1
        --budget soon                | --budget is 'soon'; needs a time such as 90s, 30m or 1h30m
        --frames -1                  | --frames is -1; needs at least 1
        --keep -2                    | --keep is -2
        --confirm=0                  | --confirm is 0; needs at least 1, or write --no-confirm
        --confirm --no-confirm       | --confirm and --no-confirm contradict each other
        --profile                    | --profile is for one run; a search has many
        --study mysql://a/b          | is no database that studies are kept in
        -s gamma=0.9,0.99            | -s has several values
        -s search.x__uniform=[0,1]   | search.x__uniform
        --pruner asha -s meta.search_scheduler.grace_period=900 | is 900, above max_frame 600
        -s meta.search_scheduler.brackets=2 -s meta.search_scheduler.grace_period=9 | brackets
        --episodes 3                 | --episodes is for enjoy@
        """)
    void whatCannotBeIsRefusedBeforeAnythingIsWritten(String flags, String message) {
        CommandResult result = run("plain", "search", flags.split(" ", -1));
        assertThat(result.code()).as(result.toString()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains(message).doesNotContain("\\tat ", "Exception");
        assertThat(temp.toFile().list()).containsExactly("spec.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"search", "train", "dev"})
    void aModeWithoutASpecIsNamedAsWhatItIs(String mode) {
        CommandResult result = CommandResult.of("run", mode, "-d", temp.toString());
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains(mode + " is a mode, and the spec before it is missing");
    }

    @Test
    void aSearchIsResumedWithTheSpecInItsFolder() {
        assertThat(run("plain", "search", "--name", "s", "--trials", "1", "--threads", "1")
                        .code())
                .isZero();
        CommandResult again = CommandResult.of("run", "search@latest", "-d", temp.toString());
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.out()).contains("resuming " + temp.resolve("s"));
    }

    @Test
    void aSearchThatDiffersIsNotResumed() {
        assertThat(run("plain", "search", "--name", "s", "--trials", "2", "--threads", "1")
                        .code())
                .isZero();
        CommandResult fewer = run("plain", "search@" + folder("s"), "--trials", "1");
        assertThat(fewer.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(fewer.err()).contains("--trials is 1, and the search has 2; it can only be extended");
        CommandResult other = run("plain", "search@" + folder("s"), "-s", "env.max_frame=900");
        assertThat(other.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(other.err()).contains("spec");
        CommandResult seed = run("plain", "search@" + folder("s"), "--seed", "9");
        assertThat(seed.err()).contains("--seed is 9, and the search has 0");
        CommandResult enjoyed = CommandResult.of("eval", folder("s").toString());
        assertThat(enjoyed.err()).contains("is a search, not a run");
    }
}
