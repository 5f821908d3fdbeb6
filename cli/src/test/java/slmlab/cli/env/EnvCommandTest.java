package slmlab.cli.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.env.Envs;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EnvCommandTest {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void aRolloutOfRandomActionsIsWhatTheEnvDoes() throws IOException {
        JsonNode rollout = rollout("CartPole-v1", "--seed", "5", "--steps", "100");
        assertThat(rollout.get("env").asString()).isEqualTo("CartPole-v1");
        assertThat(rollout.get("seed").asLong()).isEqualTo(5);
        assertThat(rollout.get("observations")).hasSize(101);
        for (String column : new String[] {"actions", "rewards", "terminated", "truncated", "final_observations"}) {
            assertThat(rollout.get(column)).as(column).hasSize(100);
        }
        int ends = 0;
        try (VecEnv env = Envs.make("CartPole-v1", 1, Map.of())) {
            Step step = env.reset(5);
            assertNumbers(rollout.get("observations").get(0), step.obs().floats());
            for (int t = 0; t < 100; t++) {
                env.step(Array.ofInts(Shape.of(1), rollout.get("actions").get(t).asInt()));
                assertNumbers(rollout.get("observations").get(t + 1), step.obs().floats());
                assertThat(rollout.get("rewards").get(t).floatValue())
                        .isEqualTo(step.reward().item());
                boolean terminated = step.terminated().bytes()[0] == 1;
                assertThat(rollout.get("terminated").get(t).booleanValue()).isEqualTo(terminated);
                assertThat(rollout.get("truncated").get(t).booleanValue()).isFalse();
                JsonNode last = rollout.get("final_observations").get(t);
                if (terminated) {
                    ends++;
                    assertNumbers(last, step.finalObs().floats());
                } else {
                    assertThat(last.isNull()).isTrue();
                }
            }
        }
        assertThat(ends).isPositive();
        assertThat(rollout.get("actions")).extracting(JsonNode::asInt).contains(0, 1);
    }

    @Test
    void theSeedDecidesTheActions() throws IOException {
        JsonNode first = rollout("Pendulum-v1", "--seed", "1", "--steps", "50");
        assertThat(rollout("Pendulum-v1", "--seed", "1", "--steps", "50")).isEqualTo(first);
        assertThat(rollout("Pendulum-v1", "--seed", "2", "--steps", "50").get("actions"))
                .isNotEqualTo(first.get("actions"));
        assertThat(first.get("actions")).allSatisfy(action -> {
            assertThat(action).hasSize(1);
            assertThat(action.get(0).floatValue()).isBetween(-2f, 2f);
        });
    }

    @Test
    void withManyEnvsEachEntryIsAListOverThem() throws IOException {
        Path actions = Files.writeString(temp.resolve("actions.json"), """
                [[0, 1], [1, 1], [0, 0]]
                """);
        JsonNode rollout = rollout(
                "CartPole-v1", "--seed", "9", "--steps", "3", "--num-envs", "2", "--actions", actions.toString());
        int[][] given = {{0, 1}, {1, 1}, {0, 0}};
        try (VecEnv env = Envs.make("CartPole-v1", 2, Map.of())) {
            Step step = env.reset(9);
            for (int t = 0; t < 3; t++) {
                env.step(Array.ofInts(Shape.of(2), given[t]));
                for (int i = 0; i < 2; i++) {
                    assertThat(rollout.get("actions").get(t).get(i).asInt()).isEqualTo(given[t][i]);
                    assertThat(rollout.get("rewards").get(t).get(i).floatValue())
                            .isEqualTo(1);
                    for (int j = 0; j < 4; j++) {
                        assertThat(rollout.get("observations")
                                        .get(t + 1)
                                        .get(i)
                                        .get(j)
                                        .floatValue())
                                .isEqualTo(step.obs().floats()[4 * i + j]);
                    }
                }
                assertThat(rollout.get("final_observations").get(t)).hasSize(2).allMatch(JsonNode::isNull);
            }
        }
    }

    @Test
    void oneEnvAloneIsTheFirstOfMany() throws IOException {
        JsonNode one = rollout("Pendulum-v1", "--seed", "3", "--steps", "20");
        JsonNode many = rollout("Pendulum-v1", "--seed", "3", "--steps", "20", "--num-envs", "1");
        for (int t = 0; t < 20; t++) {
            assertThat(many.get("observations").get(t)).hasSize(1);
            assertThat(many.get("observations").get(t).get(0))
                    .isEqualTo(one.get("observations").get(t));
            assertThat(many.get("actions").get(t).get(0))
                    .isEqualTo(one.get("actions").get(t));
        }
    }

    @Test
    void aTimeLimitOfTheUsersTruncates() throws IOException {
        JsonNode rollout = rollout("Pendulum-v1", "--steps", "7", "-a", "max_episode_steps=3", "-a", "g=9.81");
        assertThat(rollout.get("truncated"))
                .extracting(JsonNode::booleanValue)
                .containsExactly(false, false, true, false, false, true, false);
        assertThat(rollout.get("terminated")).extracting(JsonNode::booleanValue).containsOnly(false);
        assertThat(rollout.get("final_observations").get(2)).hasSize(3);
    }

    @Test
    void discreteObservationsAreNumbersAndPixelsAreNested() throws IOException {
        JsonNode lake = rollout("FrozenLake-v1", "--steps", "2", "-a", "is_slippery=false", "-a", "map_name=8x8");
        assertThat(lake.get("observations").get(0).isInt()).isTrue();
        JsonNode pixels =
                rollout("Catch-v0", "--steps", "1").get("observations").get(0);
        assertThat(pixels.get(0).isArray()).isTrue();
        assertThat(pixels.get(0)).hasSameSizeAs(pixels.get(1));
    }

    @Test
    void aBoxActionBeyondItsBoundsIsNamed() throws IOException {
        Path file = Files.writeString(temp.resolve("strong.json"), "[[2.0], [2.5]]");
        CommandResult result =
                CommandResult.of("env", "rollout", "Pendulum-v1", "--steps", "2", "--actions", file.toString());
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("action 1 of env 0 lies outside Box", "value 0 is 2.5, not in [-2.0, 2.0]");
    }

    @Test
    void aGifIsRecordedAndTheJsonIsPrintedOnlyIfAskedFor() throws IOException {
        Path gif = temp.resolve("new/pole.gif");
        String[] command = {"env", "rollout", "CartPole-v1", "--steps", "3", "--gif", gif.toString(), "--fps", "50"};
        assertThat(CommandResult.of(command)).isEqualTo(new CommandResult(Cli.DONE, "", ""));
        assertThat(Files.readString(gif, StandardCharsets.ISO_8859_1)).startsWith("GIF89a");
        CommandResult printed = CommandResult.of(
                Stream.concat(Stream.of(command), Stream.of("--json", "-")).toArray(String[]::new));
        assertThat(MAPPER.readTree(printed.out()).get("observations")).hasSize(4);
    }

    @Test
    void withoutAFileItIsPrinted() {
        CommandResult printed = CommandResult.of("env", "rollout", "CartPole-v1", "--steps", "1");
        assertThat(printed.code()).isEqualTo(Cli.DONE);
        assertThat(MAPPER.readTree(printed.out()).get("observations")).hasSize(2);
        assertThat(CommandResult.of("env", "rollout", "CartPole-v1", "--steps", "1", "--json", "-"))
                .isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | [0]         | has 1 actions; --steps asks for 2",
                "1 | [2]         | action 2 of env 0 lies outside Discrete(2)",
                "1 | [0.5]       | action 0 is 0.5; needs a whole number",
                "1 | [[0, 1]]    | action 0 is [0, 1]; needs 1 numbers for Discrete(2)",
                "1 | [null]      | action 0 has null in it",
                "1 | {\"a\": 1}  | needs a list of actions",
                "1 | [0          | is not valid JSON: line 1",
            })
    void aWrongActionsFileIsNamed(String steps, String json, String message) throws IOException {
        Path file = Files.writeString(temp.resolve("wrong.json"), json);
        CommandResult result =
                CommandResult.of("env", "rollout", "CartPole-v1", "--steps", steps, "--actions", file.toString());
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).startsWith("slm-lab env rollout: " + file).contains(message);
        assertThat(result.err().lines()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "env check CartPol-v1                            | no env CartPol-v1; did you mean CartPole-v0 or CartPole-v1?",
                "env rollout CartPole-v9 --steps 1               | no env CartPole-v9",
                "env check CartPole-v1 -a wind=1                 | CartPole-v1: wind is unknown",
                "env check Pendulum-v1 -a g=much                 | Pendulum-v1: g is much; needs a number",
                "env check CartPole-v1 -a max_episode_steps=0    | max_episode_steps is 0",
                "env rollout CartPole-v1 --steps -1              | --steps is -1; needs at least 0",
                "env rollout CartPole-v1 --steps 1 --num-envs 0  | --num-envs is 0; needs at least 1",
                "env rollout CartPole-v1 --steps 1 --json no/f   | there is no folder",
                "env rollout CartPole-v1 --steps 1 --actions no  | there is no file no",
                "env rollout CartPole-v1                         | Missing required option: '--steps=K'",
                "env rollout CartPole-v1 --steps 1 --render      | --render: no window can be opened: there is no display; set DISPLAY",
                "env rollout CartPole-v1 --steps 1 --render      | or record it: --gif FILE",
                "env rollout CartPole-v1 --steps 1 --gif x --fps 0 | 0.0 frames per second; needs more than 0",
                "env play CartPole-v1                            | no window can be opened: there is no display; set DISPLAY",
                "env check FrozenLake-v1 -a map_name=3x3         | needs 4x4, 8x8 or random",
                "env check FrozenLake-v1 -a map_name=random -a map_p=0.01 | needs a larger p",
                "env check FrozenLake-v1 -a map_size=5           | map_size is unknown",
            })
    void wrongInputEndsWith2AndNoStackTrace(String command, String message) {
        CommandResult result = CommandResult.of(command.split(" "));
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains(message).doesNotContain("\tat ");
        assertThat(result.err().lines()).hasSize(2);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void checkPrintsALinePerRule() {
        CommandResult result = CommandResult.of("env", "check", "CartPole-v1");
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .contains(
                        "✓ E05 observations ",
                        "✓ E03 same seed ",
                        "· W06 speed ",
                        "! W01 infinite bounds  2 of 4 values")
                .doesNotContain("✗");
        assertThat(result.code()).isEqualTo(Cli.DONE);
    }

    @Test
    void checkAsJsonHasCodes() throws IOException {
        CommandResult result = CommandResult.of("env", "check", "--json", "Pendulum-v1");
        JsonNode check = MAPPER.readTree(result.out());
        assertThat(check.get("env").asString()).isEqualTo("Pendulum-v1");
        assertThat(check.get("ok").asBoolean()).isTrue();
        assertThat(check.get("findings"))
                .anySatisfy(finding -> {
                    assertThat(finding.get("code").asString()).isEqualTo("E05");
                    assertThat(finding.get("rule").asString()).isEqualTo("observations");
                    assertThat(finding.get("level").asString()).isEqualTo("holds");
                })
                .anySatisfy(finding -> {
                    assertThat(finding.get("code").asString()).isEqualTo("W02");
                    assertThat(finding.get("level").asString()).isEqualTo("warning");
                });
        assertThat(result.code()).isEqualTo(Cli.DONE);
    }

    @Test
    void aBrokenRuleEndsWith1() {
        // Every episode of this probe is two steps, so this limit only hides its end.
        CommandResult result = CommandResult.of("env", "check", "Probe-RewardLater-v0", "-a", "max_episode_steps=2");
        assertThat(result.out()).contains("✗ E10 time limit ");
        assertThat(result.code()).isEqualTo(Cli.FAILED);
    }

    /// Run it into a file and read that back.
    private JsonNode rollout(String env, String... options) throws IOException {
        Path file = temp.resolve("rollout.json");
        CommandResult result = CommandResult.of(
                Stream.concat(Stream.of("env", "rollout", env, "--json", file.toString()), Stream.of(options))
                        .toArray(String[]::new));
        assertThat(result).isEqualTo(new CommandResult(Cli.DONE, "", ""));
        try (Stream<Path> files = Files.list(temp)) {
            assertThat(files).noneMatch(other -> other.toString().endsWith(".part"));
        }
        return MAPPER.readTree(Files.readString(file));
    }

    private static void assertNumbers(JsonNode list, float[] expected) {
        assertThat(list).hasSize(expected.length);
        for (int i = 0; i < expected.length; i++) {
            assertThat(list.get(i).floatValue()).isEqualTo(expected[i]);
        }
    }
}
