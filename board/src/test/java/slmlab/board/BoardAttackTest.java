package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.TinySpecs;
import slmlab.run.RunFolder;

/// What must get nothing: ways out of the data folder, other pages, other names of this address, clients that dawdle.
/// After each of them an honest request is answered.
@Tag("slow")
class BoardAttackTest {
    private static final String SECRET = "the-secret-of-this-machine";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    @SuppressWarnings("NullAway.Init") // begin sets it
    private static Board board;

    @SuppressWarnings("NullAway.Init") // begin sets it
    private static String run;

    @BeforeAll
    static void begin() throws IOException {
        Path data = temp.resolve("data");
        RunFolder folder = Lab.run(TinySpecs.plan(temp, "ppo", "", ""), TinySpecs.options(data), Listener.NONE)
                .folder();
        run = folder.path().getFileName().toString();
        Path secret = Files.writeString(temp.resolve("secret.txt"), SECRET);
        Files.createSymbolicLink(folder.path().resolve("link.txt"), secret);
        Files.createSymbolicLink(folder.path().resolve("info/outside"), temp);
        Path other = folder(temp.resolve("other/run_2026_11_16_000000"), "info");
        Files.writeString(other.resolve("run_spec.json"), "{\"run\": {\"env\": {\"name\": \"%s\"}}}".formatted(SECRET));
        Files.createSymbolicLink(data.resolve("run_2026_11_16_000000"), other);
        Path linkedLog = folder(data.resolve("ppo_2026_11_16_000001"), "log");
        Files.copy(folder.spec(), linkedLog.resolve("ppo_spec.json"));
        Files.createSymbolicLink(linkedLog.resolve("log/ppo_t0.log"), secret);
        Path linkedSpec = folder(data.resolve("ppo_2026_11_16_000002"), "info");
        Files.createSymbolicLink(linkedSpec.resolve("ppo_spec.json"), other.resolve("run_spec.json"));
        Path linkedTable = folder(data.resolve("ppo_2026_11_16_000003"), "info");
        Files.copy(folder.spec(), linkedTable.resolve("ppo_spec.json"));
        Files.createSymbolicLink(
                linkedTable.resolve("info/ppo_t0_s0_session_df_train.csv"),
                Files.writeString(temp.resolve("secret.csv"), "frame,%s\n1,2\n".formatted(SECRET)));
        board = Board.open(data, 0);
    }

    /// Return a new run folder with a folder in it.
    private static Path folder(Path run, String part) throws IOException {
        Files.createDirectories(run.resolve(part));
        return run;
    }

    @AfterAll
    static void end() {
        board.close();
    }

    private static int port() {
        return URI.create(board.address()).getPort();
    }

    private static Socket socket() throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port()), 10_000);
        socket.setSoTimeout(30_000);
        return socket;
    }

    /// Send bytes and return the whole answer.
    private static String answer(String request) throws IOException {
        try (Socket socket = socket()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String get(String path, String... headers) {
        String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n%s\r\n".formatted(path, port(), more);
    }

    private static String from(String host, String path) {
        return "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(path, host);
    }

    private static void assertHonestRequestsAreAnswered() throws IOException {
        assertThat(answer(get("/api/runs"))).startsWith("HTTP/1.1 200").contains(run);
    }

    /// Ways out of the data folder.
    private static List<String> traversals() {
        List<String> paths = new ArrayList<>();
        for (String way : List.of(
                "../secret.txt",
                "..%2fsecret.txt",
                "..%2f..%2fsecret.txt",
                "%2e%2e%2fsecret.txt",
                "%252e%252e%252fsecret.txt",
                "..%5csecret.txt",
                "..%c0%afsecret.txt",
                "....//....//secret.txt",
                "link.txt",
                "info/outside/secret.txt",
                "./link.txt",
                "%00link.txt",
                "link.txt%00.png",
                temp.resolve("secret.txt").toString(),
                "file://" + temp.resolve("secret.txt"))) {
            paths.add("/api/file?id=%s&name=%s".formatted(run, way));
        }
        for (String id : List.of(
                "..",
                ".",
                "",
                "/",
                "%2f",
                "..%2fother%2frun_2026_11_16_000000",
                "run_2026_11_16_000000",
                "%00",
                temp.toString())) {
            paths.add("/api/spec?id=" + id);
            paths.add("/api/log?id=" + id);
        }
        paths.add("/api/log?id=ppo_2026_11_16_000001"); // a log that is a link
        paths.add("/api/spec?id=ppo_2026_11_16_000002"); // a spec that is a link
        paths.add("/api/curves?id=ppo_2026_11_16_000003"); // a table that is a link
        paths.addAll(List.of(
                "/../secret.txt",
                "/..%2fsecret.txt",
                "/%2e%2e/secret.txt",
                "/../../../../etc/passwd",
                "/.git/config",
                "/index.html/../../secret.txt",
                "//secret.txt",
                "/slmlab/report/random_baselines.json",
                "/icon.svg/../build.properties",
                "/api/compare?id=..&id=..%2fother",
                "/api/frames?id=%s&weights=../../secret&episode=1".formatted(run),
                "/api/play?id=%s&weights=..%%2f..%%2fsecret.txt".formatted(run)));
        return paths;
    }

    /// Requests of other pages, and of names that point here.
    private static List<String> strangers() {
        String port = ":" + port();
        List<String> requests = new ArrayList<>();
        for (String host : List.of(
                "evil.example" + port,
                "127.0.0.1.evil.example" + port,
                "localhost.evil.example",
                "192.168.0.7" + port,
                "127.0.0.1@evil.example",
                "0.0.0.0" + port,
                "[::ffff:8.8.8.8]" + port,
                "localhost:1:2")) {
            requests.add(from(host, "/api/runs"));
        }
        for (String origin :
                List.of("http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1" + port, "file://")) {
            requests.add(get("/api/runs", "Origin: " + origin));
        }
        for (String site : List.of("cross-site", "same-site")) {
            requests.add(get("/api/runs", "Sec-Fetch-Site: " + site));
            requests.add(get("/api/runs", "Sec-Fetch-Site: " + site, "Sec-Fetch-Mode: navigate"));
            requests.add(get("/api/events", "Sec-Fetch-Site: " + site));
        }
        for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE")) {
            requests.add("%s /api/runs HTTP/1.1\r\nHost: 127.0.0.1%s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .formatted(method, port));
        }
        requests.add("GET /api/runs HTTP/1.1\r\nConnection: close\r\n\r\n"); // no host
        requests.add("GET /api/runs HTTP/1.0\r\n\r\n");
        requests.add("GET http://evil.example/api/runs HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
        requests.add("NONSENSE\r\n\r\n");
        requests.add(get("/api/runs", "X-Long: " + "a".repeat(100_000)));
        return requests;
    }

    @Test
    void nothingOutsideOfTheDataFolderIsServed() throws IOException {
        List<String> paths = traversals();
        assertThat(paths).hasSizeGreaterThan(40);
        for (String path : paths) {
            String answer = answer(get(path));
            assertThat(answer)
                    .as(path)
                    .doesNotContain(SECRET)
                    .doesNotContain("root:")
                    .doesNotContain("\tat ");
            assertThat(answer).as(path).doesNotStartWith("HTTP/1.1 200");
            assertHonestRequestsAreAnswered();
        }
        assertThat(answer(get("/api/runs")))
                .doesNotContain("run_2026_11_16_000000")
                .doesNotContain(SECRET);
    }

    @Test
    void otherPagesAndOtherNamesGetNothing() throws IOException {
        for (String request : strangers()) {
            String answer = answer(request);
            assertThat(answer)
                    .as(request)
                    .doesNotContain(run)
                    .doesNotStartWith("HTTP/1.1 200")
                    .doesNotContain("\tat ");
            assertHonestRequestsAreAnswered();
        }
        assertThat(strangers()).hasSizeGreaterThan(25);
    }

    @Test
    void theOwnPageIsServedUnderEveryNameOfThisMachine() throws IOException {
        for (String host : List.of("127.0.0.1:" + port(), "localhost:" + port(), "[::1]:9000", "localhost")) {
            String answer = answer(
                    "GET /api/runs HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n"
                            .formatted(host, host));
            assertThat(answer).startsWith("HTTP/1.1 200").contains("Content-Security-Policy: default-src 'none'");
        }
    }

    @Test
    void clientsThatDawdleKeepNobodyWaiting() throws IOException {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 60; i++) { // half a request
                Socket socket = socket();
                socket.getOutputStream()
                        .write("GET /api/runs HTTP/1.1\r\nHost: 127.".getBytes(StandardCharsets.ISO_8859_1));
                slow.add(socket);
            }
            for (int i = 0; i < 80; i++) { // news that nobody reads, from more clients than are served
                Socket socket = socket();
                socket.getOutputStream().write(get("/api/events").getBytes(StandardCharsets.ISO_8859_1));
                slow.add(socket);
            }
            for (int i = 0; i < 20; i++) { // answers that nobody reads
                Socket socket = socket();
                socket.setReceiveBufferSize(1024);
                socket.getOutputStream().write(get("/board.css").repeat(150).getBytes(StandardCharsets.ISO_8859_1));
                slow.add(socket);
            }
            for (int i = 0; i < 20; i++) {
                assertHonestRequestsAreAnswered();
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
        assertHonestRequestsAreAnswered();
    }

    @Test
    void whatIsAskedWronglyIsAnsweredInASentence() throws IOException {
        assertThat(answer(get("/api/curves?id=%s&width=-5".formatted(run))))
                .startsWith("HTTP/1.1 422")
                .contains("needs 10 to 4000 pixels");
        assertThat(answer(get("/api/curves?id=%s&from=NaN".formatted(run))))
                .startsWith("HTTP/1.1 422")
                .contains("from is not a number");
        assertThat(answer(get("/api/curves?id=%s&x=weight".formatted(run)))).contains("needs frames, time or updates");
        assertThat(answer(get("/api/compare?id=" + run))).contains("choose 2 to 24 runs to compare");
        assertThat(answer(get("/api/run?id=nobody"))).startsWith("HTTP/1.1 404").contains("there is no such run");
    }
}
