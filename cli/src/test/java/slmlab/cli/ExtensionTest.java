package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.RunFiles;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;

/// A custom algorithm, net and wrapper: the project in examples/extension, built into a jar.
@Tag("slow")
class ExtensionTest {
    private static final String NAME = "baseline_cartpole";
    private static final Path PROJECT = UserJar.root().resolve("examples/extension");

    private static UserJar jar = new UserJar(Path.of(""));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path spec = Path.of("");

    @BeforeAll
    static void build(@TempDir Path folder) throws IOException {
        jar = UserJar.ofProject(folder, PROJECT);
    }

    @BeforeEach
    void copySpec() throws IOException {
        spec = Files.copy(PROJECT.resolve("cartpole.yaml"), temp.resolve("cartpole.yaml"));
    }

    private void change(String from, String to) throws IOException {
        String text = Files.readString(spec);
        assertThat(text).contains(from);
        Files.writeString(spec, text.replace(from, to));
    }

    private static void assertRefused(CommandResult result, String... words) {
        assertThat(result.code()).as(result.err()).isEqualTo(Cli.WRONG_INPUT);
        assertThat((result.out() + result.err()).replaceAll(" +", " "))
                .contains(words)
                .doesNotContain("\tat ");
    }

    /// The page shows the example's own lines.
    @Test
    void everyBlockOfThePageStandsInTheExample() throws IOException {
        String page = Files.readString(UserJar.root().resolve("docs/extend.md"));
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.list(UserJar.root().resolve("examples/extension/src/main/java/my/lab"))) {
            for (Path file : files.toList()) {
                sources.append(Files.readString(file));
            }
        }
        Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(page);
        int blocks = 0;
        while (block.find()) {
            assertThat(sources).contains(block.group(1));
            blocks++;
        }
        assertThat(blocks).isGreaterThan(4);
    }

    @Test
    void everyCommandKnowsThem() throws Exception {
        CommandResult list = jar.slmLab("list");
        assertThat(list.code()).isZero();
        assertThat(list.out())
                .containsPattern("BaselineReinforce +gamma, training_frequency, baseline_rate, entropy_coef_spec\n")
                .containsPattern("OnPolicyBatchReplay +.*BaselineReinforce")
                .containsPattern("GatedNet +units\n")
                .containsPattern("Impatience +cost\n")
                .containsPattern("PPO +gamma");
        CommandResult check = jar.slmLab("check", spec.toString());
        assertThat(check.out()).contains("1 right and runnable here");
        assertThat(check.code()).isZero();
    }

    /// One declaration: a column of the table, a line of the list, an explanation with what is healthy.
    @Test
    void aMetricIsDeclaredOnce() throws Exception {
        assertThat(jar.slmLab("metrics", "list").out())
                .containsPattern("baseline +moving average of the returns, which is subtracted from them\n");
        assertThat(jar.slmLab("metrics", "explain", "baseline").out()).isEqualTo("""
                baseline
                  means      moving average of the returns, which is subtracted from them
                  healthy    follows mean_return
                  otherwise  lags far behind: raise baseline_rate
                """);
        change("max_frame: 60000", "max_frame: 2000");
        Path data = temp.resolve("metric");
        CommandResult run = jar.slmLab("run", spec.toString(), NAME, "train", "-d", data.toString(), "--seed", "1");
        assertThat(run.code()).as(run.err()).isZero();
        RunFolder folder = RunFolder.latest(data, NAME).orElseThrow();
        Table table = Table.read(folder.sessionTable(0, Phase.TRAIN));
        assertThat(table.columns()).containsSubsequence("grad_norm", "baseline", "param_change");
        assertThat(table.last("baseline", 1)[0]).isPositive(); // CartPole's reward is 1 a step
        assertThat(jar.slmLab("metrics", "explain", "basline").err()).contains("did you mean baseline?");
    }

    @Test
    void allWrongKeysAreToldAtOnceWithSuggestions() throws Exception {
        change("baseline_rate: 0.05", "baseline_rat: 0.05");
        change("units: 64", "unit: 64");
        change("cost: 0.02", "coast: 0.02");
        assertRefused(
                jar.slmLab("check", spec.toString()),
                "agent.algorithm.baseline_rat unknown key; did you mean baseline_rate? BaselineReinforce knows:",
                "agent.net.unit unknown key; did you mean units? GatedNet knows:",
                "env.wrappers[0].coast unknown key; did you mean cost? Impatience knows: cost");
    }

    @Test
    void valuesOutsideTheirRangeAndWrongNamesAreRefused() throws Exception {
        change("baseline_rate: 0.05", "baseline_rate: 2");
        change("units: 64", "units: 0");
        change("name: Impatience", "name: Impatiense");
        assertRefused(
                jar.slmLab(
                        "run",
                        spec.toString(),
                        NAME,
                        "train",
                        "-d",
                        temp.resolve("data").toString()),
                "agent.algorithm.baseline_rate is 2; needs to lie in (0, 1]",
                "agent.net.units is 0; needs at least 1",
                "env.wrappers[0].name unknown wrapper 'Impatiense'; did you mean Impatience?");
        assertThat(temp.resolve("data")).doesNotExist();
    }

    @Test
    void keysThatTheTraitsRuleOutAreRefused() throws Exception {
        change("name: OnPolicyBatchReplay", "name: Replay");
        change("units: 64", "units: 64\n      polyak_coef: 0.1");
        assertRefused(
                jar.slmLab("check", spec.toString()),
                "agent.memory.name is Replay; BaselineReinforce needs OnPolicyBatchReplay or OnPolicyReplay");
    }

    @Test
    void withoutItsJarASpecSaysWhatIsMissing() throws Exception {
        ChildJvm without = ChildJvm.start(temp, Map.of(), "check", spec.toString());
        assertRefused(
                without.result(),
                "unknown algorithm 'BaselineReinforce'; if it is your own, add its jar with --classpath",
                "unknown net 'GatedNet'; if it is your own",
                "unknown wrapper 'Impatience'; if it is your own");
    }

    @Test
    void itLearns() throws Exception {
        Path data = temp.resolve("data");
        CommandResult run = jar.slmLab("run", spec.toString(), NAME, "train", "-d", data.toString(), "--seed", "1");
        assertThat(run.code()).as(run.err()).isZero();
        RunFolder folder = RunFolder.latest(data, NAME).orElseThrow();
        CommandResult eval = jar.slmLab("eval", folder.path().toString(), "--episodes", "20", "--seed", "1");
        // random actions get 22; returns are CartPole's own, whatever the wrapper takes off
        assertThat(eval.out()).containsPattern("mean of 1 session: [2-5]\\d\\d\\.");
    }

    @Test
    void aKilledRunResumesBitForBit() throws Exception {
        change("max_frame: 60000", "max_frame: 24000");
        Map<String, String> rhythm = Map.of("STATE_SECONDS", "0.05", "SEED", "5");
        Path data = temp.resolve("killed");
        String[] train = {"run", spec.toString(), NAME, "train", "-d", data.toString()};
        ChildJvm killed = jar.start(rhythm, train);
        killed.await(() -> newest(data) > 2000);
        assertThat(killed.killAfter(20)).isTrue();
        train[3] = "train@latest";
        CommandResult resumed = jar.start(rhythm, train).result();
        assertThat(resumed.out()).contains("resuming");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        Path other = temp.resolve("whole");
        CommandResult whole = jar.start(
                        Map.of("SEED", "5"), "run", spec.toString(), NAME, "train", "-d", other.toString())
                .result();
        assertThat(whole.code()).isZero();
        RunFiles.assertSame(
                RunFolder.latest(data, NAME).orElseThrow(),
                RunFolder.latest(other, NAME).orElseThrow());
    }

    /// The frame of the newest state on disk; −1 if there is none.
    private static long newest(Path data) {
        return RunFolder.latest(data, NAME)
                .map(folder -> {
                    File states = folder.state(0).toFile();
                    String @Nullable [] names = states.list();
                    return Stream.of(names == null ? new String[0] : names)
                            .filter(name -> name.matches("\\d+"))
                            .mapToLong(Long::parseLong)
                            .max()
                            .orElse(-1);
                })
                .orElse(-1L);
    }

    @Test
    void aWrapperThatThrowsEndsTheRunWithItsLine() throws Exception {
        Map<String, String> sources = Map.of("Bad", """
                public final class Bad implements slmlab.env.wrapper.WrapperProvider {
                    public void register() {
                        slmlab.env.wrapper.NamedWrappers.register("Bad", Config.class, (config, env) -> new Thrower(env));
                    }

                    record Config() {}

                    static final class Thrower extends slmlab.env.wrapper.RewardWrapper {
                        private int left = 100;

                        Thrower(slmlab.env.VecEnv inner) {
                            super("thrower", inner);
                        }

                        @Override
                        protected double turn(double reward, int env) {
                            return 100 / left-- + reward;
                        }
                    }
                }
                """);
        change("{name: Impatience, cost: 0.02}", "{name: Bad}");
        change("name: BaselineReinforce", "name: Reinforce");
        change("      baseline_rate: 0.05\n", "");
        change("type: GatedNet\n      units: 64", "type: MLPNet");
        UserJar broken = UserJar.of(temp, sources, "slmlab.env.wrapper.WrapperProvider", "Bad");
        CommandResult run = broken.slmLab(
                "run",
                spec.toString(),
                NAME,
                "train",
                "-d",
                temp.resolve("data").toString());
        assertThat(run.code()).isEqualTo(Cli.FAILED);
        assertThat(run.err())
                .contains("java.lang.ArithmeticException: / by zero, at Bad$Thrower.turn(Bad.java:17)")
                .doesNotContain("\tat ");
    }

    @Test
    void aProviderThatFailsIsNamed() throws Exception {
        Map<String, String> sources = Map.of("Twice", """
                public final class Twice implements slmlab.agent.algorithm.AlgorithmProvider {
                    public void register() {
                        slmlab.agent.algorithm.Algorithms.register(slmlab.agent.facts.AlgorithmFacts.of(
                                        "PPO",
                                        "a second one",
                                        Config.class,
                                        (config, parts) -> null,
                                        config -> slmlab.agent.facts.AlgorithmShape.none())
                                .build());
                    }

                    record Config() {}
                }
                """);
        UserJar broken = UserJar.of(temp, sources, "slmlab.agent.algorithm.AlgorithmProvider", "Twice");
        assertRefused(
                broken.slmLab("list", "algorithms"),
                "the algorithm provider Twice failed",
                "the algorithm PPO is registered already",
                "take its jar off the class path");
        assertRefused(broken.slmLab("check", spec.toString()), "the algorithm provider Twice failed");
    }
}
