package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Command lines as texts write them.
class KnownCommandsTest {
    private static final KnownCommands KNOWN = new KnownCommands();

    private static List<String> words(String line) {
        return List.of(line.split(" +"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "COMMAND --help",
                "list",
                "list envs",
                "run SPEC NAME train",
                "SPEC NAME MODE",
                "ppo/cartpole.json ppo_cartpole train -s lr=1e-3 --seed=1",
                "train@latest --max-frame 1000",
                "eval attack RUN --json",
                "eval latest --seed -3",
                "spec explain KEY",
                "spec",
                "skills install|list|check|uninstall",
                "skills install [--tool claude|codex|agents|both]… [--dry-run], ",
                "bench engine --anything",
                "--classpath my.jar env check Drone-v0 --help",
                "env check <id> --classpath=a.jar",
                "validate state {artefact}",
                "calc {arithmetic} --num-envs {env.num_envs}"
            })
    void known(String line) {
        assertThat(KNOWN.problem(words(line))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lst                    | unknown command 'lst'; did you mean list?",
                "env chck CartPole-v1   | unknown command 'chck'; did you mean check?",
                "skills install,update  | unknown command 'install,update'",
                "list --jsn             | unknown flag --jsn of 'list'",
                "eval latest --episode 5 | unknown flag --episode of 'eval'; did you mean --episodes?",
                "eval latest --best     | flag --best of 'eval' is an older spelling",
                "run x.json y train -q  | unknown flag -q of 'run'",
                "x.json y train --seeds 3 --sede 4 | unknown flag --sede of 'run'; did you mean --seed?"
            })
    void unknown(String line, String problem) {
        assertThat(KNOWN.problem(words(line)))
                .hasValueSatisfying(each -> assertThat(each).startsWith(problem));
    }

    @ParameterizedTest
    @CsvSource({
        "skills install --yes,skills install",
        "x.json y train,run",
        "eval latest,eval",
        "eval attack x,eval attack"
    })
    void theWordsOfTheCommand(String line, String path) {
        assertThat(String.join(" ", KNOWN.path(words(line)))).isEqualTo(path);
    }
}
