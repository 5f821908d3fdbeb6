package slmlab.cli.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.ChildJvm;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.hub.StandInHub;
import slmlab.hub.StandInRepo.Entry;

/// `pull`, `push` and `list` against the stand-in hub.
class HubCommandsTest {
    private static final String RUN = "ppo_atari_pong_2026_01_01_000000";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @SuppressWarnings("NullAway.Init") // each test has its own
    private StandInHub hub;

    @BeforeEach
    void open() throws IOException {
        hub = new StandInHub();
        env("HF_TOKEN='%s' # mine\nexport HF_REPO=me/dev\nHF_ENDPOINT=%s\n"
                .formatted(StandInHub.WRITER, hub.address()));
        for (String name : List.of(RUN, "ppo_atari_breakout", "sac_pendulum")) {
            boolean _ = hub.repo("me/dev")
                    .commit(
                            null,
                            Map.of(
                                    "data/" + name + "/ppo_spec.json",
                                            Entry.small("{}".getBytes(StandardCharsets.UTF_8)),
                                    "data/" + name + "/model/a.safetensors", hub.large(new byte[300_000])));
        }
    }

    @AfterEach
    void close() {
        assertThat(hub.strangers()).isEmpty();
        hub.close();
    }

    private void env(String text) throws IOException {
        Files.writeString(temp.resolve(".env"), text);
    }

    private CommandResult command(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        if (!words[0].equals("list")) {
            all.addAll(List.of("--env-file", temp.resolve(".env").toString()));
        }
        all.addAll(List.of("--data", temp.resolve("data").toString()));
        CommandResult result = CommandResult.of(all.toArray(String[]::new));
        assertThat(result.out() + result.err()).doesNotContain(StandInHub.WRITER);
        return result;
    }

    private void refused(CommandResult result, String... why) {
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains(why);
    }

    /// SLM-Lab's `list PATTERN` and `pull PATTERN`.
    @Test
    void runsAreListedAndPulledByAPartOfTheirNames() {
        assertThat(command("pull", "--list", "ppo_atari").out().lines())
                .containsExactly(
                        "ppo_atari_breakout", RUN, "2 run folders in %s/datasets/me/dev".formatted(hub.address()));
        CommandResult result = command("pull", "data/ppo_atari");
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(result.out().lines())
                .containsExactly(
                        "pulled  " + temp.resolve("data/ppo_atari_breakout"), "pulled  " + temp.resolve("data/" + RUN));
        assertThat(temp.resolve("data/" + RUN + "/model/a.safetensors")).hasSize(300_000);
        assertThat(command("pull", "ppo_atari").out()).contains("exists  ", "skipped");
        assertThat(command("pull", "--list", "--json").out()).contains("\"folders\":[\"ppo_atari_breakout\",");
        assertThat(command("pull", "-l").out()).contains("sac_pendulum\n", "ppo_atari_breakout  (in ");
        assertThat(command("list", "ppo_atari").err()).contains("run folders on a hub: slm-lab pull --list ppo_atari");
    }

    @Test
    void whatCannotBePulledIsRefused() throws IOException {
        refused(command("pull"), "which runs?");
        refused(command("pull", "dqn"), "no run folder with 'dqn' in its name in ");
        env("HF_REPO=me/none\nHF_TOKEN=%s\nHF_ENDPOINT=%s".formatted(StandInHub.READER, hub.address()));
        refused(command("pull", "x"), "there is no such dataset");
        env("HF_REPO=me/dev\nHF_ENDPOINT=%s".formatted(hub.address()));
        refused(command("pull", "x"), "needs HF_TOKEN in the environment or in .env");
        env("HF_ENDPOINT=%s".formatted(hub.address()));
        refused(command("pull", "x"), "no dataset: put HF_REPO=OWNER/NAME");
        env("HF_TOKEN=%s x".formatted(StandInHub.WRITER));
        refused(command("pull", "x"), "HF_TOKEN is no token");
        env("what %s".formatted(StandInHub.WRITER));
        refused(command("pull", "x"), ".env: line 1: needs NAME=VALUE");
        assertThat(temp.resolve("data")).doesNotExist();
    }

    @Test
    void aRunIsPushedWithConsentAlone() throws IOException {
        Path run = Files.createDirectories(temp.resolve("data/ppo_cartpole_2026_01_01_000000"));
        Files.writeString(run.resolve("ppo_cartpole_spec.json"), "{\"ppo_cartpole\": {}}");
        Files.writeString(run.resolve("run.json"), "{}");
        CommandResult asked = command("push", run.toString());
        refused(asked, "there is no terminal to ask on; add --yes");
        assertThat(asked.out()).contains("2 files to add, 0.0 MB");
        assertThat(hub.repo("me/dev").files().keySet()).noneMatch(path -> path.contains("cartpole"));

        CommandResult pushed = command("push", run.toString(), "--yes");
        assertThat(pushed.err()).isEmpty();
        assertThat(pushed.out())
                .contains(
                        "Uploading data/ppo_cartpole_2026_01_01_000000\n",
                        "uploaded %s/datasets/me/dev/tree/main/data/ppo_cartpole_2026_01_01_000000"
                                .formatted(hub.address()));
        assertThat(hub.repo("me/dev").files())
                .containsKeys(
                        "data/ppo_cartpole_2026_01_01_000000/run.json",
                        "data/ppo_cartpole_2026_01_01_000000/ppo_cartpole_spec.json");
        assertThat(command("push", run.toString()).out()).contains("all of 2 files are there");

        env("HF_REPO=me/dev\nHF_ENDPOINT=%s\nHF_TOKEN=%s".formatted(hub.address(), StandInHub.READER));
        Files.writeString(run.resolve("run.json"), "{\"a\": 1}");
        refused(command("push", run.toString(), "--yes"), "needs a token that may write to the dataset");
        env("HF_REPO=me/dev\nHF_ENDPOINT=%s".formatted(hub.address()));
        refused(command("push", run.toString(), "--yes"), "no token: put HF_TOKEN");
        refused(command("push", temp.resolve("none").toString()), "there is no folder");
    }

    @Test
    void onlyYesIsYes() {
        StringWriter out = new StringWriter();
        assertThat(Consent.isGiven(Optional.of(new StringReader("Yes\n")), new PrintWriter(out)))
                .isTrue();
        assertThat(out).hasToString("Upload? [y/N] ");
        for (String answer : List.of("", "\n", "n\n", "yess\n")) {
            assertThat(Consent.isGiven(Optional.of(new StringReader(answer)), new PrintWriter(out)))
                    .isFalse();
        }
        assertThatThrownBy(() -> Consent.isGiven(Optional.empty(), new PrintWriter(out)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anUploadThatCannotWorkIsRefusedBeforeTraining() throws IOException {
        env("HF_REPO=me/dev\nHF_ENDPOINT=%s\nHF_TOKEN=%s".formatted(hub.address(), StandInHub.READER));
        String[] words = {"run", "../spec/ppo/cartpole.json", "ppo_cartpole", "train", "--upload-hf"};
        refused(command(words), "HF_TOKEN may only read");
        env("HF_REPO=me/dev\nHF_ENDPOINT=%s".formatted(hub.address()));
        refused(command(words), "no token");
        assertThat(temp.resolve("data")).doesNotExist();
    }

    /// Ctrl-C in the middle of a file: no folder appears, and the next pull continues in the file.
    @Test
    void anInterruptedPullIsContinued() throws IOException, InterruptedException {
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch killed = new CountDownLatch(1);
        hub.fault(exchange -> {
            if (!exchange.getRequestURI().getPath().startsWith("/objects/")) {
                return false;
            }
            exchange.sendResponseHeaders(200, 300_000);
            exchange.getResponseBody().write(new byte[200_000]);
            exchange.getResponseBody().flush();
            sent.countDown();
            try {
                return killed.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException _) {
                return true;
            }
        });
        Path stage = temp.resolve("data/.pull-" + RUN);
        ChildJvm child = ChildJvm.start(
                temp,
                Map.of(),
                "pull",
                RUN,
                "--env-file",
                temp.resolve(".env").toString(),
                "--data",
                temp.resolve("data").toString());
        try {
            child.await(() -> sent.getCount() == 0 && size(stage.resolve("parts")) >= 100_000);
            child.interrupt();
            CommandResult result = child.result();
            assertThat(result.code()).isEqualTo(130);
            assertThat(result.out() + result.err()).doesNotContain(StandInHub.WRITER);
        } finally {
            child.end();
            killed.countDown();
        }
        assertThat(temp.resolve("data/" + RUN)).doesNotExist();
        hub.fault(_ -> false);
        hub.requests().clear();
        assertThat(command("pull", RUN).code()).isZero();
        assertThat(hub.requests()).anyMatch(request -> request.endsWith(" rest"));
        assertThat(temp.resolve("data/" + RUN + "/model/a.safetensors")).hasSize(300_000);
        assertThat(stage).doesNotExist();
    }

    private static long size(Path folder) {
        File[] files = folder.toFile().listFiles();
        return files == null ? 0 : Arrays.stream(files).mapToLong(File::length).sum();
    }
}
