package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.experiment.plan.Plan;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.spec.Spec;

/// What goes wrong in a run is told in words, and what was good before is kept.
class FailureTest {
    private static final int LAST_GOOD = 150; // steps of an env

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// Pays 1 for 10 steps, again and again, until it breaks in some way.
    private static final class Breaking implements Env {
        private final Runnable broken;
        private final double rewardThen;
        private final double shownThen;
        private int episodes;
        private int steps;
        private int total;

        Breaking(Runnable broken, double rewardThen, double shownThen) {
            this.broken = broken;
            this.rewardThen = rewardThen;
            this.shownThen = shownThen;
        }

        @Override
        public Space obsSpace() {
            return Space.Box.of(-1, 1, 3);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            steps = 0;
            episodes++;
            frame.obs(0, random.random());
        }

        @Override
        public void step(Frame frame) {
            total++;
            frame.obs(0, episodes % 2);
            frame.reward(1);
            if (total > LAST_GOOD) {
                broken.run();
                frame.reward(rewardThen);
                frame.obs(2, shownThen);
            }
            if (++steps == 10) {
                frame.terminate();
            }
        }
    }

    @BeforeAll
    static void register() {
        Envs.register(
                "Throws-v0",
                100,
                args -> new Breaking(
                        () -> {
                            throw new IllegalStateException("the wheel came off");
                        },
                        0,
                        0));
        Envs.register("NanReward-v0", 100, args -> new Breaking(() -> {}, Double.NaN, 0));
        Envs.register("NanObs-v0", 100, args -> new Breaking(() -> {}, 1, Double.NaN));
    }

    @AfterAll
    static void remove() { // other tests look at every env
        Envs.remove("Throws-v0");
        Envs.remove("NanReward-v0");
        Envs.remove("NanObs-v0");
    }

    private Plan on(String env) throws IOException {
        Path file = TinySpecs.file(temp, "ppo", "\"max_frame\": 4000", "");
        Files.writeString(file, Files.readString(file).replace("CartPole-v1", env));
        return Plan.read(slmlab.spec.SpecFile.read(file, java.util.Map.of()), "ppo");
    }

    private RunFolder folder() {
        return RunFolder.latest(temp, "ppo").orElseThrow();
    }

    @Test
    void anEnvThatThrowsIsNamedWithItsSeed() throws IOException {
        Plan plan = on("Throws-v0");
        RunOptions options = TinySpecs.options(temp).stateSeconds(0);
        assertThatThrownBy(() -> Lab.run(plan, options, Listener.NONE))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("session 0: Throws-v0: env 0 of 4 (seed ")
                .hasMessageContaining("failed at step 1 of its episode")
                .hasMessageContaining("the wheel came off")
                .hasMessageContaining("the files so far are kept in")
                .hasMessageNotContaining("metrics are of");
        assertThat(states(folder())).last().isEqualTo(4L * LAST_GOOD);
    }

    @Test
    void aRewardThatIsNoNumberIsToldWithItsEnv() throws IOException {
        Plan plan = on("NanReward-v0");
        RunOptions options = TinySpecs.options(temp).stateSeconds(0);
        assertThatThrownBy(() -> Lab.run(plan, options, Listener.NONE))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("session 0: NanReward-v0: env 0 of 4 returned a reward of NaN, at frame 604");
        assertThat(states(folder())).last().isEqualTo(4L * LAST_GOOD);
    }

    @Test
    void anObservationThatIsNoNumberIsToldWithItsEnvAndStep() throws IOException {
        Plan plan = on("NanObs-v0");
        RunOptions options = TinySpecs.options(temp).stateSeconds(0);
        assertThatThrownBy(() -> Lab.run(plan, options, Listener.NONE))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("session 0: NanObs-v0: env 0 of 4 (seed ")
                .hasMessageContaining("failed at step 1 of its episode: obs(2, NaN): an observation must be finite");
        assertThat(states(folder())).last().isEqualTo(4L * LAST_GOOD);
    }

    @Test
    void aLossThatIsNoNumberNamesTheLine() throws IOException {
        Path file = TinySpecs.file(temp, "ppo", "", "");
        Files.writeString(file, Files.readString(file).replace("\"lr\": 0.01", "\"lr\": 1e38"));
        Plan plan = Plan.read(slmlab.spec.SpecFile.read(file, java.util.Map.of()), "ppo");
        RunOptions options = TinySpecs.options(temp).stateSeconds(0);
        assertThatThrownBy(() -> Lab.run(plan, options, Listener.NONE))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("session 0: PPO at frame 64, after ") // the first rollout: 16 steps in 4 envs
                .hasMessageContaining("is not finite")
                .hasMessageContaining(".java:");
        assertThat(states(folder())).last().isEqualTo(60L); // the step before the update
    }

    private static Stream<Long> sorted(Stream<Path> entries) {
        return entries.map(entry -> entry.getFileName().toString())
                .filter(name -> name.matches("\\d+"))
                .map(Long::valueOf)
                .sorted(Comparator.naturalOrder());
    }

    private static java.util.List<Long> states(RunFolder folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder.state(0))) {
            return sorted(entries).toList();
        }
    }

    @Test
    void otherSessionsRunToTheirEnd() {
        Plan plan = TinySpecs.plan(temp, "ppo", "", "\"max_session\": 2");
        Listener breaking = new Listener() {
            @Override
            public void row(int session, Table table, long episodes, double mean) {
                if (session == 0 && table.size() == 3) {
                    throw new IllegalStateException("enough");
                }
            }
        };
        assertThatThrownBy(() -> Lab.run(plan, TinySpecs.options(temp), breaking))
                .isInstanceOf(RunFailedException.class)
                .hasMessageStartingWith("session 0: enough")
                .hasMessageContaining("the trial's metrics are of 1 of its 2 sessions");
        assertThat(Table.read(folder().sessionTable(1, Phase.TRAIN)).size()).isEqualTo(12);
    }

    @Test
    void aDamagedStateIsNamedWithWhatToDo() throws IOException {
        Plan plan = TinySpecs.plan(temp, "ppo", "", "");
        RunOptions options = TinySpecs.options(temp).stateSeconds(0);
        TrialResult whole = Lab.run(plan, options, Listener.NONE);
        byte[] best = Files.readAllBytes(whole.folder().bestModel(0));
        Path newest = whole.folder().state(0).resolve("1200");
        try (Stream<Path> files = Files.list(newest)) {
            Path file = files.filter(path -> path.toString().endsWith(".safetensors"))
                    .findFirst()
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 1;
            Files.write(file, bytes);
        }
        assertThatThrownBy(() -> Lab.resume(whole.folder(), options, Listener.NONE, new AtomicBoolean()))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining(newest.toString())
                .hasMessageContaining("does not match its checksum")
                .hasMessageContaining("delete that folder to resume from frame ");
        try (Stream<Path> files = Files.walk(newest)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        }
        assertThat(Lab.resume(whole.folder(), options, Listener.NONE, new AtomicBoolean())
                        .finished())
                .isTrue();
        assertThat(whole.folder().bestModel(0)).hasBinaryContent(best);
    }

    @Test
    void aFullDiskEndsTheRunInWords() throws Exception {
        Path disk = Files.createDirectories(temp.resolve("disk"));
        assumeTrue(mount(disk), "skipped: no small file system can be mounted here");
        try {
            Plan plan = TinySpecs.plan(temp, "ppo", "\"max_frame\": 100000", "");
            RunOptions options = TinySpecs.options(disk).stateSeconds(0);
            var filling = new Listener() {
                @Override
                public void row(int session, Table table, long episodes, double mean) {
                    if (!Files.exists(disk.resolve("other")) && hasState(disk)) {
                        fill(disk.resolve("other"));
                    }
                }
            };
            assertThatThrownBy(() -> Lab.run(plan, options, filling))
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContaining("No space left on device");
            Files.delete(disk.resolve("other"));
            RunFolder folder = RunFolder.latest(disk, "ppo").orElseThrow();
            long frame = states(folder).getLast();
            assertThat(frame).isBetween(4L, 99_999L);
            Listener once = new Listener() {
                @Override
                public boolean isEnough() {
                    return true;
                }

                @Override
                public void begin(int session, long from, long maxFrame) {
                    assertThat(from).isEqualTo(frame);
                }
            };
            Lab.resume(folder, options, once, new AtomicBoolean());
        } finally {
            run("umount", disk.toString());
        }
    }

    private static boolean hasState(Path disk) {
        try {
            return !states(RunFolder.latest(disk, "ppo").orElseThrow()).isEmpty();
        } catch (IOException _) {
            return false; // not yet
        }
    }

    private static void fill(Path file) {
        try (var out = Files.newOutputStream(file)) {
            byte[] block = new byte[1 << 12];
            while (true) {
                out.write(block);
            }
        } catch (IOException _) {
            return; // it is full
        }
    }

    private static boolean mount(Path folder) throws Exception {
        return run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.toString()) == 0;
    }

    private static int run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) ? process.exitValue() : 1;
        } catch (IOException _) {
            return 1; // no such program
        }
    }

    @Test
    void aNameThatLeadsOutOfTheDataFolderIsRefusedInJavaToo() {
        Plan plan = TinySpecs.plan(temp, "ppo", "", "");
        Spec spec = plan.spec();
        Plan evil = new Plan(
                new Spec("../evil", spec.agent(), spec.env(), spec.meta(), spec.search()),
                plan.algorithm(),
                plan.acting(),
                plan.memory(),
                plan.net(),
                plan.criticNet(),
                plan.wrappers(),
                plan.notes());
        RunOptions options = TinySpecs.options(temp.resolve("data"));
        assertThatThrownBy(() -> Lab.run(evil, options, Listener.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the spec's name is '../evil'; it names the run's folder");
        assertThat(temp).isDirectoryNotContaining(path -> !path.endsWith("ppo.json"));
    }
}
