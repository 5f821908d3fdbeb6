package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the server says about workflows, and whom it answers.
class FlowServingTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @SuppressWarnings("NullAway.Init") // begin sets them
    private FlowFixture fixture;

    @SuppressWarnings("NullAway.Init")
    private Board board;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void begin() throws IOException {
        fixture = new FlowFixture(temp);
        fixture.mayEnd.countDown();
        board = Board.open(Files.createDirectories(temp.resolve("data")), 0, Set.of(), fixture.desk());
    }

    @AfterEach
    void end() {
        board.close();
        client.close();
    }

    private HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        URI address = URI.create(board.address() + path);
        return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofByteArray());
    }

    private HttpResponse<String> post(String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(board.address() + path))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private String origin() {
        return board.address().replaceAll("/$", "");
    }

    private String say(String path, String more) throws IOException, InterruptedException {
        String body = "{\"flow\": \"rl-demo\", \"folder\": \"flow-rl-demo\", %s}".formatted(more);
        return post("api/flow/" + path, body, "Content-Type", "application/json", "Origin", origin())
                .body();
    }

    private void finish() throws IOException, InterruptedException {
        say("answer", "\"step\": \"init\", \"typed\": [\"\", \"1\", \"\"]");
        await("\"number\":2");
        say("answer", "\"step\": \"state\", \"typed\": [\"name=x low=-1\"]");
        await("\"id\":\"data\",\"title\":\"Datasets\",\"status\":\"missing\"");
    }

    private String await(String words) throws IOException, InterruptedException {
        while (true) {
            String seen = say("look", "\"step\": \"\"");
            if (seen.contains("\"working\":false")) {
                assertThat(seen).contains(words);
                return seen;
            }
        }
    }

    @Test
    void oneQuestionAfterTheOther() throws IOException, InterruptedException {
        assertThat(new String(get("api/flows").body(), StandardCharsets.UTF_8))
                .contains("\"name\":\"rl-demo\"", "\"folder\":\"flow-rl-demo\"");
        assertThat(say("look", "\"step\": \"\"")).contains("\"key\":\"env\"", "\"preset\":\"CartPole-v1\"");
        assertThat(fixture.place().resolve("flow-rl-demo")).doesNotExist(); // looking writes nothing
        assertThat(say("answer", "\"step\": \"init\", \"typed\": [\"\"]"))
                .contains("\"key\":\"agents\"", "\"artefact\":{\"env\":\"CartPole-v1\"}", "\"answered\":1");
        assertThat(say("answer", "\"step\": \"init\", \"typed\": [\"\", \"many\"]"))
                .contains("\"refusal\":\"is 'many'; needs a whole number of at least 1\"", "\"answered\":1");
        finish();
        assertThat(Files.readString(fixture.place().resolve("flow-rl-demo/02-state.json")))
                .contains("\"name\" : \"x\"");
        assertThat(new String(get("api/flows").body(), StandardCharsets.UTF_8))
                .contains("\"folder\":\"flow-rl-demo-2\"") // a second one does not mix with the first
                .contains("\"begun\":[{\"folder\":\"flow-rl-demo\",\"flow\":\"rl-demo\"}]");
    }

    @Test
    void aStepCanBeAnsweredAgain() throws IOException, InterruptedException {
        finish();
        assertThat(say("look", "\"redo\": \"init\", \"step\": \"\""))
                .contains("\"key\":\"env\"", "\"status\":\"stale\"");
        say("answer", "\"redo\": \"init\", \"step\": \"init\", \"typed\": [\"Pendulum-v1\", \"1\", \"\"]");
        assertThat(await("\"number\":2")).contains("\"preset\":\"[{name: x, low: -1}]\"");
    }

    @Test
    void filesAreDownloaded() throws IOException, InterruptedException {
        finish();
        HttpResponse<byte[]> file = get("api/flow/file?folder=flow-rl-demo&name=01-init.json");
        assertThat(new String(file.body(), StandardCharsets.UTF_8)).contains("CartPole-v1");
        assertThat(file.headers().firstValue("Content-Disposition")).hasValue("attachment; filename=\"01-init.json\"");
        List<String> names = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(
                new ByteArrayInputStream(get("api/flow/zip?folder=flow-rl-demo").body()))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                names.add(entry.getName());
            }
        }
        assertThat(names).contains("flow-rl-demo/02-state.md").hasSize(6);
        Files.writeString(fixture.place().resolve("secret.txt"), "secret");
        for (String query : List.of(
                "folder=flow-rl-demo&name=../secret.txt",
                "folder=flow-rl-demo&name=flow.json",
                "folder=..&name=secret.txt",
                "folder=flow-rl-demo/..&name=secret.txt")) {
            HttpResponse<byte[]> answer = get("api/flow/file?" + query);
            assertThat(answer.statusCode()).as(query).isEqualTo(422);
            assertThat(new String(answer.body(), StandardCharsets.UTF_8)).doesNotContain("secret\"");
        }
    }

    @Test
    void otherPagesCannotAnswer() throws IOException, InterruptedException {
        String body =
                "{\"flow\": \"rl-demo\", \"folder\": \"flow-rl-demo\", \"step\": \"init\", \"typed\": [\"\", \"1\", \"\"]}";
        List<String[]> strangers = List.of(
                new String[] {"Content-Type", "application/json"}, // no origin
                new String[] {"Content-Type", "application/json", "Origin", "http://evil.example"},
                new String[] {"Content-Type", "application/json", "Origin", "null"},
                new String[] {"Content-Type", "application/json", "Origin", "http://127.0.0.1:1"},
                new String[] {"Content-Type", "text/plain", "Origin", origin()}, // as a form of another page sends it
                new String[] {"Content-Type", "application/json", "Origin", origin(), "Sec-Fetch-Site", "cross-site"});
        for (String[] headers : strangers) {
            assertThat(post("api/flow/answer", body, headers).statusCode()).isEqualTo(403);
        }
        assertThat(post("api/runs", body, "Content-Type", "application/json", "Origin", origin())
                        .statusCode())
                .isEqualTo(403);
        assertThat(fixture.place()).isEmptyDirectory();
    }

    @Test
    void badRequestsGetAReason() throws IOException, InterruptedException {
        assertThat(say("answer", "\"step\": \"state\", \"typed\": []")).contains("step state is not the next one");
        assertThat(say("look", "\"step\": \"\", \"typed\": [1]")).contains("typed is no list of texts");
        String[] headers = {"Content-Type", "application/json", "Origin", origin()};
        assertThat(post("api/flow/look", "{\"flow\": ", headers).body()).contains("is not valid JSON");
        assertThat(post("api/flow/look", "{\"flow\": \"rl-demo\"}", headers).body())
                .contains("has no folder");
        assertThat(post("api/flow/look", "{\"flow\": \"rl-demo\", \"folder\": \"../x\"}", headers)
                        .body())
                .contains("is no folder of a flow");
        assertThat(post("api/flow/look", "{\"flow\": \"rl-dmo\", \"folder\": \"flow-x\"}", headers)
                        .body())
                .contains("there is no flow rl-dmo; did you mean rl-demo?");
        assertThat(post("api/flow/look", "x".repeat(300_000), headers).statusCode())
                .isBetween(400, 499);
    }

    @Test
    void aDamagedFolderIsListedWithItsProblem() throws IOException, InterruptedException {
        finish();
        Files.writeString(fixture.place().resolve("flow-rl-demo/flow.json"), "{");
        assertThat(new String(get("api/flows").body(), StandardCharsets.UTF_8))
                .contains("\"problem\":", "is not valid JSON");
    }
}
