package slmlab.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.play.Player;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What clients get: the player's actions, in either format, and a sentence for what cannot be acted on.
class PolicyServerTest {
    private static final float CLOSE = 1e-5f; // rows of a batch are computed in another order than one row
    private static final JsonMapper JSON = new JsonMapper();
    private static final String BINARY = "application/octet-stream";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private @Nullable PolicyServer server; // null until begun

    static ServeOptions options() {
        return ServeOptions.defaults().on(ServeOptions.HOST, 0, Set.of()).warmingUp(Duration.ZERO);
    }

    private ServeClient serve(Path policy) throws IOException {
        return serve(policy, options());
    }

    private ServeClient serve(Path policy, ServeOptions options) throws IOException {
        server = PolicyServer.open(policy, options, _ -> {});
        return new ServeClient(server);
    }

    private Path file() {
        return temp.resolve("policy.safetensors");
    }

    @AfterEach
    void end() {
        if (server != null) {
            server.close();
        }
    }

    private static float[] normal(long seed, int count) {
        RandomStream random = RandomStream.ofSeed(seed);
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) random.nextNormal();
        }
        return numbers;
    }

    private static JsonNode ok(ServeClient.Got got) {
        assertThat(got.status()).as(got.text()).isEqualTo(200);
        return JSON.readTree(got.text());
    }

    private static float[] floats(JsonNode list) {
        float[] floats = new float[list.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = list.get(i).floatValue();
        }
        return floats;
    }

    private static float[][] rows(float[] numbers, int width) {
        float[][] rows = new float[numbers.length / width][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Arrays.copyOfRange(numbers, i * width, (i + 1) * width);
        }
        return rows;
    }

    @Test
    void oneObservationGetsThePlayersActionAndTheFrame() throws IOException {
        Path policy = ServedPolicies.discrete(file(), 81_920);
        Player player = Player.load(policy);
        try (ServeClient client = serve(policy)) {
            for (float[] obs : rows(normal(1, 40), ServedPolicies.OBS)) {
                JsonNode answer = ok(client.json("{\"obs\": %s, \"details\": true}".formatted(Arrays.toString(obs))));
                assertThat(answer.get("action").intValue()).isEqualTo(player.act(obs));
                assertThat(answer.get("frame").longValue()).isEqualTo(81_920);
                assertThat(floats(answer.get("probabilities"))).containsExactly(player.actionProbabilities());
                assertThat(floats(answer.get("logits"))).containsExactly(player.logits());
                assertThat(answer.get("value").floatValue()).isEqualTo(player.value());
            }
            ServeClient.Got plain = client.json("{\"obs\": [0, 0, 0, 0]}");
            assertThat(plain.text()).matches("\\{\"action\":[012],\"frame\":81920}");
            assertThat(plain.head()).contains("Weights-Frame: 81920");
        }
    }

    @Test
    void aBatchIsAListOfActions() throws IOException {
        Path policy = ServedPolicies.continuous(file(), 7);
        Player player = Player.load(policy);
        float[] obs = normal(2, 9 * ServedPolicies.OBS);
        float[] wanted = new float[9 * ServedPolicies.ACTIONS];
        player.act(obs, wanted);
        try (ServeClient client = serve(policy)) {
            String list = Arrays.deepToString(rows(obs, ServedPolicies.OBS));
            JsonNode answer = ok(client.json("{\"obs\": %s, \"details\": true}".formatted(list)));
            for (int i = 0; i < 9; i++) {
                float[] row = rows(wanted, ServedPolicies.ACTIONS)[i];
                assertThat(floats(answer.get("action").get(i))).containsExactly(row);
                assertThat(floats(answer.get("mean").get(i))).containsExactly(row);
            }
            JsonNode one = ok(client.json("{\"obs\": [[1, 2, 3, 4]]}")); // a batch of one is a list too
            assertThat(one.get("action").get(0).size()).isEqualTo(ServedPolicies.ACTIONS);
        }
    }

    @Test
    void safetensorsCarryWholeBatches() throws IOException {
        Path policy = ServedPolicies.continuous(file(), 7);
        Player player = Player.load(policy);
        float[] obs = normal(3, 100 * ServedPolicies.OBS);
        float[] wanted = new float[100 * ServedPolicies.ACTIONS];
        player.act(obs, wanted);
        try (ServeClient client = serve(policy)) {
            byte[] request = tensors(Map.of(), "obs", Array.of(Shape.of(100, ServedPolicies.OBS), obs));
            ServeClient.Got got = client.post(BINARY, request);
            assertThat(got.status()).as(got.text()).isEqualTo(200);
            SafeTensors.Contents answer = SafeTensors.read(got.body(), "the answer");
            assertThat(answer.metadata()).containsEntry("frame", "7");
            Array action = Objects.requireNonNull(answer.tensors().get("action"));
            assertThat(action.shape()).isEqualTo(Shape.of(100, ServedPolicies.ACTIONS));
            assertThat(action.floats()).containsExactly(wanted);

            byte[] one = tensors(Map.of("details", "true"), "obs", Array.of(Shape.of(4), 1, 2, 3, 4));
            SafeTensors.Contents single =
                    SafeTensors.read(client.post(BINARY, one).body(), "the answer");
            assertThat(Objects.requireNonNull(single.tensors().get("action")).shape())
                    .isEqualTo(Shape.of(ServedPolicies.ACTIONS));
            assertThat(single.tensors()).containsOnlyKeys("action", "mean");
        }
    }

    private static byte[] tensors(Map<String, String> metadata, Object... namesAndArrays) {
        SequencedMap<String, Array> tensors = new LinkedHashMap<>();
        for (int i = 0; i < namesAndArrays.length; i += 2) {
            tensors.put((String) namesAndArrays[i], (Array) namesAndArrays[i + 1]);
        }
        return SafeTensors.bytes(tensors, metadata);
    }

    @Test
    void aDictIsGivenByName() throws IOException {
        Path policy = ServedPolicies.dict(file(), 3);
        Player player = Player.load(policy);
        float[] row = player.observation()
                .set("stock", 1, -2, 0.5f)
                .set("season", 4)
                .row()
                .clone();
        int wanted = player.act(row);
        try (ServeClient client = serve(policy)) {
            String one = "{\"season\": 4, \"stock\": [1, -2, 0.5]}";
            assertThat(ok(client.json("{\"obs\": %s}".formatted(one)))
                            .get("action")
                            .intValue())
                    .isEqualTo(wanted);
            JsonNode two = ok(client.json("{\"obs\": [%s, %s]}".formatted(one, one)));
            assertThat(two.get("action").toString()).isEqualTo("[%s,%s]".formatted(wanted, wanted));
            byte[] request = tensors(
                    Map.of(),
                    "obs.stock",
                    Array.of(Shape.of(2, 3), 1, -2, 0.5f, 1, -2, 0.5f),
                    "obs.season",
                    Array.ofInts(Shape.of(2), 4, 4));
            SafeTensors.Contents answer =
                    SafeTensors.read(client.post(BINARY, request).body(), "the answer");
            assertThat(Objects.requireNonNull(answer.tensors().get("action")).ints())
                    .containsExactly(wanted, wanted);

            assertRefused(
                    client.json("{\"obs\": {\"stock\": [1, 2, 3]}}"),
                    422,
                    "observation 0: the observation lacks season");
            assertRefused(
                    client.json("{\"obs\": [%s, {\"stock\": [1]}]}".formatted(one)),
                    422,
                    "observation 1: stock of 1 numbers; needs 3");
            assertRefused(
                    client.json("{\"obs\": {\"season\": 5, \"stock\": [1, 2, 3]}}"),
                    422,
                    "needs a whole number from 1 to 4");
            assertRefused(
                    client.json("{\"obs\": [1, 2, 3, 4, 5, 6, 7]}"), 422, "an object with the parts [stock, season]");
            assertThat(JSON.readTree(client.get("/policy").text())
                            .get("obs_parts")
                            .toString())
                    .isEqualTo("{\"stock\":3,\"season\":1}");
        }
    }

    @Test
    void masksRuleActionsOut() throws IOException {
        try (ServeClient client = serve(ServedPolicies.masked(file(), 3))) {
            for (int only = 0; only < ServedPolicies.ACTIONS; only++) {
                boolean[] mask = new boolean[ServedPolicies.ACTIONS];
                mask[only] = true;
                JsonNode answer =
                        ok(client.json("{\"obs\": [1, 2, 3, 4], \"mask\": %s}".formatted(Arrays.toString(mask))));
                assertThat(answer.get("action").intValue()).isEqualTo(only);
            }
            JsonNode two = ok(client.json("{\"obs\": [[1, 2, 3, 4], [1, 2, 3, 4]], \"mask\": [[1, 0, 0], [0, 0, 1]]}"));
            assertThat(two.get("action").toString()).isEqualTo("[0,2]");
            assertRefused(
                    client.json("{\"obs\": [1, 2, 3, 4]}"), 422, "give mask, with 3 entries for each observation");
            assertRefused(client.json("{\"obs\": [1, 2, 3, 4], \"mask\": [0, 0, 0]}"), 422, "allows nothing");
            assertRefused(client.json("{\"obs\": [1, 2, 3, 4], \"mask\": [1, 1]}"), 422, "one row has 3 actions");
            assertRefused(client.json("{\"obs\": [1, 2, 3, 4], \"mask\": [1, 1, 2]}"), 422, "mask[2] is 2.0");
        }
    }

    @Test
    void pixelsAreBytesInEitherFormat() throws IOException {
        Path policy = ServedPolicies.pixels(file(), 3);
        Player player = Player.load(policy);
        int first = player.act(new byte[] {1, 2, 3, 4, 5, (byte) 255});
        float[] after = player.actionProbabilities().clone();
        try (ServeClient client = serve(policy)) {
            JsonNode answer = ok(client.json(
                    "{\"obs\": [[1, 2, 3], [4, 5, 255]], \"session\": \"a\", \"reset\": true, \"details\": true}"));
            assertThat(answer.get("action").intValue()).isEqualTo(first);
            assertThat(floats(answer.get("probabilities"))).containsExactly(after, within(CLOSE));
            byte[] request = tensors(
                    Map.of("session", "b"),
                    "obs",
                    Array.ofBytes(Shape.of(2, 3), (byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5, (byte) 255),
                    "reset",
                    Array.ofBytes(Shape.SCALAR, (byte) 1));
            SafeTensors.Contents same =
                    SafeTensors.read(client.post(BINARY, request).body(), "the answer");
            assertThat(Objects.requireNonNull(same.tensors().get("action")).ints())
                    .containsExactly(first);
            assertRefused(
                    client.json("{\"obs\": [[1, 2, 3], [4, 5, 256]], \"session\": \"a\"}"),
                    422,
                    "needs a whole number from 0 to 255");
        }
    }

    @Test
    void sampledActionsFollowTheProbabilities() throws IOException {
        Path policy = ServedPolicies.discrete(file(), 5);
        Player player = Player.load(policy);
        player.act(0.5f, -0.5f, 1, 0);
        float[] probabilities = player.actionProbabilities();
        try (ServeClient client = serve(policy)) {
            String list = Arrays.deepToString(rows(repeated(new float[] {0.5f, -0.5f, 1, 0}, 250), 4));
            int[] counts = new int[ServedPolicies.ACTIONS];
            for (int i = 0; i < 20; i++) {
                ok(client.json("{\"obs\": %s, \"deterministic\": false}".formatted(list)))
                        .get("action")
                        .forEach(action -> counts[action.intValue()]++);
            }
            for (int i = 0; i < counts.length; i++) { // 5,000 draws: five standard deviations are at most 0.036
                assertThat(counts[i] / 5000.0).isCloseTo(probabilities[i], within(0.036));
            }
        }
    }

    private static float[] repeated(float[] row, int times) {
        float[] all = new float[times * row.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = row[i % row.length];
        }
        return all;
    }

    @Test
    void requestsThatArriveTogetherAreOneBatch() throws IOException, InterruptedException, ExecutionException {
        Path policy = ServedPolicies.continuous(file(), 11);
        Player player = Player.load(policy);
        int clients = 16;
        serve(policy, options().batches(clients, Duration.ofMillis(200))).close();
        try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
            List<Future<@Nullable Void>> all = new ArrayList<>();
            for (int c = 0; c < clients; c++) {
                float[][] obs = rows(normal(100 + c, 20 * 4), 4);
                all.add(threads.submit(() -> {
                    try (ServeClient client = new ServeClient(Objects.requireNonNull(server))) {
                        for (float[] each : obs) {
                            float[] wanted = new float[ServedPolicies.ACTIONS];
                            player.copy().act(each, wanted);
                            assertThat(floats(ok(client.json("{\"obs\": %s}".formatted(Arrays.toString(each))))
                                            .get("action")))
                                    .containsExactly(wanted, within(CLOSE));
                        }
                    }
                    return null;
                }));
            }
            for (Future<@Nullable Void> each : all) {
                each.get();
            }
        }
        try (ServeClient client = new ServeClient(Objects.requireNonNull(server))) {
            String metrics = client.get("/metrics").text();
            assertThat(metrics).contains("slmlab_requests_total{code=\"200\"} 320", "slmlab_batch_rows_sum 320");
            int batches = Integer.parseInt(metrics.replaceFirst("(?s).*slmlab_batch_rows_count (\\d+).*", "$1"));
            assertThat(batches).isLessThan(320); // 20 if all clients are always together
        }
    }

    @Test
    void aSessionContinuesItsEpisodes() throws IOException {
        Path policy = ServedPolicies.recurrent(file(), 9);
        try (ServeClient client = serve(policy)) {
            Player alone = Player.load(policy);
            for (int t = 0; t < 12; t++) {
                if (t == 7) {
                    alone.reset();
                }
                float[] obs = normal(t, 4);
                float[] wanted = new float[ServedPolicies.ACTIONS];
                alone.act(obs, wanted);
                for (String session : List.of("robot-1", "robot-2")) { // each has its own state
                    JsonNode answer = ok(client.json("{\"obs\": %s, \"session\": \"%s\", \"reset\": %s}"
                            .formatted(Arrays.toString(obs), session, t == 0 || t == 7)));
                    assertThat(floats(answer.get("action"))).containsExactly(wanted, within(CLOSE));
                }
            }
            assertRefused(client.json("{\"obs\": [1, 2, 3, 4]}"), 422, "this policy remembers");
            assertRefused(client.json("{\"obs\": [1, 2, 3, 4], \"session\": \"new\"}"), 409, "there is no session new");
            assertRefused(
                    client.json("{\"obs\": [[1, 2, 3, 4], [1, 2, 3, 4]], \"session\": \"robot-1\"}"),
                    409,
                    "session robot-1 has 1 episodes; this request has 2");
            assertRefused(
                    client.json("{\"obs\": [1, 2, 3, 4], \"session\": \"\\u0000\", \"reset\": true}"),
                    422,
                    "session needs");
        }
    }

    @Test
    void oneRowOfASessionBeginsAnEpisode() throws IOException {
        Path policy = ServedPolicies.recurrent(file(), 9);
        Player two = Player.load(policy);
        try (ServeClient client = serve(policy)) {
            for (int t = 0; t < 5; t++) {
                float[] obs = normal(t, 8);
                if (t == 3) {
                    two.reset(1);
                }
                float[] wanted = new float[2 * ServedPolicies.ACTIONS];
                two.act(obs, wanted);
                String reset = t == 0 ? "true" : t == 3 ? "[false, true]" : "false";
                JsonNode answer = ok(client.json("{\"obs\": %s, \"session\": \"s\", \"reset\": %s}"
                        .formatted(Arrays.deepToString(rows(obs, 4)), reset)));
                for (int row = 0; row < 2; row++) {
                    assertThat(floats(answer.get("action").get(row)))
                            .containsExactly(rows(wanted, ServedPolicies.ACTIONS)[row], within(CLOSE));
                }
            }
        }
    }

    @Test
    void sessionsAreLimited() throws IOException {
        ServeOptions two = options().limits(ServeOptions.MAX_BODY, Duration.ofSeconds(10), 2);
        try (ServeClient client = serve(ServedPolicies.recurrent(file(), 9), two)) {
            for (String name : List.of("a", "b")) {
                ok(client.json("{\"obs\": [1, 2, 3, 4], \"session\": \"%s\", \"reset\": true}".formatted(name)));
            }
            ServeClient.Got third = client.json("{\"obs\": [1, 2, 3, 4], \"session\": \"c\", \"reset\": true}");
            assertRefused(third, 503, "2 sessions are open already");
        }
    }

    private static void assertRefused(ServeClient.Got got, int status, String words) {
        assertThat(got.status()).as(got.text()).isEqualTo(status);
        JsonNode error = JSON.readTree(got.text());
        assertThat(error.size()).isEqualTo(1);
        assertThat(error.get("error").stringValue()).contains(words).doesNotContain("\n", "Exception");
    }

    @Test
    void whatCannotBeActedOnIsRefusedInASentence() throws IOException {
        Map<String, String> wrong = new LinkedHashMap<>();
        wrong.put("", "the request is no JSON object");
        wrong.put("[]", "the request is no JSON object");
        wrong.put("{\"obs\": [1, 2, 3, 4]", "no valid JSON");
        wrong.put("{\"obs\": [1, 2, 3, 4]} {}", "something follows");
        wrong.put("{\"obs\": [1, 2, NaN, 4]}", "no valid JSON");
        wrong.put("{\"obs\": [1, 2, 3, 4], \"obs\": [1]}", "no valid JSON");
        wrong.put("{\"obs\": [1, 2, 1e999, 4]}", "is Infinity; needs a finite number");
        wrong.put("{\"obs\": [1, 2, 3]}", "obs has shape [3]; needs [4] for one observation, or [n, 4] for a batch");
        wrong.put("{\"obs\": []}", "obs is empty");
        wrong.put("{\"obs\": [[]]}", "obs is empty");
        wrong.put("{\"obs\": [[1, 2, 3, 4], [1, 2]]}", "different lengths");
        wrong.put("{\"obs\": [1, [2], 3, 4]}", "different lengths");
        wrong.put("{\"obs\": [[], 1, 2, 3]}", "different lengths");
        wrong.put("{\"obs\": [1, 2, \"3\", 4]}", "obs holds a string");
        wrong.put("{\"obs\": [1, 2, null, 4]}", "obs holds null");
        wrong.put("{\"obs\": {\"a\": 1}}", "obs holds an object");
        wrong.put("{\"observation\": [1, 2, 3, 4]}", "unknown key observation");
        wrong.put("{}", "the request has no obs");
        wrong.put("{\"obs\": %s1%s}".formatted("[".repeat(12), "]".repeat(12)), "nested deeper than 8");
        wrong.put("{\"obs\": %s".formatted("[".repeat(100_000)), "nested deeper than 8");
        wrong.put("{\"x\": %s".formatted("{\"x\": ".repeat(100_000)), "unknown key x");
        wrong.put("{\"obs\": [1, 2, 3, 4], \"deterministic\": 1}", "deterministic needs true or false");
        wrong.put("{\"obs\": [1, 2, 3, 4], \"mask\": [true]}", "trained without them");
        wrong.put("{\"obs\": [1, 2, 3, 4], \"session\": \"a\"}", "leave out session and reset");
        wrong.put("{\"obs\": [%s1]}".formatted("1, ".repeat(1000)), "obs has shape [1001]");
        wrong.put(
                "{\"obs\": [%s[1, 2, 3, 4]]}".formatted("[1, 2, 3, 4], ".repeat(300)),
                "the request has 301 observations; at most 256");
        wrong.put("{\"obs\": [%s]}".formatted("9".repeat(2000)), "no valid JSON");
        try (ServeClient client = serve(ServedPolicies.discrete(file(), 1))) {
            for (Map.Entry<String, String> each : wrong.entrySet()) {
                ServeClient.Got got = client.json(each.getKey());
                assertThat(got.status()).isIn(400, 422);
                assertRefused(got, got.status(), each.getValue());
                ok(client.json("{\"obs\": [1, 2, 3, 4]}")); // on the same connection
            }
        }
    }

    @Test
    void tensorsOfAnotherTypeAreRefused() throws IOException {
        try (ServeClient client = serve(ServedPolicies.discrete(file(), 1))) {
            String header = "{\"obs\":{\"dtype\":\"F64\",\"shape\":[4],\"data_offsets\":[0,32]}}";
            byte[] doubles = new byte[8 + header.length() + 32];
            doubles[0] = (byte) header.length();
            System.arraycopy(header.getBytes(StandardCharsets.US_ASCII), 0, doubles, 8, header.length());
            assertRefused(client.post(BINARY, doubles), 400, "F64, arrays are F32, I32 or U8");
            Array four = Array.of(Shape.of(4), 1, 2, 3, 4);
            assertRefused(client.post(BINARY, tensors(Map.of(), "x", four)), 422, "unknown tensor x");
            assertRefused(client.post(BINARY, tensors(Map.of("a", "b"), "obs", four)), 422, "unknown metadata a");
            assertRefused(client.post(BINARY, tensors(Map.of(), "obs.a", four)), 422, "no named parts");
            assertRefused(
                    client.post(BINARY, tensors(Map.of(), "obs", Array.zeros(DType.FLOAT32, Shape.of(0, 4)))),
                    422,
                    "obs is empty");
            assertRefused(
                    client.post(BINARY, tensors(Map.of(), "obs", Array.of(Shape.of(4), 1, 2, Float.NaN, 4))),
                    422,
                    "number 2 of observation 0 is NaN");
            assertRefused(client.post(BINARY, new byte[3]), 400, "at least 8");
            assertRefused(client.post("text/plain", new byte[3]), 415, "Content-Type needs to be");
        }
    }

    @Test
    void aLargeRequestIsRefusedBeforeItIsRead() throws IOException {
        ServeOptions small = options().limits(1000, Duration.ofSeconds(10), 10);
        Path policy = ServedPolicies.discrete(file(), 1);
        try (ServeClient client = serve(policy, small)) {
            client.send(
                    "POST /act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n{");
            ServeClient.Got got = client.read();
            assertRefused(got, 413, "larger than 1000 bytes");
            assertThat(got.ends()).isTrue();
        }
        try (ServeClient client = new ServeClient(Objects.requireNonNull(server))) {
            client.send(
                    "POST /act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n800\r\n%s\r\n"
                            .formatted(" ".repeat(2048)));
            assertRefused(client.read(), 413, "larger than 1000 bytes");
        }
    }

    @Test
    void otherNamesAndOtherPagesAreRefused() throws IOException {
        try (ServeClient client = serve(ServedPolicies.discrete(file(), 1))) {
            for (String host : List.of("evil.example", "evil.example:80", "127.0.0.1.evil.example", "10.0.0.1", "")) {
                try (ServeClient stranger = new ServeClient(Objects.requireNonNull(server))) {
                    stranger.send("GET /health HTTP/1.1\r\nHost: %s\r\n\r\n".formatted(host));
                    ServeClient.Got got = stranger.read();
                    assertRefused(got, host.isEmpty() ? 400 : 403, "");
                }
            }
            for (String header : List.of(
                    "Origin: http://evil.example",
                    "Origin: null",
                    "Sec-Fetch-Site: cross-site",
                    "Sec-Fetch-Site: same-site")) {
                assertRefused(client.get("/health", header), 403, "requests of other pages are refused");
            }
            assertThat(client.get("/health", "Sec-Fetch-Site: same-origin").status())
                    .isEqualTo(200);
            assertThat(client.get("/", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate")
                            .status())
                    .isEqualTo(200); // a link was followed
            assertThat(client.get("/nothing").status()).isEqualTo(404);
            assertThat(client.get("/act").status()).isEqualTo(405);
            assertRefused(client.get("/../../etc/passwd"), 400, "");
        }
    }

    @Test
    void aPublicServerKnowsItsNames() {
        RequestGate open = new RequestGate(true, Set.of("Agent.Example"));
        for (String host :
                List.of("agent.example", "AGENT.example:80", "10.0.0.7:8800", "[fe80::1]:8800", "localhost")) {
            assertThat(open.refusal("GET", "/health", name -> name.equals("Host") ? host : null))
                    .as(host)
                    .isNull();
        }
        for (String host : List.of("evil.example", "10.0.0.7.evil.example", "")) {
            assertThat(open.refusal("GET", "/health", name -> name.equals("Host") ? host : null))
                    .as(host)
                    .contains("--host-name");
        }
    }

    @Test
    void newerWeightsAreServed() throws IOException {
        Path policy = ServedPolicies.continuous(file(), 1);
        try (ServeClient client = serve(policy, options().watching(Duration.ofMillis(10)))) {
            assertThat(frame(client)).isEqualTo(1);
            ServedPolicies.continuous(policy, 2);
            while (frame(client) != 2) {
                Thread.onSpinWait();
            }
            Files.write(policy, new byte[100]); // damaged: those before are kept, and /health says why
            while (!client.get("/health").text().contains("problem")) {
                Thread.onSpinWait();
            }
            assertThat(client.get("/health").text())
                    .contains("the ones before still are")
                    .contains("\"frame\":2");
            ServedPolicies.discrete(policy, 3); // another form
            while (!client.get("/health").text().contains("another action")) {
                Thread.onSpinWait();
            }
            assertThat(frame(client)).isEqualTo(2);
            ServedPolicies.continuous(policy, 4);
            while (frame(client) != 4) {
                Thread.onSpinWait();
            }
            assertThat(client.get("/health").text()).doesNotContain("problem");
            assertThat(client.get("/metrics").text())
                    .contains(
                            "slmlab_weights_replaced_total 2",
                            "slmlab_weights_failed_total 2",
                            "slmlab_weights_frame 4");
        }
    }

    private static long frame(ServeClient client) throws IOException {
        return ok(client.json("{\"obs\": [1, 2, 3, 4]}")).get("frame").longValue();
    }

    @Test
    void aPortInUseIsRefused() throws IOException {
        Path policy = ServedPolicies.discrete(file(), 1);
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ServeOptions taken = options().on(ServeOptions.HOST, other.getLocalPort(), Set.of());
            assertThatThrownBy(() -> PolicyServer.open(policy, taken, _ -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("port %s is in use".formatted(other.getLocalPort()));
        }
    }
}
