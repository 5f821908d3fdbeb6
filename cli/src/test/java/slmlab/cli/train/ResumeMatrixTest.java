package slmlab.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.experiment.Lab;
import slmlab.experiment.TinySpecs;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.plan.PlanChange;
import slmlab.file.JsonFile;
import slmlab.run.Phase;
import slmlab.run.RunChange;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.spec.SpecFile;

/// What happens to each change that a command asks of a run that is resumed: by the file or by a flag, with and
/// without `--override`, of the latest run and of a folder.
@Tag("slow")
class ResumeMatrixTest {
    private static final String REFUSED = "cannot change in a run that has begun";
    private static final String NEEDS_FLAG = "--override takes it";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path file = Path.of("");
    private RunFolder folder = new RunFolder(Path.of(""), "");

    @BeforeEach
    void train() {
        file = TinySpecs.file(temp, "ppo", "\"max_frame\": 400", "");
        assertThat(run("train", "--quiet").code()).isZero();
        folder = RunFolder.latest(temp.resolve("data"), "ppo").orElseThrow();
    }

    private CommandResult run(String mode, String... flags) {
        List<String> words =
                new ArrayList<>(List.of("run", file.toString(), "ppo", mode, "-d", temp.resolve("data") + ""));
        words.addAll(List.of(flags));
        return CommandResult.of(words.toArray(String[]::new));
    }

    /// The key, a value in the file's JSON, that value in a message, and whether a run can take it.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "agent.net.optim_spec.lr                      | 0.02  | 0.01 → 0.02 | yes",
                "agent.net.lr_scheduler_spec                  | {\"name\": \"StepLR\", \"step_size\": 9} | null → {name: StepLR | yes",
                "agent.algorithm.entropy_coef_spec.start_val  | 0.5   | 0.01 → 0.5  | yes",
                "agent.algorithm.clip_eps_spec.end_val        | 0.15  | 0.1 → 0.15  | yes",
                "env.max_frame                                | 600   | 400 → 600   | yes",
                "meta.log_frequency                           | 50    | 100 → 50    | yes",
                "meta.eval_frequency                          | 70    | 10000 → 70  | yes",
                "meta.early_stop                              | {\"mean_return\": 9000} | null → {mean_return: 9000 | yes",
                "agent.name                                   | \"x\" | ppo → x     | yes",
                "agent.algorithm.gamma                        | 0.9   | 0.99 → 0.9  | no",
                "agent.algorithm.time_horizon                 | 8     | 16 → 8      | no",
                "agent.net.hid_layers                         | [9]   | [8] → [9]   | no",
                "agent.net.optim_spec.name                    | \"SGD\" | Adam → SGD | no",
                "env.num_envs                                 | 2     | 4 → 2       | no",
                "env.normalize_obs                            | true  | false → true | no",
                "meta.max_session                             | 2     | 1 → 2       | no",
                "meta.rigorous_eval                           | 2     | 0 → 2       | no",
                "agent.init_from                              | {\"run\": \"x\"} | null → {run: x | no",
            })
    void aChangedKeyIsRefusedOrTakenAndNeverDropped(String path, String json, String values, String possible)
            throws IOException {
        String before = Files.readString(folder.spec());
        Files.writeString(file, edited(path, json));
        boolean isPossible = possible.equals("yes");
        for (String which : List.of("latest", folder.path().toString())) {
            CommandResult refused = run("train@" + which);
            assertThat(refused.code()).as(refused.toString()).isEqualTo(Cli.WRONG_INPUT);
            assertThat(refused.err()).contains(path + "    " + values, isPossible ? NEEDS_FLAG : REFUSED);
            assertThat(refused.err()).doesNotContain(isPossible ? REFUSED : NEEDS_FLAG);
            assertThat(folder.spec()).hasContent(before);
        }
        CommandResult result = run("train@latest", "--override");
        if (!isPossible) {
            assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
            assertThat(result.err()).contains(path, values, REFUSED);
            assertThat(folder.spec()).hasContent(before);
            return;
        }
        assertThat(result.code()).as(result.toString()).isZero();
        assertThat(result.out()).contains("takes " + path + ": " + values);
        Plan asked = Plan.read(SpecFile.read(file, Map.of()), "ppo");
        assertThat(PlanChange.between(Lab.plan(folder), asked)).isEmpty();
        assertThat(JsonFile.read(folder.provenance()).toString()).contains("changes=[", path + "={from=");
        CommandResult again = run("train@latest"); // now the file is the run's own spec
        assertThat(again.code()).as(again.toString()).isZero();
    }

    /// Return the spec file with another value at a path.
    private String edited(String path, String json) throws IOException {
        Files.writeString(temp.resolve("edit.json"), json);
        Map<String, Object> root = copy(JsonFile.read(file));
        Map<String, Object> at = root;
        String[] keys = ("ppo." + path).split("\\.", -1);
        for (int i = 0; i < keys.length - 1; i++) {
            Map<String, Object> inner = copy(at.get(keys[i]));
            at.put(keys[i], inner);
            at = inner;
        }
        at.put(keys[keys.length - 1], JsonFile.read(temp.resolve("edit.json")));
        JsonFile.write(temp.resolve("edit.json"), root);
        return Files.readString(temp.resolve("edit.json"));
    }

    private static Map<String, Object> copy(@Nullable Object json) {
        Map<String, Object> copy = new LinkedHashMap<>();
        if (json instanceof Map<?, ?> map) {
            map.forEach((key, value) -> copy.put(String.valueOf(key), value));
        }
        return copy;
    }

    /// Flags, the exit code with them, and what is said.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--max-frame 600                    | 0 | takes env.max_frame: 400 → 600",
                "--max-frame 400                    | 0 | resuming",
                "--max-frame 200                    | 2 | session 0 has reached frame 400 already",
                "--max-session 1                    | 0 | resuming",
                "--max-session 2                    | 2 | meta.max_session    1 → 2; cannot change",
                "--seed 0                           | 0 | resuming",
                "--seed 1                           | 2 | --seed    0 → 1; a run keeps its seed",
                "--seed 1 --override                | 2 | --seed    0 → 1; a run keeps its seed",
                "-s lr=0.02                         | 2 | agent.net.optim_spec.lr    0.01 → 0.02; --override takes it",
                "-s lr=0.02 --override              | 0 | takes agent.net.optim_spec.lr: 0.01 → 0.02",
                "-s lr=0.01                         | 0 | resuming",
                "-s gamma=0.5 --override            | 2 | agent.algorithm.gamma    0.99 → 0.5; cannot change",
                "-s lr=0.02,0.03                    | 2 | -s has several values",
                "-s lerning=1                       | 2 | -s lerning    matches no key",
                "--stop-return 9000                 | 2 | meta.early_stop    null → {mean_return: 9000",
                "--stop-return 9000 --override      | 0 | takes meta.early_stop",
                "--init-from x                      | 2 | agent.init_from    null → {run: x",
                "--override                         | 0 | --override: the spec is the run's own; nothing changes",
                "--name other                       | 2 | --name is for a new run",
                "--threads 1 --state-seconds 5      | 0 | resuming",
            })
    void aFlagIsTakenOrRefusedAndNeverDropped(String flags, int code, String said) {
        CommandResult result = run("train@latest", flags.split(" ", -1));
        assertThat(result.code()).as(result.toString()).isEqualTo(code);
        assertThat(result.out() + result.err()).contains(said).doesNotContain("\tat ", "Exception");
    }

    @Test
    void allDifferencesAreToldAtOnce() throws IOException {
        Files.writeString(file, edited("agent.algorithm.gamma", "0.9"));
        Files.writeString(file, edited("agent.net.optim_spec.lr", "0.02"));
        CommandResult result = run("train@latest", "--seed", "5", "--max-session", "3", "--override");
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err())
                .contains("--seed    0 → 5", "agent.algorithm.gamma    0.99 → 0.9", "meta.max_session    1 → 3")
                .contains("To resume it as it is: slm-lab run " + folder.spec() + " ppo train@" + folder.path());
        CommandResult other =
                CommandResult.of("run", TinySpecs.file(temp, "a2c", "", "") + "", "a2c", "train@" + folder.path());
        assertThat(other.err()).contains("is a run of the spec ppo, not of a2c");
    }

    @Test
    void whatTheCommandLineSetAtTheStartNeedNotBeSaidAgain() throws IOException {
        assertThat(run("train", "-s", "lr=0.05", "--max-frame", "200", "--name", "set", "--quiet")
                        .code())
                .isZero();
        CommandResult again = run("train@" + temp.resolve("data/set"));
        assertThat(again.code()).as(again.toString()).isZero();
        assertThat(again.out())
                .contains(
                        "keeps agent.net.optim_spec.lr = 0.05, as the run was started",
                        "keeps env.max_frame = 200, as the run was started");
        CommandResult own = CommandResult.of(
                "run", temp.resolve("data/set/ppo_spec.json") + "", "ppo", "train@" + temp.resolve("data/set"));
        assertThat(own.code()).as(own.toString()).isZero();
    }

    @Test
    void theNewLearningRateIsTheOneThatIsUsed() {
        run(
                "train@latest",
                "-s",
                "lr=0.02",
                "-s",
                "agent.algorithm.entropy_coef_spec.start_val=0.3",
                "--max-frame",
                "800",
                "--override");
        Table table = Table.read(folder.sessionTable(0, Phase.TRAIN));
        assertThat(table.column("lr")).startsWith(0.01).endsWith(0.02);
        assertThat(table.column("entropy_coef")).startsWith(0.01).endsWith(0.3);
        assertThat(JsonFile.read(folder.provenance()).toString())
                .contains(
                        "frames=[400]",
                        "agent.net.optim_spec.lr={from=0.01, to=0.02}",
                        "env.max_frame={from=400, to=800}");
    }

    /// Only a run that changes nothing but its length equals one that was started with it.
    @Test
    void aLongerRunEqualsOneStartedSoOnlyIfNothingElseChanged() {
        String equal = "the run equals one that was started with it";
        assertThat(run("train@latest", "--max-frame", "600").out()).contains(equal);
        assertThat(run("train@latest", "-s", "agent.name=other", "--max-frame", "700", "--override")
                        .out())
                .contains(equal); // a label
        assertThat(run("train@latest", "-s", "lr=0.02", "--max-frame", "800", "--override")
                        .out())
                .contains(
                        "the run will not equal one that was started with it: agent.net.optim_spec.lr changes on the way")
                .doesNotContain(equal);
        assertThat(run("train@latest", "--max-frame", "900").out())
                .contains("will not equal one that was started with it: agent.net.optim_spec.lr changed at frame 700")
                .doesNotContain(equal);
        assertThat(RunChange.of(folder))
                .extracting(RunChange::path, RunChange::from, RunChange::to, RunChange::when)
                .contains(
                        tuple("agent.net.optim_spec.lr", "0.01", "0.02", "frame 700"),
                        tuple("env.max_frame", "800", "900", "frame 800"));
    }

    @Test
    void otherModesRefuseTheFlagsOfResuming() {
        assertThat(run("train", "--override").err()).contains("--override is for train@");
        assertThat(run("enjoy@latest", "--name", "x").err()).contains("--name is not for enjoy@");
        assertThat(run("dev", "-s", "lr=1,2").err()).contains("-s has several values");
        assertThat(run("enjoy@" + folder.path(), "-s", "lr=1").err()).contains("-s is not for enjoy@DIR");
    }
}
