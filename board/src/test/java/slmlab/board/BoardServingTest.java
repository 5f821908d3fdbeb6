package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.TinySpecs;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Runs;
import slmlab.run.Table;

/// What the server of the dashboard sends: which files, as what, and news to how many.
class BoardServingTest {
    private static final int MOST = 64; // clients at a time

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @SuppressWarnings("NullAway.Init") // begin sets it
    private RunFolder run;

    @SuppressWarnings("NullAway.Init") // begin sets it
    private Board board;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void begin() {
        run = Runs.of(temp.resolve("data"), "run", "CartPole-v1", 1);
        board = Board.open(temp.resolve("data"), 0);
    }

    @AfterEach
    void end() {
        board.close();
        client.close();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(board.address() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private String id() {
        return String.valueOf(run.path().getFileName());
    }

    /// Ask until the list has been read.
    private void awaitList() throws IOException, InterruptedException {
        while (get("api/runs").body().contains("\"reading\":true")) {
            Thread.sleep(20);
        }
    }

    private Socket subscribe() throws IOException {
        URI address = URI.create(board.address());
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort());
        socket.setSoTimeout(30_000);
        socket.getOutputStream()
                .write("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nAccept: text/event-stream\r\n\r\n"
                        .formatted(address.getPort())
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /// Return the name of the first event.
    private static String firstEvent(Socket socket) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        String line = in.readLine();
        while (line != null && !line.startsWith("event:")) {
            line = in.readLine();
        }
        return line == null ? "end" : line.substring("event:".length()).strip();
    }

    /// As the commands write it; the dashboard asks no machine.
    @Test
    void runsOnOtherMachinesAreListedFromTheirFiles() throws IOException, InterruptedException {
        assertThat(get("api/remote").body()).isEqualTo("{\"runs\":[],\"problems\":[]}");
        Path folder = Files.createDirectories(temp.resolve("data/.remote"));
        Files.writeString(folder.resolve("ppo-cartpole.json"), """
                {"name": "ppo-cartpole", "started": "2026-03-01T10:00:00Z", "fetched": [],
                 "task": {"spec": "ppo/cartpole.json", "name": "ppo_cartpole", "mode": "train", "settings": [],
                          "flags": [], "job": ""},
                 "place": {"kind": "ssh", "host": "me@server", "options": [], "id": "ppo-cartpole-1", "product": "0"},
                 "sign": {"state": "running", "exit": null, "asked": "2026-03-01T10:05:00Z",
                          "seen": "2026-03-01T10:04:00Z", "note": "", "folders": []}}
                """);
        Files.writeString(folder.resolve("broken.json"), "{");
        assertThat(get("api/remote").body())
                .contains("\"name\":\"ppo-cartpole\"", "\"where\":\"me@server\"", "\"state\":\"running\"")
                .contains("\"started\":\"2026-03-01T10:00:00Z\"", "\"seen\":\"2026-03-01T10:04:00Z\"")
                .contains("broken.json is not valid JSON");
        awaitList();
        assertThat(get("api/runs").body()).doesNotContain("me@server").contains(id());
    }

    @Test
    void whoLeavesMakesRoomForOthers() throws IOException, InterruptedException {
        awaitList();
        List<Socket> all = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            all.add(subscribe());
            assertThat(firstEvent(all.getLast())).as("client " + i).isEqualTo("runs");
        }
        try (Socket over = subscribe()) {
            assertThat(firstEvent(over)).isEqualTo("full");
        }
        for (Socket socket : all) {
            socket.close();
        }
        String event = "full";
        for (int i = 0; event.equals("full") && i < 300; i++) { // the server notices at its next sign of life
            Thread.sleep(100);
            try (Socket next = subscribe()) {
                event = firstEvent(next);
            }
        }
        assertThat(event).isEqualTo("runs");
    }

    /// A thread whose client has left once handled its own failure forever, at full speed.
    @Test
    void noThreadOutlivesItsClient() throws IOException, InterruptedException {
        awaitList();
        Set<Thread> before = feeds();
        Socket gone = subscribe();
        assertThat(firstEvent(gone)).isEqualTo("runs");
        Set<Thread> threads = feeds();
        threads.removeAll(before);
        assertThat(threads).isNotEmpty();
        gone.close();
        for (Thread thread : threads) {
            thread.join(60_000);
            assertThat(thread.isAlive()).isFalse();
        }
    }

    private static Set<Thread> feeds() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("board-feed"))
                .collect(Collectors.toCollection(HashSet::new));
    }

    @Test
    void filesAreTextImagesOrDownloads() throws IOException, InterruptedException {
        awaitList();
        for (String name :
                List.of("a.svg", "a.html", "a.png", "a.txt", "model/a.safetensors", ".hidden", ".git/config")) {
            Path file = run.path().resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "<script>alert(1)</script>");
        }
        String list = get("api/files?id=" + id()).body();
        assertThat(list)
                .contains("\"a.svg\"", "\"model/a.safetensors\"")
                .doesNotContain(".hidden")
                .doesNotContain(".git");
        assertFile("a.svg", "text/plain", false); // a script in it would run as the page
        assertFile("a.txt", "text/plain", false);
        assertFile("a.png", "image/png", false);
        assertFile("a.html", "application/octet-stream", true);
        assertFile("model/a.safetensors", "application/octet-stream", true);
        assertFile("run_spec.json", "text/plain", false);
        for (String hidden : List.of(".hidden", ".git/config", ".lock", "state/s0")) {
            assertThat(get("api/file?id=%s&name=%s".formatted(id(), hidden)).statusCode())
                    .as(hidden)
                    .isEqualTo(404);
        }
        assertThat(get("").headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/html"));
        assertThat(get("app.js").headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/javascript"));
        assertThat(get("board.css").headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/css"));
        assertThat(get("icon.svg").headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("image/svg+xml"));
        assertThat(get("api/runs").headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
    }

    private void assertFile(String name, String type, boolean isDownload) throws IOException, InterruptedException {
        HttpResponse<String> answer = get("api/file?id=%s&name=%s".formatted(id(), name));
        assertThat(answer.statusCode()).as(name).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse(""))
                .as(name)
                .startsWith(type);
        assertThat(answer.headers().firstValue("Content-Disposition").isPresent())
                .as(name)
                .isEqualTo(isDownload);
        assertThat(answer.headers().firstValue("X-Content-Type-Options"))
                .as(name)
                .hasValue("nosniff");
    }

    /// Every file that a page reads is refused as a link out of the data folder, and with it the run.
    @Test
    void linksAmongTheFilesOfARunAreRefused() throws IOException, InterruptedException {
        awaitList();
        Path outside = Files.writeString(temp.resolve("outside"), "frame,secret\n1,2\n");
        for (Path file : List.of(
                run.trialSpec(),
                run.bestModel(0),
                run.model(0),
                run.state(0),
                run.sessionTable(0, Phase.EVAL),
                run.trialMetrics(),
                run.trialMetricsScalar(),
                run.log())) {
            Files.createDirectories(file.getParent());
            Files.createSymbolicLink(file, outside);
            for (String page : List.of("curves", "spec", "log", "play")) {
                HttpResponse<String> answer = get("api/%s?id=%s&weights=best".formatted(page, id()));
                assertThat(answer.statusCode()).as("%s with %s", page, file).isEqualTo(422);
                assertThat(answer.body())
                        .contains("is a link out of the data folder")
                        .doesNotContain("secret");
            }
            Files.delete(file);
            assertThat(get("api/curves?id=" + id()).statusCode())
                    .as("without " + file)
                    .isEqualTo(200);
        }
    }

    /// Nothing tells the list that a process was killed; it looks at the clock.
    @Test
    void aKilledRunStopsBeingRunning() throws IOException {
        Files.writeString(run.spec(), "{\"run\": {\"env\": {\"name\": \"CartPole-v1\", \"max_frame\": 100000}}}");
        long now = Files.getLastModifiedTime(run.sessionTable(0, Phase.TRAIN)).toMillis();
        WatchedFiles files = WatchedFiles.of(run);
        assertThat(CardReader.read("id", run, files, now + 119_000).status().state())
                .isEqualTo("running");
        RunCard later = CardReader.read("id", run, files, now + 121_000);
        assertThat(later.status().state()).isEqualTo("stopped");
        assertThat(later.status().note()).startsWith("no file was written since ");
        assertThat(later.progress().left()).isNull();
    }

    /// A run of which no file changes any more is looked at all the same.
    @Test
    void theListNoticesIt() throws IOException, InterruptedException {
        Files.writeString(run.spec(), "{\"run\": {\"env\": {\"name\": \"CartPole-v1\", \"max_frame\": 100000}}}");
        FileTime old = FileTime.fromMillis(System.currentTimeMillis() - 116_000); // running for some seconds more
        for (Path file : List.of(run.spec(), run.sessionTable(0, Phase.TRAIN))) {
            Files.setLastModifiedTime(file, old);
        }
        try (Catalog catalog = new Catalog(temp.resolve("data"), Set.of())) {
            Catalog.News news = catalog.all();
            for (int i = 0;
                    i < 60
                            && catalog.all().cards().stream()
                                    .noneMatch(card -> card.status().state().equals("stopped"));
                    i++) {
                news = catalog.await(news.version(), 1000);
            }
            assertThat(catalog.all().cards())
                    .extracting(card -> card.status().state())
                    .containsExactly("stopped");
        }
    }

    /// Return the list once every run has been read.
    private static Catalog.News read(Catalog catalog) throws InterruptedException {
        Catalog.News news = catalog.all();
        while (news.reading()) {
            news = catalog.await(news.version(), 10_000);
        }
        return news;
    }

    /// A running run is read again at every look, once a second; what says the same is no news.
    @Test
    void aRunThatWritesNothingIsNoNews() throws IOException, InterruptedException {
        Files.writeString(run.spec(), "{\"run\": {\"env\": {\"name\": \"CartPole-v1\", \"max_frame\": 100000}}}");
        try (Catalog catalog = new Catalog(temp.resolve("data"), Set.of())) {
            Catalog.News news = read(catalog);
            assertThat(catalog.all().cards())
                    .extracting(card -> card.status().state())
                    .containsExactly("running");
            assertThat(catalog.await(news.version(), 3_500).version()).isEqualTo(news.version());
        }
    }

    @Test
    void whoWaitsForNewsIsWokenWhenTheListCloses() throws Exception {
        Catalog catalog = new Catalog(temp.resolve("data"), Set.of());
        Catalog.News news = read(catalog);
        CompletableFuture<Catalog.News> waits = CompletableFuture.supplyAsync(() -> {
            try {
                return catalog.await(news.version(), 600_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Thread.sleep(200); // it waits now
        catalog.close();
        assertThat(waits.get(60, TimeUnit.SECONDS).version()).isEqualTo(news.version());
    }

    /// `loss` has none; that of `clip_fraction` is 0.01 to 0.4.
    @Test
    void aChartHasTheBandOfHealthyValues() {
        Table table = new Table(List.of("frame", "total_reward", "mean_return", "loss", "clip_fraction"));
        for (int i = 0; i < 5; i++) {
            table.add(100 * i, i, i, 1.0 / (1 + i), 0.1 * i);
        }
        table.write(run.sessionTable(0, Phase.TRAIN));
        List<RunCurves.Chart> charts =
                RunCurves.of(run, new Tables(), CurveWindow.of("", "", "", "")).charts();
        assertThat(charts).extracting(RunCurves.Chart::name).containsExactly("loss", "clip_fraction");
        assertThat(charts).extracting(RunCurves.Chart::low).containsExactly(null, 0.01);
        assertThat(charts).extracting(RunCurves.Chart::high).containsExactly(null, 0.4);
    }

    @Test
    void imagesAreThoseOfTheEpisodeThatIsShown() throws InterruptedException {
        RunFolder trained = Lab.run(
                        TinySpecs.plan(temp, "ppo", "", ""), TinySpecs.options(temp.resolve("data")), Listener.NONE)
                .folder();
        try (Stage stage = new Stage()) {
            assertThatThrownBy(() -> stage.images(trained, "last", "0")).hasMessageContaining("episode is over");
            Stage.Showing showing = stage.show(trained, "last");
            while (showing.busy()) {
                Thread.sleep(20);
                showing = stage.show(trained, "last");
            }
            assertThat(showing.problem()).isEmpty();
            assertThat(showing.id()).isEqualTo(1);
            assertThat(stage.images(trained, "last", "1")).isNotEmpty();
            assertThatThrownBy(() -> stage.images(trained, "last", "2")).hasMessageContaining("episode is over");
            assertThatThrownBy(() -> stage.images(trained, "best", "1")).hasMessageContaining("episode is over");
        }
    }
}
