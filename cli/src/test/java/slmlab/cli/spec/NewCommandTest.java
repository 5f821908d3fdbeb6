package slmlab.cli.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.facts.Trait;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;

/// A new spec passes `check` and trains, with every algorithm in every kind of env that fits it.
class NewCommandTest {
    private static final List<String> ENVS = List.of("CartPole-v1", "Pendulum-v1", "Catch-v0");

    private static final Set<String> MISFITS = Set.of(
            "SARSA Pendulum-v1",
            "VanillaDQN Pendulum-v1",
            "DQN Pendulum-v1",
            "DoubleDQN Pendulum-v1",
            "HydraDQN Pendulum-v1",
            "TD3 CartPole-v1",
            "TD3 Catch-v0",
            "DDPG CartPole-v1",
            "DDPG Catch-v0");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path file() {
        return temp.resolve("my.yaml");
    }

    private CommandResult make(String algorithm, String env) {
        return CommandResult.of("new", file().toString(), "--algorithm", algorithm, "--env", env);
    }

    static Stream<Arguments> pairs() {
        return Algorithms.ALL.names().stream()
                .flatMap(algorithm -> ENVS.stream().map(env -> Arguments.of(algorithm, env)));
    }

    /// Enough for a few updates: one rollout, or a little more than the frames before the first batch of a replay.
    private static String frames(String algorithm) {
        return Algorithms.has(algorithm, Trait.REPLAY) ? "1020" : "2200";
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aNewSpecPassesCheckAndTrainsOrIsRefusedWithWhatFits(String algorithm, String env) throws IOException {
        CommandResult made = make(algorithm, env);
        assertThat(made.code()).as(made.err()).isEqualTo(MISFITS.contains(algorithm + " " + env) ? 2 : 0);
        if (made.code() == Cli.WRONG_INPUT) {
            assertThat(made.err())
                    .contains("%s does not fit %s".formatted(algorithm, env), env + " is for ", algorithm + " takes ");
            assertThat(file()).doesNotExist();
            return;
        }
        assertThat(made.err()).isEmpty();
        CommandResult check = CommandResult.of("check", file().toString());
        assertThat(check.out()).endsWith("1 spec: 1 right and runnable here\n").doesNotContain("!");
        String name = Files.readAllLines(file()).stream()
                .filter(line -> line.matches("\\w+:"))
                .findFirst()
                .orElseThrow()
                .replace(":", "");
        CommandResult run = CommandResult.of(
                "run", file().toString(), name, "train", "--max-frame", frames(algorithm), "-d", temp.toString());
        assertThat(run.code()).as(run.err()).isEqualTo(Cli.DONE);
    }

    @Test
    void everyKeyIsCommented() throws IOException {
        make("PPO", "LunarLander-v3");
        assertThat(Files.readAllLines(file()).stream()
                        .filter(line -> line.matches(" +\\w+:.*"))
                        .filter(line -> !line.contains(" # ")))
                .isEmpty();
        assertThat(Files.readString(file())).contains("discount of future rewards", "env:", "slm-lab check ");
    }

    @Test
    void aFileThatExistsIsKept() throws IOException {
        Files.writeString(file(), "mine");
        CommandResult result = make("PPO", "CartPole-v1");
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains("exists and is kept");
        assertThat(file()).hasContent("mine");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TD3  | CartPole-v1     | TD3 does not fit CartPole-v1: agent.algorithm needs continuous actions
            DQN  | Pendulum-v1     | DQN takes discrete actions (CartPole-v1), images (Catch-v0); Pendulum-v1 is for Random, Reinforce,
            ppo  | CartPole-v1     | unknown algorithm 'ppo'; did you mean PPO?
            PPO  | LunarLandr-v3   | no env LunarLandr-v3; did you mean LunarLander-v3?
            """)
    void whatDoesNotFitIsRefused(String algorithm, String env, String message) {
        CommandResult result = make(algorithm, env);
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains(message);
        assertThat(file()).doesNotExist();
    }

    @Test
    void onlyYamlCanHoldComments() {
        CommandResult result = CommandResult.of("new", temp.resolve("my.json").toString());
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains("is not the name of a YAML file; end it in .yaml");
    }
}
