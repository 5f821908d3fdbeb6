package slmlab.cli.search;

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
import slmlab.experiment.TinySpecs;
import slmlab.run.Table;

/// `run … search` with `meta.search_pbt`.
@Tag("slow")
class PopulationRunTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void aPopulationIsTrainedResumedAndToldOf() throws IOException {
        CommandResult result = search("search", "--trials", "2", "--name", "pop");
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(Cli.DONE);
        assertThat(result.out())
                .contains("ppo: a population of 2, PPO on CartPole-v1, 400 frames each, an exchange every 200, seed 0")
                .containsPattern("frame +200  best \\d+\\.\\d\\d \\(member [01]\\)  median .*[01] copies [01]")
                .contains("best    member", "enjoy@" + data().resolve("pop").resolve("member_"), "schedule.png");
        assertThat(Table.read(data().resolve("pop/history.csv")).size()).isEqualTo(4);

        String again = "search@" + data().resolve("pop");
        assertThat(search(again, "--dashboard").out())
                .contains("after 2 of 2 intervals", "best    member", "dashboard  http://127.0.0.1:");
        assertThat(search(again, "-s", "lr=0.5").err()).contains("a population cannot change", "lr is 0.01 → 0.5");
        assertThat(search(again, "-s", "meta.max_trial=3").err()).contains("meta.max_trial is 2 → 3");
        assertThat(search(again, "--seed", "7").err()).contains("--seed is 7, but");
        assertThat(search(again, "--trials", "3").err()).contains("--trials is for a new population");
        assertThat(search("search@latest").out()).contains("resuming " + data().resolve("pop"));
    }

    @Test
    void whatAPopulationDoesNotTakeIsRefused() throws IOException {
        for (String flag : List.of("--sampler=tpe", "--pruner=asha", "--study=x.db", "--budget=1h", "--keep=2")) {
            CommandResult result = search("search", "--trials=2", flag);
            assertThat(result.code()).as(flag).isEqualTo(Cli.WRONG_INPUT);
            assertThat(result.err()).contains(flag.substring(0, flag.indexOf('=')) + " is not for a population");
        }
        CommandResult alone = search("search", "--trials=1");
        assertThat(alone.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(alone.err()).contains("meta.max_trial", "is 1; a population needs at least 2 members");
        assertThat(data()).doesNotExist();
    }

    private Path data() {
        return temp.resolve("data");
    }

    private CommandResult search(String mode, String... flags) throws IOException {
        String text = TinySpecs.text("ppo", "\"max_frame\": 400", "\"search_pbt\": {\"interval\": 200}")
                .replace("\"meta\":", "\"search\": {\"agent.algorithm.gamma__uniform\": [0.9, 0.99]}, \"meta\":");
        Path file = Files.writeString(temp.resolve("ppo.json"), text);
        List<String> words = new ArrayList<>(List.of("run", file.toString(), "ppo", mode, "-d", data().toString()));
        words.addAll(List.of(flags));
        return CommandResult.of(words.toArray(String[]::new));
    }
}
