package slmlab.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static slmlab.serve.ServeRig.BINARY;
import static slmlab.serve.ServeRig.CLOSE;
import static slmlab.serve.ServeRig.JSON;
import static slmlab.serve.ServeRig.assertRefused;
import static slmlab.serve.ServeRig.floats;
import static slmlab.serve.ServeRig.normal;
import static slmlab.serve.ServeRig.ok;
import static slmlab.serve.ServeRig.options;
import static slmlab.serve.ServeRig.rows;
import static slmlab.serve.ServeRig.tensors;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import slmlab.play.Player;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors;
import tools.jackson.databind.JsonNode;

/// What clients get: the player's actions, in either format, with the weights that are newest.
class PolicyServerTest {
    @RegisterExtension
    private final ServeRig rig = new ServeRig();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path file() {
        return temp.resolve("policy.safetensors");
    }

    @Test
    void oneObservationGetsThePlayersActionAndTheFrame() throws IOException {
        Path policy = ServedPolicies.discrete(file(), 81_920);
        Player player = Player.load(policy);
        try (ServeClient client = rig.serve(policy)) {
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
        try (ServeClient client = rig.serve(policy)) {
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
        try (ServeClient client = rig.serve(policy)) {
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
        try (ServeClient client = rig.serve(policy)) {
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
        try (ServeClient client = rig.serve(ServedPolicies.masked(file(), 3))) {
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
        try (ServeClient client = rig.serve(policy)) {
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
        try (ServeClient client = rig.serve(policy)) {
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
        rig.serve(policy, options().batches(clients, Duration.ofMillis(200))).close();
        try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
            List<Future<@Nullable Void>> all = new ArrayList<>();
            for (int c = 0; c < clients; c++) {
                float[][] obs = rows(normal(100 + c, 20 * 4), 4);
                all.add(threads.submit(() -> {
                    try (ServeClient client = rig.client()) {
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
        try (ServeClient client = rig.client()) {
            String metrics = client.get("/metrics").text();
            assertThat(metrics).contains("slmlab_requests_total{code=\"200\"} 320", "slmlab_batch_rows_sum 320");
            int batches = Integer.parseInt(metrics.replaceFirst("(?s).*slmlab_batch_rows_count (\\d+).*", "$1"));
            assertThat(batches).isLessThan(320); // 20 if all clients are always together
        }
    }

    /// The time that a client has to send a request does not limit the time until its answer.
    @Test
    void anActMayTakeLongerThanClientsMay() throws IOException {
        ServeOptions options = options()
                .limits(ServeOptions.MAX_BODY, Duration.ofMillis(200), 10)
                .batches(2, Duration.ofMillis(1000));
        try (ServeClient client = rig.serve(ServedPolicies.discrete(file(), 1), options)) {
            ok(client.json("{\"obs\": [1, 2, 3, 4]}")); // it waits for a second observation in vain
        }
    }

    @Test
    void newerWeightsAreServed() throws IOException {
        Path policy = ServedPolicies.continuous(file(), 1);
        try (ServeClient client = rig.serve(policy, options().watching(Duration.ofMillis(10)))) {
            assertThat(frame(client)).isEqualTo(1);
            ServedPolicies.continuous(policy, 2);
            while (frame(client) != 2) {
                Thread.onSpinWait();
            }
            Path damaged = Files.write(temp.resolve("damaged"), new byte[100]);
            Files.move(damaged, policy, StandardCopyOption.ATOMIC_MOVE); // those before are kept, and /health says why
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
}
