package slmlab.cli.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.file.Folders;
import slmlab.file.JsonFile;
import slmlab.hub.StandInHub;

/// The life of a result, as SLM-Lab's guide has it: a run is uploaded, pulled elsewhere, plotted, taken into the table
/// with its link, and graduated to the public dataset.
@Tag("slow")
class BenchmarkWorkflowTest {
    private static final String ROW = "docs/results/CartPole-v1/ppo_cartpole_2k.json";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private final StringBuilder said = new StringBuilder();

    private CommandResult command(String... words) {
        CommandResult result = CommandResult.of(words);
        said.append(result.out()).append(result.err());
        return result;
    }

    private CommandResult done(String... words) {
        CommandResult result = command(words);
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(Cli.DONE);
        return result;
    }

    private String[] with(List<String> flags, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(flags);
        return all.toArray(String[]::new);
    }

    private String at(String path) {
        return temp.resolve(path).toString();
    }

    @Test
    void aResultGoesFromLaunchToItsPublicLink() throws IOException {
        try (StandInHub hub = new StandInHub()) {
            String dev = hub.address() + "/datasets/me/dev/tree/main/data/";
            String open = hub.address() + "/datasets/me/open/tree/main/data/";
            hub.repo("me/dev");
            hub.repo("me/open");
            hub.pageSize(1000);
            Files.writeString(
                    temp.resolve(".env"),
                    "HF_ENDPOINT=%s\nHF_TOKEN=%s\nHF_REPO=me/dev\nHF_REPO_PUBLIC=me/open\n"
                            .formatted(hub.address(), StandInHub.WRITER));
            Files.createDirectories(temp.resolve("docs"));
            Files.writeString(temp.resolve("README.md"), "# Scores\n");
            Files.writeString(temp.resolve("docs/BENCHMARKS.md"), """
                    # Scores
                    <!-- scores: written by ./slm-lab benchmark report from docs/results; do not edit by hand -->
                    <!-- end of scores -->
                    """);
            Files.writeString(temp.resolve("cells.json"), """
                    [{"table": "short", "env": "CartPole-v1", "algorithm": "PPO", "file": "ppo/cartpole.json",
                      "spec": "ppo_cartpole", "frames": 2000, "sessions": 1, "published": 15.5}]
                    """);
            List<String> settings = List.of("--env-file", at(".env"));
            List<String> table = List.of("--docs", at("docs"), "--cells", at("cells.json"), "--specs", "../spec");

            // On the machine that trains: its run is uploaded at the end.
            String launched = done(with(
                            settings,
                            "run",
                            "../spec/ppo/cartpole.json",
                            "ppo_cartpole",
                            "train",
                            "--quiet",
                            "--max-frame=2000",
                            "--seeds=1",
                            "--upload-hf",
                            "--name=ppo_cartpole_1",
                            "--data=" + at("there")))
                    .out();
            assertThat(launched).contains("Uploading data/ppo_cartpole_1\n", "uploaded " + dev + "ppo_cartpole_1\n");
            provenance("there/ppo_cartpole_1", "0123456789ab");
            assertThat(command("benchmark", "intake", at("there/ppo_cartpole_1"), "--docs", at("docs"))
                            .code())
                    .as("not a cell of the bundled table")
                    .isEqualTo(Cli.WRONG_INPUT);
            done(with(settings, "push", at("there/ppo_cartpole_1"), "--yes"));

            // On the machine that publishes.
            assertThat(done(with(settings, "pull", "--list", "ppo_cartpole")).out())
                    .startsWith("ppo_cartpole_1\n");
            done(with(settings, "pull", "ppo_cartpole", "--data", at("here")));
            assertThat(files("here/ppo_cartpole_1")).isEqualTo(files("there/ppo_cartpole_1"));
            done("plot", "-t", "CartPole", "-f", at("here/ppo_cartpole_1"), "-o", at("docs/plots"));
            done(with(table, "benchmark", "intake", at("here/ppo_cartpole_1"), "--episodes=1"));
            assertThat(done(with(table, "benchmark", "status", "-d", at("here")))
                            .out())
                    .contains("missing: link", "1 done");
            done(with(
                    Stream.concat(table.stream(), settings.stream()).toList(),
                    "benchmark",
                    "intake",
                    at("here/ppo_cartpole_1"),
                    "--episodes=1",
                    "--link"));
            assertThat(Files.readString(temp.resolve("docs/BENCHMARKS.md")))
                    .contains("[0123456](results/CartPole-v1/ppo_cartpole_2k.json), [run](%sppo_cartpole_1)"
                            .formatted(dev));
            assertThat(done(with(table, "benchmark", "status", "-d", at("here")))
                            .out())
                    .doesNotContain("missing: link");

            List<String> graduate =
                    Stream.concat(settings.stream(), table.stream()).toList();
            assertThat(command(with(graduate, "graduate", "ppo_cartpole", "--data", at("here")))
                            .err())
                    .contains("there is no terminal to ask on; add --yes");
            assertThat(hub.repo("me/open").files()).isEmpty();
            String graduated = done(with(graduate, "graduate", "ppo_cartpole", "--yes", "--data", at("here")))
                    .out();
            assertThat(graduated).contains("uploaded " + open + "ppo_cartpole_1", "1 link of");
            String page = Files.readString(temp.resolve("docs/BENCHMARKS.md"));
            assertThat(page).contains("[run](%sppo_cartpole_1)".formatted(open)).doesNotContain("me/dev");
            assertThat(hub.repo("me/open").files().keySet())
                    .contains(
                            "README.md",
                            ROW,
                            "docs/BENCHMARKS.md",
                            "docs/plots/CartPole_multi_trial_graph_mean_returns_vs_frames.png")
                    .containsAll(hub.repo("me/dev").files().keySet());
            assertThat(new String(
                            hub.content(Objects.requireNonNull(
                                    hub.repo("me/open").files().get("docs/BENCHMARKS.md"))),
                            StandardCharsets.UTF_8))
                    .isEqualTo(page);

            // Again: nothing is sent twice.
            hub.requests().clear();
            done(with(graduate, "graduate", "ppo_cartpole", "--yes", "--data", at("here")));
            assertThat(hub.requests()).noneMatch(request -> request.startsWith("PUT ") || request.contains("/commit/"));

            // A link of a run that is not there is refused, and a file without proof is named.
            Folders.delete(temp.resolve("here/other"));
            Files.move(temp.resolve("here/ppo_cartpole_1"), temp.resolve("here/other"));
            assertThat(command(with(
                                    Stream.concat(table.stream(), settings.stream())
                                            .toList(),
                                    "benchmark",
                                    "intake",
                                    at("here/other"),
                                    "--episodes=0",
                                    "--link"))
                            .err())
                    .contains("--link: other is not in ", "upload it with: ");
            Files.writeString(
                    temp.resolve(ROW), Files.readString(temp.resolve(ROW)).replace("\"cpu\"", "\"gpu\""));
            assertThat(done(with(table, "benchmark", "status", "-d", at("here")))
                            .out())
                    .contains("incomplete: ", "it does not say provenance.cpu", "1 incomplete");
            nothingLeaks(hub);
        }
    }

    private void nothingLeaks(StandInHub hub) throws IOException {
        assertThat(said.toString()).doesNotContain(StandInHub.WRITER);
        assertThat(hub.strangers()).isEmpty();
        try (Stream<Path> entries = Files.walk(temp)) {
            assertThat(entries.filter(Files::isRegularFile)
                            .filter(file -> !file.endsWith(".env"))
                            .filter(file -> text(file).contains(StandInHub.WRITER)))
                    .isEmpty();
        }
    }

    private Map<String, String> files(String folder) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        try (Stream<Path> entries = Files.walk(temp.resolve(folder))) {
            entries.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .sorted()
                    .forEach(file ->
                            files.put(temp.resolve(folder).relativize(file).toString(), text(file)));
        }
        return files;
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The launcher's builds know their commit; this one may not.
    private void provenance(String run, String commit) {
        Path file = temp.resolve(run).resolve("run.json");
        Map<Object, Object> facts = new LinkedHashMap<>((Map<?, ?>) JsonFile.read(file));
        facts.put("commit", commit);
        JsonFile.write(file, facts);
    }
}
