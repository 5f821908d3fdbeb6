package slmlab.cli.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.experiment.TinySpecs;
import slmlab.spec.Mutations;

/// Five hundred specs with a mistake each: refused in words, with exit code 2 and nothing created, or run.
@Tag("slow")
class MutatedSpecsTest {
    private static final int MUTATIONS = 100;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"ppo", "ppo_rnn", "ppo_pendulum", "a2c", "reinforce"})
    void eachIsRefusedInWordsOrRuns(String name) throws IOException {
        String text = TinySpecs.text(name, "\"normalize_obs\": true", "\"rigorous_eval\": 1, \"eval_frequency\": 100");
        int refused = 0;
        for (int seed = 0; seed < MUTATIONS; seed++) {
            String what = "mutation %d of %s".formatted(seed, name);
            Path file = temp.resolve(name + ".json");
            Path data = temp.resolve("data" + seed);
            Files.write(file, Mutations.of(text, seed, new Random(1000 + seed)));
            CommandResult check = CommandResult.of(
                    "check", file.toString(), name, "-s", "env.max_frame=200", "-s", "meta.max_session=1");
            assertThat(check.code()).as(what).isIn(Cli.DONE, Cli.WRONG_INPUT);
            assertThat(check.out() + check.err()).as(what).doesNotContain("\tat ", "Exception", "java.");
            CommandResult run = CommandResult.of(
                    "run",
                    file.toString(),
                    name,
                    "train",
                    "--max-frame",
                    "200",
                    "--seeds",
                    "1",
                    "--quiet",
                    "-d",
                    data.toString());
            assertThat(run.out() + run.err()).as(what).doesNotContain("\tat ", "Exception", "java.");
            assertThat(run.code()).as("%s: %s", what, run).isIn(Cli.DONE, Cli.WRONG_INPUT);
            if (run.code() == Cli.WRONG_INPUT) {
                refused++;
                assertThat(run.err()).as(what).isNotBlank();
                assertThat(data).as("%s: %s", what, run.err()).doesNotExist();
            } else {
                assertThat(check.code())
                        .as("%s runs, so it is right: %s", what, check)
                        .isEqualTo(Cli.DONE);
            }
        }
        assertThat(refused).as("mutations of %s that matter", name).isGreaterThan(MUTATIONS / 2);
    }
}
