package slmlab.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.hub.StandInRepo.Entry;

/// Run folders up and down, without faults.
class TransferTest {
    private static final String FOLDER = "data/" + HubFixture.RUN;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @SuppressWarnings("NullAway.Init") // each test has its own
    private HubFixture at;

    @BeforeEach
    void open() throws IOException {
        at = new HubFixture();
    }

    @AfterEach
    void close() {
        assertThat(at.hub.strangers()).isEmpty();
        at.close();
    }

    private Path run(long seed) throws IOException {
        return HubFixture.write(temp.resolve("runs").resolve(HubFixture.RUN), HubFixture.run(seed));
    }

    private long count(String request) {
        return at.hub.requests().stream().filter(each -> each.contains(request)).count();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 700, 5000, 100_000})
    void whatGoesUpComesDownBitForBit(int partSize) throws IOException {
        at.hub.partSize(partSize);
        Path local = run(1);
        assertThat(Upload.ofFolder(at.dataset(), local, FOLDER).run()).contains(at.repo.head());
        assertThat(at.remote(FOLDER)).isEqualTo(HubFixture.local(local));
        assertThat(at.repo.count()).as("one commit").isEqualTo(2);
        assertThat(count("PUT ")).as("equal contents are sent once").isEqualTo(partSize == 700 ? 8 : 1);

        Path data = temp.resolve("data");
        Pull pull = Pull.of(at.dataset(), "data/ppo_cart");
        assertThat(pull.names()).containsExactly(HubFixture.RUN);
        assertThat(pull.run(HubFixture.RUN, data)).isTrue();
        assertThat(HubFixture.local(data)).isEqualTo(HubFixture.local(local.resolveSibling("")));
        assertThat(data.toFile().list()).containsExactly(HubFixture.RUN);
        assertThat(pull.run(HubFixture.RUN, data)).as("there already").isFalse();
    }

    @Test
    void nothingIsUploadedTwice() throws IOException {
        Path local = run(1);
        assertThat(Upload.ofFolder(at.dataset(), local, FOLDER).run()).isPresent();
        at.hub.requests().clear();
        assertThat(Upload.ofFolder(at.dataset(), local, FOLDER).run()).isEmpty();
        assertThat(at.hub.requests()).allMatch(request -> request.startsWith("GET "));

        Files.writeString(local.resolve("run.json"), "{\"resumed\": true}");
        Files.delete(local.resolve("info/table.csv"));
        Files.copy(local.resolve("model/a.safetensors"), local.resolve("model/c.safetensors"));
        Files.writeString(local.resolve(".lock"), "");
        Upload upload = Upload.ofFolder(at.dataset(), local, FOLDER);
        Upload.Changes changes = upload.changes();
        assertThat(changes.added()).containsExactly(FOLDER + "/model/c.safetensors");
        assertThat(changes.replaced()).containsExactly(FOLDER + "/run.json");
        assertThat(changes.removed()).containsExactly(FOLDER + "/info/table.csv");
        assertThat(upload.run()).isPresent();
        assertThat(count("PUT ")).isZero();
        Files.delete(local.resolve(".lock"));
        assertThat(at.remote(FOLDER)).isEqualTo(HubFixture.local(local));
    }

    @Test
    void docsAreAddedAndNothingIsRemoved() throws IOException {
        boolean _ = at.repo.commit(
                null, Map.of("docs/old.md", Entry.small(new byte[] {1}), "data/x/a", Entry.small(new byte[] {2})));
        Path docs = Files.createDirectories(temp.resolve("docs"));
        Files.writeString(docs.resolve("BENCHMARKS.md"), "scores");
        Path readme = Files.writeString(temp.resolve("README.md"), "lab");
        assertThat(Upload.ofDocs(at.dataset(), docs, readme).run()).isPresent();
        assertThat(at.repo.files().keySet())
                .containsExactly("README.md", "data/x/a", "docs/BENCHMARKS.md", "docs/old.md");
        assertThat(Upload.ofDocs(at.dataset(), docs, readme).run()).isEmpty();
    }

    /// Others upload while a pull goes on: it sees the commit that it began with.
    @Test
    void aDatasetThatChangesMeanwhileIsPulledAsItWas() {
        SortedMap<String, byte[]> before = HubFixture.run(1);
        at.publish(HubFixture.RUN, before);
        Pull pull = Pull.of(at.dataset(), HubFixture.RUN);
        at.publish(HubFixture.RUN, HubFixture.run(2));
        boolean _ = at.repo.commit(null, new TreeMap<>(Map.of(FOLDER + "/late.txt", Entry.small(new byte[] {1}))));
        assertThat(pull.run(HubFixture.RUN, temp)).isTrue();
        assertThat(HubFixture.local(temp.resolve(HubFixture.RUN))).isEqualTo(HubFixture.texts(before));
    }

    /// Both start from the same commit; the one whose parent has gone takes its differences again.
    @Test
    void severalUploadsAtOnceAllArrive() throws Exception {
        List<String> names = List.of("run_a", "run_b", "run_c");
        for (String name : names) {
            HubFixture.write(temp.resolve(name), HubFixture.run(name.hashCode()));
        }
        try (ExecutorService pool = Executors.newFixedThreadPool(names.size())) {
            List<Future<?>> running = names.stream()
                    .<Future<?>>map(
                            name -> pool.submit(() -> Upload.ofFolder(at.dataset(), temp.resolve(name), "data/" + name)
                                    .run()))
                    .toList();
            for (Future<?> each : running) {
                each.get();
            }
        }
        assertThat(at.repo.count()).isEqualTo(1 + names.size());
        for (String name : names) {
            assertThat(at.remote("data/" + name)).isEqualTo(HubFixture.local(temp.resolve(name)));
        }
    }

    /// A cut connection is continued where it was cut, within a pull and from one pull to the next.
    @Test
    void downloadsContinueWhereTheyWereCut() {
        at.publish(HubFixture.RUN, HubFixture.run(1));
        AtomicInteger cuts = new AtomicInteger();
        at.hub.fault(exchange -> {
            if (exchange.getRequestURI().getPath().startsWith("/objects/") && cuts.getAndIncrement() < 20) {
                exchange.sendResponseHeaders(200, 5000);
                exchange.getResponseBody().flush();
                return true; // nothing comes
            }
            return false;
        });
        Pull pull = Pull.of(at.dataset(), HubFixture.RUN);
        assertThatThrownBy(() -> pull.run(HubFixture.RUN, temp)).isInstanceOf(HubException.class);
        assertThat(temp.resolve(HubFixture.RUN)).doesNotExist();
        assertThat(temp.resolve(".pull-" + HubFixture.RUN)).exists();

        byte[] weights = HubFixture.run(1).getOrDefault("model/a.safetensors", new byte[0]);
        AtomicInteger halves = new AtomicInteger();
        at.hub.fault(exchange -> {
            if (exchange.getRequestURI().getPath().startsWith("/objects/") && halves.getAndIncrement() < 2) {
                exchange.sendResponseHeaders(200, weights.length);
                exchange.getResponseBody().write(Arrays.copyOf(weights, 3000));
                exchange.getResponseBody().flush();
                return true;
            }
            return false;
        });
        at.hub.requests().clear();
        assertThat(Pull.of(at.dataset(), HubFixture.RUN).run(HubFixture.RUN, temp))
                .isTrue();
        assertThat(count(" rest")).isPositive();
        assertThat(at.hub.requests())
                .as("whole small files are kept")
                .noneMatch(request -> request.contains("run.json"));
        assertThat(HubFixture.local(temp.resolve(HubFixture.RUN))).isEqualTo(HubFixture.texts(HubFixture.run(1)));
        assertThat(temp.resolve(".pull-" + HubFixture.RUN)).doesNotExist();
    }

    @Test
    void aTokenInAFileAndALinkAreRefused() throws IOException {
        Path local = run(1);
        byte[] text = "x".repeat(70_000).getBytes(StandardCharsets.UTF_8);
        byte[] secret = StandInHub.WRITER.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(secret, 0, text, 65_530, secret.length); // over the edge of a chunk
        Files.write(local.resolve("info/notes.txt"), text);
        assertThatThrownBy(() -> Upload.ofFolder(at.dataset(), local, FOLDER).run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("notes.txt contains your HF_TOKEN");
        Files.delete(local.resolve("info/notes.txt"));
        Files.createSymbolicLink(local.resolve("info/passwd"), Path.of("../run.json"));
        Files.writeString(local.resolve("a:b"), "");
        assertThatThrownBy(() -> Upload.ofFolder(at.dataset(), local, FOLDER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("passwd is a symbolic link", "a:b contains :");
        assertThat(at.repo.count()).isEqualTo(1);
    }

    @Test
    void settingsThatCannotWorkAreRefused() {
        Map<String, String> wrong = Map.of(
                "http://hub.example.org", "needs https",
                "ftp://x", "needs https",
                "hub", "is no address",
                "https://u:p@x", "is no address",
                "https:// x", "is no address");
        wrong.forEach((endpoint, why) -> assertThatThrownBy(() -> new HubSettings(Map.of("HF_ENDPOINT", endpoint)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why));
        for (String repo : List.of("", "me", "me/../x", "me/a/b", "/x", "me/x y")) {
            assertThatThrownBy(() -> new HubSettings(Map.of("HF_REPO", repo)).dataset("HF_REPO"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            repo.isEmpty() ? "no dataset: put HF_REPO=OWNER/NAME" : "is no dataset's name");
        }
        assertThatThrownBy(() -> new HubSettings(Map.of("HF_TOKEN", "hf_abc def ghi")))
                .hasMessageContaining("HF_TOKEN is no token")
                .hasMessageNotContaining("abc");
        assertThatThrownBy(() -> new HubSettings(Map.of()).checkToken()).hasMessageContaining("no token: put HF_TOKEN");
        assertThat(new HubSettings(Map.of("HF_ENDPOINT", "https://hub.example.org/")).endpoint())
                .hasToString("https://hub.example.org");
    }
}
