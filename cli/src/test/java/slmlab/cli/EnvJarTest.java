package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.env.Env;
import slmlab.env.check.EnvCheck;

/// A user's env in a jar of its own: the one of docs/envs.md, as it stands there.
@Tag("slow")
class EnvJarTest {
    private static final String SERVICE = "slmlab.env.EnvProvider";

    private static UserJar documented = new UserJar(Path.of(""));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @BeforeAll
    static void build(@TempDir Path folder) throws IOException {
        Map<String, String> sources = UserJar.documented("envs.md");
        assertThat(sources).containsOnlyKeys("Corridor", "Shop", "Hinge", "MyEnvs");
        documented = UserJar.of(folder, sources, SERVICE, "my.envs.MyEnvs");
    }

    @Test
    void theDocumentedEnvsKeepTheContract() throws Exception {
        URL jar = documented.file().toUri().toURL();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar})) {
            for (String name : List.of("Corridor", "Hinge")) {
                Class<?> type = loader.loadClass("my.envs." + name);
                List<EnvCheck.Finding> findings = EnvCheck.run(name + "-v0", () -> instance(type), 100);
                assertThat(findings)
                        .hasSizeGreaterThan(10)
                        .noneMatch(finding ->
                                finding.level() == EnvCheck.Level.BROKEN || finding.level() == EnvCheck.Level.WARNING);
            }
        }
    }

    @Test
    void theDocumentedMaskAndDictKeepTheContractAndAreLearned() throws Exception {
        CommandResult check = documented.slmLab("env", "check", "Shop-v0");
        assertThat(check.out()).contains("✓ E16 mask", "✓ E05 observations").doesNotContain("✗");
        assertThat(check.code()).isZero();
        // random actions buy more than they sell; waiting reaches 0
        assertThat(documented.slmLab("env", "baseline", "Shop-v0").out()).containsPattern("Shop-v0 +-\\d");
        Path spec = spec("Shop-v0", 40_000);
        Path data = temp.resolve("data");
        CommandResult run =
                documented.slmLab("run", spec.toString(), "own", "train", "-d", data.toString(), "--seed", "1");
        assertThat(run.code()).as(run.err()).isZero();
        try (Stream<Path> runs = Files.list(data)) {
            String folder = runs.findFirst().orElseThrow().toString();
            CommandResult eval = documented.slmLab("eval", folder, "--episodes", "50", "--seed", "1");
            // buying below the mean of 1 and selling above it, every day: 25 pairs of 0.5 and 1.5
            assertThat(eval.out()).containsPattern("mean of 1 session: 1\\d\\.|mean of 1 session: 2\\d\\.");
        }
    }

    private Path spec(String env, int frames) throws IOException {
        return Files.writeString(temp.resolve("own.json"), """
                {"own": {
                  "agent": {
                    "name": "PPO",
                    "algorithm": {"name": "PPO", "gamma": 0.95, "lam": 0.95, "time_horizon": 32, "minibatch_size": 64,
                      "training_epoch": 4, "clip_eps_spec": {"name": "no_decay", "start_val": 0.2}},
                    "memory": {"name": "OnPolicyBatchReplay"},
                    "net": {"type": "MLPNet", "hid_layers": [16], "hid_layers_activation": "tanh",
                      "optim_spec": {"name": "Adam", "lr": 0.01}}},
                  "env": {"name": "%s", "num_envs": 8, "max_frame": %s},
                  "meta": {"distributed": false, "log_frequency": 1000, "max_session": 1}}}
                """.formatted(env, frames));
    }

    @Test
    void theDocumentedEnvIsKnownToEveryCommand() throws Exception {
        CommandResult list = documented.slmLab("list", "envs");
        assertThat(list.code()).isZero();
        assertThat(list.out())
                .containsPattern("Corridor-v0 +Box\\(.* Discrete\\(2\\) +100")
                .contains("CartPole-v1 ");
        CommandResult check = documented.slmLab("env", "check", "Corridor-v0");
        assertThat(check.out()).contains("✓ E03 same seed").doesNotContain("✗");
        assertThat(check.code()).isZero();
        CommandResult rollout = documented.slmLab("env", "rollout", "Corridor-v0", "--steps", "3", "--seed", "2");
        assertThat(rollout.code()).isZero();
        assertThat(rollout.out()).startsWith("{\"env\":\"Corridor-v0\",\"seed\":2,\"observations\":[[");
    }

    @Test
    void anAgentLearnsTheDocumentedEnv() throws Exception {
        Path spec = spec("Corridor-v0", 20_000);
        Path data = temp.resolve("data");
        CommandResult run = documented.slmLab("run", spec.toString(), "own", "train", "-d", data.toString());
        assertThat(run.code()).as(run.err()).isZero();
        try (Stream<Path> runs = Files.list(data)) {
            String folder = runs.findFirst().orElseThrow().toString();
            CommandResult eval = documented.slmLab("eval", folder, "--episodes", "20", "--seed", "1");
            // straight there: 6 to 10 steps, of which the last reaches 1 and the others −0.1, so 0.3 on average
            assertThat(eval.out()).containsPattern("mean of 1 session: 0\\.[1-4]\\d");
        }
    }

    @Test
    void aProviderThatThrowsIsNamed() throws Exception {
        Map<String, String> sources = Map.of("Broken", """
                public final class Broken implements slmlab.env.EnvProvider {
                    public void register() {
                        throw new UnsupportedOperationException("no license");
                    }
                }
                """);
        UserJar jar = jar(sources, "Broken");
        for (String[] command : new String[][] {{"list"}, {"env", "check", "CartPole-v1"}}) {
            assertRefused(jar.slmLab(command), "the env provider Broken failed", "no license", "take its jar off");
        }
    }

    @Test
    void aProviderThatIsMissingOrIsNoneIsNamed() throws Exception {
        assertRefused(jar(Map.of(), "my.Absent").slmLab("list", "envs"), "my.Absent");
        Map<String, String> sources = Map.of("Other", "public final class Other {}");
        assertRefused(jar(sources, "Other").slmLab("list", "envs"), "Other");
    }

    @Test
    void anIdThatIsTakenIsRefused() throws Exception {
        Map<String, String> sources = Map.of("Twice", """
                public final class Twice implements slmlab.env.EnvProvider {
                    public void register() {
                        slmlab.env.Envs.register("CartPole-v1", 1, args -> null);
                    }
                }
                """);
        assertRefused(
                jar(sources, "Twice").slmLab("list", "envs"), "Twice failed", "CartPole-v1 is registered already");
    }

    @Test
    void anEnvThatCannotBeMadeIsListedAndChecked() throws Exception {
        Map<String, String> sources = Map.of("Fails", """
                public final class Fails implements slmlab.env.EnvProvider {
                    public void register() {
                        slmlab.env.Envs.register("Fails-v0", 7, args -> { throw new IllegalStateException("no map"); });
                    }
                }
                """);
        UserJar jar = jar(sources, "Fails");
        CommandResult list = jar.slmLab("list", "envs");
        assertThat(list.code()).isZero();
        assertThat(list.out()).containsPattern("Fails-v0 +fails; see env check").contains("CartPole-v1 ");
        CommandResult check = jar.slmLab("env", "check", "Fails-v0");
        assertThat(check.code()).isEqualTo(Cli.FAILED);
        assertThat(check.out()).startsWith("✗ E01 spaces").contains("no map");
    }

    @Test
    void aFamilysIdsAreListedAndScored() throws Exception {
        Map<String, String> sources = Map.of("Coins", """
                import java.util.*;
                import slmlab.env.*;

                public final class Coins implements EnvProvider, EnvFamily {
                    public void register() { Envs.register((EnvFamily) this); }
                    public String name() { return "coins"; }
                    public List<String> ids() { return List.of("Coin/Fair", "Coin/Absent"); }
                    public boolean has(String id) { return id.startsWith("Coin/"); }
                    public Optional<String> missing() { return Optional.empty(); }
                    public Optional<String> missing(String id) {
                        return id.equals("Coin/Absent") ? Optional.of("the mint is closed") : Optional.empty();
                    }
                    public VecEnv make(String id, int size, Map<String, ?> arguments, int threads) {
                        return new EnvVector(id, Coin::new, size, 10, threads);
                    }

                    static final class Coin implements Env {
                        public Space obsSpace() { return Space.Box.of(0, 1, 1); }
                        public Space actionSpace() { return new Space.Discrete(2); }
                        public void reset(NumpyRandom random, Frame frame) {}
                        public void step(Frame frame) { frame.reward(1); }
                    }
                }
                """);
        UserJar jar = jar(sources, "Coins");
        assertThat(jar.slmLab("list", "envs").out()).containsPattern("Coin/Fair +coins +installed");
        assertThat(jar.slmLab("env", "baseline", "Coin/Fair").out()).containsPattern("Coin/Fair +10\\.0000 ± 0\\.0000");
        assertRefused(jar.slmLab("env", "baseline", "CartPole-v1", "Coin/Absent"), "Coin/Absent: the mint is closed");
        assertRefused(jar.slmLab("env", "baseline", "CartPole-v7"), "no env CartPole-v7; did you mean");
    }

    private static void assertRefused(CommandResult result, String... words) {
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains(words).doesNotContain("\tat ");
    }

    private UserJar jar(Map<String, String> sources, String provider) throws IOException {
        return UserJar.of(temp, sources, SERVICE, provider);
    }

    private static Env instance(Class<?> type) {
        try {
            return (Env) type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
