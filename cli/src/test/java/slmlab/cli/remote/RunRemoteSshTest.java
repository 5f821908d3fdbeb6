package slmlab.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.CommandResult;
import slmlab.experiment.TinySpecs;
import slmlab.remote.RemoteRuns;

/// Runs on a machine that a real `sshd` on the loopback address stands for.
@Tag("slow")
class RunRemoteSshTest {
    @RegisterExtension
    private static final SshServer server = new SshServer();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path products;

    @SuppressWarnings("NullAway.Init") // pack sets it
    private static Path product;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @BeforeAll
    static void pack() throws IOException, InterruptedException {
        product = server.product(products, arch());
    }

    private static String arch() {
        return System.getProperty("os.arch").equals("amd64") ? "x64" : "aarch64";
    }

    private Path data() {
        return temp.resolve("data");
    }

    private static CommandResult slm(List<String> first, String... rest) {
        List<String> words = new ArrayList<>(first);
        words.addAll(List.of(rest));
        return CommandResult.of(words.toArray(String[]::new));
    }

    private CommandResult launch(Path spec, List<String> flags, String... rest) {
        return launch(product, spec, flags, rest);
    }

    private CommandResult launch(Path archive, Path spec, List<String> flags, String... rest) {
        List<String> words =
                new ArrayList<>(List.of("run-remote", spec.toString(), "ppo", "train", "-d", data().toString()));
        words.addAll(List.of("--package", archive.toString()));
        words.addAll(flags);
        return slm(words, rest);
    }

    private CommandResult remote(String verb, String... rest) {
        return slm(List.of("remote", verb, "-d", data().toString()), rest);
    }

    private String state(String name) {
        remote("ps");
        return new RemoteRuns(data()).named(name).sign().state();
    }

    private static void await(BooleanSupplier there) throws InterruptedException {
        for (int i = 0; i < 1200 && !there.getAsBoolean(); i++) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(there.getAsBoolean()).isTrue();
    }

    private Path spec(int frames) {
        return TinySpecs.file(temp, "ppo", "\"max_frame\": %s".formatted(frames), "");
    }

    /// Return the only run folder in a data folder.
    private static Path run(Path data) throws IOException {
        try (Stream<Path> entries = Files.list(data)) {
            return entries.filter(entry -> !entry.getFileName().toString().startsWith("."))
                    .reduce((_, _) -> {
                        throw new AssertionError("there are several runs in " + data);
                    })
                    .orElseThrow();
        }
    }

    private static Map<String, List<Byte>> bytes(Path folder) throws IOException {
        Map<String, List<Byte>> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                List<Byte> content = new ArrayList<>();
                for (byte each : Files.readAllBytes(file)) {
                    content.add(each);
                }
                files.put(folder.relativize(file).toString(), content);
            }
        }
        return files;
    }

    private Path there(String name) {
        String id = new RemoteRuns(data())
                .all(_ -> {}).stream()
                        .filter(run -> run.name().equals(name))
                        .findFirst()
                        .orElseThrow()
                        .place()
                        .id();
        return server.home().resolve(".slm-lab/runs").resolve(id);
    }

    /// Weights and tables do not depend on the machine; times and speeds do.
    private static void assertSameRun(Path run, Path other) throws IOException {
        for (String part : List.of("model/ppo_t0_s0.safetensors", "ppo_spec.json")) {
            assertThat(run.resolve(part)).hasSameBinaryContentAs(other.resolve(part));
        }
        assertThat(table(run)).isEqualTo(table(other)).hasSizeGreaterThan(2);
    }

    private static List<String> table(Path run) throws IOException {
        List<String> lines = Files.readAllLines(run.resolve("info/ppo_t0_s0_session_df_train.csv"));
        List<String> names = List.of(lines.getFirst().split(",", -1));
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            if (!names.get(i).matches("wall_t|fps|.*time.*")) {
                kept.add(i);
            }
        }
        assertThat(kept).hasSizeGreaterThan(5);
        return lines.stream()
                .map(line -> line.split(",", -1))
                .map(cells -> kept.stream().map(i -> cells[i]).toList().toString())
                .toList();
    }

    @Test
    void aRunSurvivesTheConnectionAndIsFetchedBitForBit() throws Exception {
        Path spec = spec(6000);
        CommandResult begun = launch(spec, server.flags());
        assertThat(begun.code()).as(begun.toString()).isZero();
        assertThat(begun.out()).contains("ppo runs on " + SshServer.host(), "remote fetch ppo");

        CompletableFuture<CommandResult> follower =
                CompletableFuture.supplyAsync(() -> remote("logs", "ppo", "--follow"));
        server.cut();
        CommandResult cut = follower.get(120, TimeUnit.SECONDS);
        CommandResult silent = remote("ps");
        assertThat(silent.code()).isZero();
        assertThat(silent.err()).contains("cannot be reached");
        assertThat(silent.out()).contains("ppo", SshServer.host(), "running");
        assertThat(cut.code()).as(cut.toString()).isIn(0, 1); // 0 if all was printed before
        server.restart();

        await(() -> !state("ppo").equals("running"));
        assertThat(state("ppo")).isEqualTo("done");
        assertThat(remote("logs", "ppo").out()).contains("ppo: PPO on CartPole-v1", "return  ");
        CommandResult fetched = remote("fetch", "ppo");
        assertThat(fetched.code()).as(fetched.toString()).isZero();
        Path run = run(data());
        assertThat(fetched.out()).contains("files   " + run);
        assertThat(bytes(run)).isEqualTo(bytes(there("ppo").resolve("data").resolve(run.getFileName())));
        assertThat(data().resolve(".remote/ppo.part")).doesNotExist();

        Path local = temp.resolve("local");
        assertThat(CommandResult.of("run", spec.toString(), "ppo", "train", "-d", local.toString())
                        .code())
                .isZero();
        assertSameRun(run, run(local));

        CommandResult twice = remote("fetch", "ppo");
        assertThat(twice.code()).as(twice.toString()).isZero();
        assertThat(twice.out()).doesNotContain("fetching");
        Files.writeString(run.resolve("ppo_spec.json"), "changed here");
        CommandResult changed = remote("fetch", "ppo");
        assertThat(changed.code()).isEqualTo(2);
        assertThat(changed.err()).contains("was changed here since it was fetched; move it away");
        assertThat(run.resolve("ppo_spec.json")).hasContent("changed here");
    }

    @Test
    void aKilledRunIsResumedToTheSameEnd() throws Exception {
        Path spec = spec(40_000);
        CommandResult begun = launch(spec, server.flags(), "-n", "long", "--", "--state-seconds", "0.2");
        assertThat(begun.code()).as(begun.toString()).isZero();
        Path folder = there("long");
        await(() -> hasState(folder));
        kill(Long.parseLong(Files.readString(folder.resolve("process")).split(" ", -1)[1]));
        assertThat(state("long")).isEqualTo("lost");
        assertThat(remote("ps", "--offline").out()).contains("its process was killed; slm-lab remote resume long");

        CommandResult resumed = remote("resume", "long");
        assertThat(resumed.code()).as(resumed.toString()).isZero();
        await(() -> !state("long").equals("running"));
        assertThat(state("long")).as(remote("logs", "long").out()).isEqualTo("done");
        assertThat(remote("logs", "long").out()).contains("resuming ");
        assertThat(remote("fetch", "long").code()).isZero();
        Path local = temp.resolve("local");
        assertThat(CommandResult.of("run", spec.toString(), "ppo", "train", "-d", local.toString())
                        .code())
                .isZero();
        assertSameRun(run(data()), run(local));
    }

    private static boolean hasState(Path folder) {
        try (Stream<Path> all = Files.walk(folder.resolve("data"))) {
            return all.anyMatch(file -> file.endsWith("manifest.json"));
        } catch (IOException | UncheckedIOException _) {
            return false; // it is being written
        }
    }

    /// Kill the run and what it has started, as a machine that loses its power does.
    private static void kill(long pid) {
        ProcessHandle job = ProcessHandle.of(pid).orElseThrow();
        List<ProcessHandle> all = new ArrayList<>(job.descendants().toList());
        all.add(job);
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().join());
    }

    @Test
    void aStoppedRunWritesItsStateAndARebootIsNoticed() throws Exception {
        CommandResult begun = launch(spec(5_000_000), server.flags(), "-n", "stopped");
        assertThat(begun.code()).as(begun.toString()).isZero();
        Path folder = there("stopped");
        await(() -> remote("logs", "stopped").out().contains("PPO on"));
        assertThat(remote("stop", "stopped").out()).contains("stopped is stopped", "remote resume stopped");
        await(() -> hasState(folder));

        Files.delete(folder.resolve("exit")); // as after a loss of power
        Files.writeString(folder.resolve("process"), "another-boot 1 1\n");
        assertThat(remote("resume", "stopped").out()).contains("stopped is running");
        Files.writeString(
                folder.resolve("process"),
                Files.readString(folder.resolve("process")).replaceFirst("^\\S+", "another-boot"));
        assertThat(state("stopped")).isEqualTo("lost");
        assertThat(remote("ps", "--offline").out())
                .contains("the machine was restarted; slm-lab remote resume stopped");
        kill(Long.parseLong(Files.readString(folder.resolve("process")).split(" ", -1)[1]));
    }

    @Test
    void threeRunsOfAJobSendTheLabOnceAndACutContinues() throws Exception {
        Path other = Files.createDirectory(temp.resolve("other"));
        Path archive = server.product(other, arch()); // the same name, other times in it: another package
        List<String> cut = new ArrayList<>(server.flags());
        cut.addAll(server.cutAfter(2_000_000));
        Path spec = spec(600);
        CommandResult half = launch(archive, spec, cut);
        assertThat(half.code()).as(half.toString()).isEqualTo(1);
        assertThat(half.out()).contains("sending the lab").doesNotContain("of which are there");
        await(() -> packages("part") == 1 && part().toFile().length() > 0); // what has arrived is kept
        assertThat(Files.size(part())).isLessThan(2_000_000L);

        String text = Files.readString(spec);
        String three = "{%s, %s, %s}".formatted(entry(text, "one"), entry(text, "two"), entry(text, "three"));
        Files.writeString(temp.resolve("specs.json"), three);
        Path job = Files.writeString(temp.resolve("job.json"), """
                {"%s": {"one": "train", "two": "train", "three": "train"}}
                """.formatted(temp.resolve("specs.json")));
        List<String> words = new ArrayList<>(List.of("run-remote", "--job", job.toString(), "--max-concurrent", "2"));
        words.addAll(List.of("--every", "0.2", "--package", archive.toString(), "-d", data().toString()));
        words.addAll(server.flags());
        CommandResult result = CommandResult.of(words.toArray(String[]::new));
        assertThat(result.code()).as(result.toString()).isZero();
        assertThat(result.out().lines().filter(line -> line.startsWith("sending the lab")))
                .hasSize(1)
                .allSatisfy(line -> assertThat(line).contains("MB of which are there"));
        assertThat(packages("part")).isZero();
        assertThat(result.out()).contains("one: done", "two: done", "three: done");
        assertThat(new RemoteRuns(data()).all(_ -> {}))
                .allSatisfy(run -> assertThat(run.fetched()).hasSize(1));

        CommandResult again = CommandResult.of(words.toArray(String[]::new));
        assertThat(again.code()).as(again.toString()).isZero();
        assertThat(again.out()).contains("one: launched before").doesNotContain("sending", "one: launched on");
    }

    private static String entry(String text, String name) {
        String inside = text.strip();
        return inside.substring(1, inside.length() - 1).replaceFirst("\"ppo\"", "\"" + name + "\"");
    }

    private static Path part() {
        return packages()
                .filter(file -> file.toString().endsWith("part"))
                .findFirst()
                .orElseThrow();
    }

    private static long packages(String ending) {
        return packages().filter(file -> file.toString().endsWith(ending)).count();
    }

    private static Stream<Path> packages() {
        try (Stream<Path> files = Files.list(server.home().resolve(".slm-lab/packages"))) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatCannotWorkIsToldBeforeAnythingIsSent() throws Exception {
        Path spec = spec(600);
        assertProblem(
                launch(spec, server.flags("unknown", "user")), 1, "the host key of", "is not known here; connect once");
        assertProblem(launch(spec, server.flags("changed", "user")), 1, "shows another host key than before");
        assertProblem(launch(spec, server.flags("known", "other")), 1, "refuses the login");
        assertProblem(launch(spec, server.flags(), "--ssh-option", "HostName=nowhere.invalid"), 1, "cannot be reached");
        Path foreign = Files.copy(
                product, temp.resolve("slm-lab-0-linux-" + (arch().equals("x64") ? "aarch64" : "x64") + ".tar.gz"));
        assertProblem(launch(foreign, spec, server.flags()), 2, "the package is for");
        server.program("uname", "if [ \"$1\" = -s ]; then echo Darwin; else echo arm64; fi");
        assertProblem(launch(spec, server.flags()), 2, "is Darwin; the package needs Linux");
        server.program("uname", "");
        server.program("df", "echo head; echo /dev/x 100 90 1000 90% /");
        Path other = Files.createDirectory(temp.resolve("unsent"));
        assertProblem(launch(server.product(other, arch()), spec, server.flags()), 2, "has 0 MB free");
        server.program("df", "");
        server.program("date", "echo 1000000000");
        CommandResult late = launch(spec, server.flags(), "-n", "late", "-s", "nothing=1");
        server.program("date", "");
        assertProblem(late, 2, "nothing");
        assertThat(data()).doesNotExist(); // nothing was begun
    }

    /// What a user names is data on the other machine, never a command.
    @Test
    void namesWithSignsOfTheShellAreWordsThere() throws Exception {
        Path strange = Files.createDirectory(temp.resolve("a 'b' $(touch bad); c"));
        Path spec = Files.move(spec(600), strange.resolve("it's $(touch bad) & \"x\".json"));
        CommandResult begun = launch(spec, server.flags(), "-s", "ppo.meta.max_session=1");
        assertThat(begun.code()).isEqualTo(2); // an unknown key, told here
        CommandResult good = launch(spec, server.flags(), "-n", "strange");
        assertThat(good.code()).as(good.toString()).isZero();
        await(() -> !state("strange").equals("running"));
        assertThat(state("strange")).as(remote("logs", "strange").out()).isEqualTo("done");
        assertThat(there("strange").resolve("work")).isDirectoryNotContaining("glob:**/bad");
        assertProblem(launch(spec, List.of("--host", "-oProxyCommand=touch /tmp/bad")), 2, "needs user@machine");
        assertProblem(launch(spec, server.flags(), "-n", "../x"), 2, "cannot be the name of a remote run");
    }

    private static void assertProblem(CommandResult result, int code, String... words) {
        assertThat(result.err()).contains(words).doesNotContain("Exception", "\tat ");
        assertThat(result.code()).as(result.toString()).isEqualTo(code);
    }
}
