package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.experiment.TinySpecs;
import slmlab.run.RunFolder;

/// What people type is understood, or answered with the right name.
class TypedNamesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private RunFolder trained() {
        String spec = TinySpecs.file(temp, "ppo", "\"max_frame\": 400", "").toString();
        CommandResult run =
                CommandResult.of("run", spec, "ppo", "train", "-d", temp.toString(), "--name", "a", "--quiet");
        assertThat(run.code()).as(run.err()).isZero();
        return RunFolder.open(temp.resolve("a"));
    }

    @ParameterizedTest
    @CsvSource({
        "SAC, Pendulum-v1, SoftActorCritic",
        "A2C, CartPole-v1, ActorCritic",
        "DDQN, CartPole-v1, DoubleDQN",
    })
    void newTakesTheNamesOfPapers(String name, String env, String full) throws IOException {
        Path file = temp.resolve("new.yaml");
        CommandResult result = CommandResult.of("new", file.toString(), "--algorithm", name, "--env", env);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(Files.readString(file)).contains("name: " + full);
    }

    @ParameterizedTest
    @CsvSource({
        "learning_rate, did you mean lr?",
        "n_envs, did you mean num_envs?",
        "n_steps, did you mean time_horizon?",
        "ent_coef, did you mean entropy_coef_spec?",
        "agent.algorithm.n_steps, did you mean time_horizon?",
        "agent.algorithm.ent_coef, did you mean entropy_coef_spec?",
        "agent.algorithm.learning_rate, did you mean agent.net.optim_spec.lr?",
        "agent.net.learning_rate, did you mean agent.net.optim_spec.lr?",
        "env.n_envs, did you mean env.num_envs?",
    })
    void aKeyOfAnotherLibraryIsAnsweredWithOurs(String key, String hint) {
        CommandResult result = CommandResult.of(
                "run", "../spec/ppo/cartpole.json", "ppo_cartpole", "train", "-d", temp.toString(), "-s", key + "=0.1");
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains(hint);
        CommandResult check =
                CommandResult.of("check", "../spec/ppo/cartpole.json", "ppo_cartpole", "-s", key + "=0.1");
        assertThat(check.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(check.out() + check.err()).contains("did you mean");
    }

    @Test
    void severalSeedsHaveAFlag() {
        CommandResult result = CommandResult.of("run", "../spec/ppo/cartpole.json", "--seed", "1,2");
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains("'--seed': '1,2' is more than one number; --seeds N trains N sessions");
    }

    @Test
    void aModeWithoutASpecFindsThatOfItsFolder() {
        String data = temp.toString();
        for (String mode : new String[] {"train@latest", "enjoy@latest"}) {
            assertThat(CommandResult.of(mode, "-d", data).err()).contains("there is no run in " + data);
        }
        assertThat(CommandResult.of("run", "search@latest", "-d", data).err())
                .contains("there is no search in " + data, "run SPEC NAME search starts one");
        assertThat(CommandResult.of("run", "search@" + data).err()).contains("is not the folder of a search");
        assertThat(CommandResult.of("run", "train@").err()).contains("train@ needs latest or a folder after it");
        RunFolder run = trained();
        CommandResult resumed = CommandResult.of("train@latest", "-d", data);
        assertThat(resumed.out()).as(resumed.err()).contains("resuming " + run.path());
        CommandResult watched = CommandResult.of("run", "enjoy@" + run.path(), "--episodes", "1");
        assertThat(watched.out()).as(watched.err()).contains("episode 1: return");
    }

    @Test
    void enjoyPlaysTheLastWeightsWhereThereAreNoBest() throws IOException {
        RunFolder run = trained();
        Files.delete(run.bestModel(0));
        CommandResult result = CommandResult.of("enjoy@" + run.path(), "--episodes", "1");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).contains("has no best weights yet; playing its last ones");
        CommandResult eval =
                CommandResult.of("eval", "a", "-d", temp.toString(), "--episodes", "1", "--checkpoint", "best");
        assertThat(eval.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(eval.err()).contains("there are no weights " + run.bestModel(0));
        assertThat(CommandResult.of("eval", "a", "-d", temp.toString(), "--checkpoint", "newest")
                        .err())
                .contains("--checkpoint is newest; needs best, last or a frame");
    }

    @Test
    void javacCompilesAgainstTheLab() throws IOException {
        Path source = Files.writeString(
                temp.resolve("Mine.java"), "class Mine { slmlab.env.Space space = new slmlab.env.Space.Discrete(2); }");
        CommandResult result = CommandResult.of("javac", "-d", temp.toString(), source.toString());
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(temp.resolve("Mine.class")).exists();
        Files.writeString(source, "class Mine { nonsense }");
        CommandResult wrong = CommandResult.of("javac", "-d", temp.toString(), source.toString());
        assertThat(wrong.code()).isEqualTo(Cli.FAILED);
        assertThat(wrong.err()).contains("Mine.java:1: error");
    }
}
