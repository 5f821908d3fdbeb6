package slmlab.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.file.JsonFile;

/// The stand-in serves the real `huggingface_hub` of `scripts/requirements-test.txt` as it serves us: what one client
/// sends, the other receives, and both list the same hashes.
@Tag("python")
class HuggingFaceClientTest {
    private static final String PYTHON = Optional.ofNullable(System.getenv("SLM_LAB_PYTHON"))
            .orElse(Path.of("..", ".venv", "test", "bin", "python").toString());
    private static final long PATIENCE = 60;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private List<?> python(HubFixture at, String... args) throws IOException, InterruptedException {
        Path script = Files.writeString(
                temp.resolve("client.py"),
                new String(
                        Objects.requireNonNull(getClass().getResourceAsStream("client.py"))
                                .readAllBytes(),
                        StandardCharsets.UTF_8));
        List<String> command = new ArrayList<>(List.of(PYTHON, script.toString()));
        command.addAll(List.of(args));
        Path out = temp.resolve("out.txt");
        Path err = temp.resolve("err.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment()
                .putAll(Map.of(
                        "HF_ENDPOINT", at.hub.address(),
                        "HF_TOKEN", StandInHub.WRITER,
                        "HF_HOME", temp.resolve("home").toString(),
                        "HF_HUB_DISABLE_XET", "1",
                        "HF_HUB_DISABLE_TELEMETRY", "1",
                        "HF_HUB_DISABLE_PROGRESS_BARS", "1",
                        "HF_HUB_DISABLE_UPDATE_CHECK", "1",
                        "NO_PROXY", "127.0.0.1"));
        Process process = builder.start();
        assertThat(process.waitFor(PATIENCE, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        String printed = Files.readString(out);
        return (List<?>) JsonFile.parse(
                printed.substring(printed.indexOf("[\"me\"")).getBytes(StandardCharsets.UTF_8), "what Python printed");
    }

    private static boolean hasClient() {
        try {
            return new ProcessBuilder(PYTHON, "-c", "import huggingface_hub")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            return false; // there is no such Python
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Return our listing, in the words of the other client.
    private static Map<String, List<?>> listed(Dataset dataset) {
        Map<String, List<?>> files = new TreeMap<>();
        Listing listing = dataset.files(dataset.head(), "data");
        assertThat(listing.problems()).isEmpty();
        listing.files()
                .forEach(file -> files.put(
                        file.path(), Arrays.asList(Math.toIntExact(file.size()), file.blob(), file.sha256())));
        return files;
    }

    @Test
    void bothAgreeOnListingsBytesAndHashesUpAndDown() throws IOException, InterruptedException {
        assumeTrue(hasClient(), "needs a Python with huggingface_hub: scripts/python-env test, or SLM_LAB_PYTHON=…");
        try (HubFixture at = new HubFixture()) {
            Path ours = HubFixture.write(temp.resolve("ours"), HubFixture.run(1));
            assertThat(Upload.ofFolder(at.dataset(), ours, "data/ours").run()).isPresent();
            Map<String, List<?>> before = listed(at.dataset());
            at.hub.partSize(700);
            Path theirs = HubFixture.write(temp.resolve("theirs"), HubFixture.run(2));

            List<?> said =
                    python(at, HubFixture.DEV, temp.resolve("down").toString(), theirs.toString(), "data/theirs");
            assertThat(said.get(1)).isEqualTo(before);
            assertThat(HubFixture.local(temp.resolve("down/data/ours"))).isEqualTo(HubFixture.local(ours));

            assertThat(said.get(2)).isEqualTo(listed(at.dataset()));
            Path data = temp.resolve("data");
            assertThat(Pull.of(at.dataset(), "theirs").run("theirs", data)).isTrue();
            assertThat(HubFixture.local(data.resolve("theirs"))).isEqualTo(HubFixture.local(theirs));
            assertThat(Upload.ofFolder(at.dataset(), theirs, "data/theirs").run())
                    .as("what they uploaded, we need not")
                    .isEmpty();
            assertThat(at.hub.strangers()).isEmpty();
        }
    }
}
