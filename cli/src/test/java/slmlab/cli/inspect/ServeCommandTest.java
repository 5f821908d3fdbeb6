package slmlab.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.ChildJvm;
import slmlab.cli.CommandResult;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.Run;
import slmlab.experiment.TinySpecs;
import slmlab.play.Player;
import slmlab.run.RunFolder;
import slmlab.serve.PolicyServer;
import slmlab.serve.ServeOptions;

/// `slm-lab serve`: wrong input, and a process that is told to end.
class ServeCommandTest {
    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    @SuppressWarnings("NullAway.Init") // train sets it
    private static RunFolder folder;

    @BeforeAll
    static void train() {
        folder = Lab.run(TinySpecs.plan(temp, "ppo", "\"max_frame\": 400", ""), TinySpecs.options(temp), Listener.NONE)
                .folder();
    }

    @Test
    void aPublicAddressNeedsToBeAskedFor() {
        CommandResult result = CommandResult.of("serve", folder.path().toString(), "--host", "0.0.0.0");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .contains("--host 0.0.0.0: other machines reach that address")
                .contains("there is no password and no encryption; add --public");
    }

    @Test
    void allThatIsWrongIsSaidTogether() {
        CommandResult result = CommandResult.of(
                "serve",
                folder.path().toString(),
                "--port=70000",
                "--max-batch=0",
                "--max-delay=-1",
                "--max-body=0",
                "--timeout=0",
                "--sessions=0");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .contains("--port is 70000; needs 0 to 65535")
                .contains(
                        "--max-batch is 0",
                        "--max-delay is -1.0",
                        "--max-body is 0",
                        "--timeout is 0",
                        "--sessions is 0");
    }

    @Test
    void whatCannotBeServedIsSaid() {
        assertThat(CommandResult.of("serve", temp.resolve("nowhere").toString()).err())
                .contains("there is no folder %s/nowhere".formatted(temp));
        assertThat(CommandResult.of("serve", folder.path().toString(), "--checkpoint", "123")
                        .err())
                .contains("there are no weights of frame 123");
        assertThat(CommandResult.of("serve", folder.path().toString(), "--host", "no.such.host.invalid")
                        .err())
                .contains("--host: there is no address no.such.host.invalid");
    }

    /// A server in a process of its own is told to end while clients ask: each request that it accepted is
    /// answered.
    @Test
    @Tag("slow")
    void aProcessThatIsToldToEndAnswersWhatItHasAccepted() throws Exception {
        String expected = String.valueOf(Player.load(folder.bestModel(0)).act(0.1f, 0, 0.1f, 0));
        ChildJvm child = ChildJvm.start(
                temp, Map.of(), "serve", folder.bestModel(0).toString(), "--port", "0", "--max-delay", "20");
        while (!ADDRESS.matcher(child.out()).find()) {
            Thread.sleep(20);
        }
        assertThat(child.out()).contains("(this machine only; Ctrl-C ends it)");
        Matcher address = ADDRESS.matcher(child.out());
        assertThat(address.find()).isTrue();
        URI act = URI.create(address.group() + "act");
        HttpRequest request = HttpRequest.newBuilder(act)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"obs\": [0.1, 0, 0.1, 0]}"))
                .build();
        List<Future<Integer>> clients = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4);
                HttpClient client = HttpClient.newHttpClient()) {
            for (int i = 0; i < 4; i++) {
                clients.add(threads.submit(() -> ask(client, request, expected)));
            }
            Thread.sleep(300);
            child.signal("TERM");
            for (Future<Integer> each : clients) {
                assertThat(each.get()).isPositive();
            }
        }
        CommandResult result = child.result();
        assertThat(result.code()).isEqualTo(143);
        assertThat(result.err().lines()).allMatch(line -> line.startsWith("WARNING: Using incubator modules"));
    }

    /// The weights of a run that trains are served as it writes them.
    @Test
    @Tag("slow")
    void aRunThatTrainsIsFollowed() throws Exception {
        Run run = Lab.start(
                TinySpecs.plan(temp, "ppo_pendulum", "\"max_frame\": 1000000000", ""),
                TinySpecs.options(temp),
                Listener.NONE);
        Path weights = run.folder().model(0);
        while (!Files.exists(weights)) {
            Thread.sleep(10);
        }
        ServeOptions options = ServeOptions.defaults()
                .on(ServeOptions.HOST, 0, Set.of())
                .watching(Duration.ofMillis(50))
                .warmingUp(Duration.ZERO);
        Set<String> frames = new TreeSet<>();
        try (PolicyServer server = PolicyServer.open(weights, options, _ -> {});
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "act"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"obs\": [1, 0, 0]}"))
                    .build();
            while (frames.size() < 3) {
                HttpResponse<String> got = client.send(request, HttpResponse.BodyHandlers.ofString());
                assertThat(got.statusCode()).as(got.body()).isEqualTo(200);
                frames.add(got.headers().firstValue("Weights-Frame").orElseThrow());
            }
        } finally {
            run.stop();
            run.await();
        }
    }

    /// Ask until the server is gone; return how many answers came.
    private static int ask(HttpClient client, HttpRequest request, String expected) throws InterruptedException {
        int answers = 0;
        while (true) {
            try {
                HttpResponse<String> got = client.send(request, HttpResponse.BodyHandlers.ofString());
                if (got.statusCode() == 503) {
                    assertThat(got.body()).contains("the server is stopping");
                    return answers;
                }
                assertThat(got.body()).startsWith("{\"action\":%s,".formatted(expected));
                answers++;
            } catch (IOException _) { // it is gone
                return answers;
            }
        }
    }
}
