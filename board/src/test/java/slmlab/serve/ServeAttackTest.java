package slmlab.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.play.Player;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Clients that send nonsense, too much, or too slowly; weights and servers that change while many ask. After each of
/// them an honest request gets its action.
@Tag("slow")
class ServeAttackTest {
    private static final String HONEST = "{\"obs\": [1, 2, 3, 4]}";
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private PolicyServer serve(ServeOptions options) {
        return PolicyServer.open(ServedPolicies.discrete(temp.resolve("policy.safetensors"), 1), options, _ -> {});
    }

    private static void assertHonestRequestsAreAnswered(PolicyServer server) throws IOException {
        try (ServeClient client = new ServeClient(server)) {
            assertThat(client.json(HONEST).status()).isEqualTo(200);
        }
    }

    @Test
    void tenThousandMalformedBodiesGetTenThousandSentences() throws IOException {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(31);
        byte[] json = "{\"obs\": [[1, 2, 3, 4], [5, 6, 7, 8]], \"deterministic\": false, \"details\": true}"
                .getBytes(StandardCharsets.US_ASCII);
        SequencedMap<String, Array> tensors = new LinkedHashMap<>();
        tensors.put("obs", Array.of(Shape.of(2, 4), 1, 2, 3, 4, 5, 6, 7, 8));
        byte[] binary = SafeTensors.bytes(tensors, Map.of("details", "true"));
        int refused = 0;
        try (PolicyServer server = serve(ServeRig.options());
                ServeClient client = new ServeClient(server)) {
            for (int i = 0; i < 10_000; i++) {
                boolean isJson = i % 2 == 0;
                byte[] body = damaged(isJson ? json : binary, random);
                ServeClient.Got got = client.post(isJson ? "application/json" : "application/octet-stream", body);
                assertThat(got.status()).as(got.text()).isIn(200, 400, 422); // some still are requests
                if (got.status() != 200) {
                    refused++;
                    JsonNode error = JSON.readTree(got.text());
                    assertThat(error.get("error").stringValue())
                            .isNotBlank()
                            .doesNotContain("\n", "Exception", "java.", "slmlab.");
                }
            }
            assertThat(client.json(HONEST).status()).isEqualTo(200);
        }
        assertThat(refused).isGreaterThan(8000);
    }

    /// Cut a body, change some bytes of it, or put others in their place.
    private static byte[] damaged(byte[] body, RandomGenerator random) {
        byte[] other = Arrays.copyOf(body, random.nextInt(3) == 0 ? random.nextInt(body.length) : body.length);
        int changes = random.nextInt(1, 12);
        for (int i = 0; i < changes && other.length > 0; i++) {
            other[random.nextInt(other.length)] =
                    random.nextBoolean() ? (byte) random.nextInt() : (byte) "{}[]\",:0-.eE".charAt(random.nextInt(12));
        }
        return other;
    }

    @Test
    void aGigabyteIsNotRead() throws IOException {
        try (PolicyServer server = serve(ServeRig.options())) {
            byte[] megabyte = new byte[1 << 20];
            for (String length : List.of("Content-Length: 1073741824", "Transfer-Encoding: chunked")) {
                long sent = 0;
                int port = URI.create(server.address()).getPort();
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    socket.getOutputStream()
                            .write(
                                    "POST /act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n%s\r\n\r\n"
                                            .formatted(length)
                                            .getBytes(StandardCharsets.US_ASCII));
                    boolean isChunked = length.startsWith("T");
                    while (sent < 1024) {
                        if (isChunked) {
                            socket.getOutputStream().write("100000\r\n".getBytes(StandardCharsets.US_ASCII));
                        }
                        socket.getOutputStream().write(megabyte);
                        if (isChunked) {
                            socket.getOutputStream().write("\r\n".getBytes(StandardCharsets.US_ASCII));
                        }
                        sent++;
                    }
                } catch (IOException _) { // the server has ended the connection
                    assertThat(sent).isLessThan(100);
                }
                assertThat(sent).as(length).isLessThan(1024);
                assertHonestRequestsAreAnswered(server);
            }
        }
    }

    @Test
    void clientsThatDawdleKeepNobodyWaitingAndAreCutOff() throws IOException {
        ServeOptions impatient = ServeRig.options().limits(ServeOptions.MAX_BODY, Duration.ofSeconds(1), 10);
        try (PolicyServer server = serve(impatient)) {
            List<ServeClient> slow = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                ServeClient client = new ServeClient(server);
                client.send(
                        i % 2 == 0
                                ? "POST /act HTTP/1.1\r\nHost: 127."
                                : "POST /act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{");
                slow.add(client);
            }
            for (int i = 0; i < 50; i++) {
                assertHonestRequestsAreAnswered(server);
            }
            for (int i = 0; i < slow.size(); i++) {
                try (ServeClient client = slow.get(i)) {
                    if (i % 2 == 1) {
                        assertThat(client.read().status()).isEqualTo(408);
                    } else {
                        assertEnds(client);
                    }
                }
            }
            assertDripsAreCutOff(server);
            assertHonestRequestsAreAnswered(server);
        }
    }

    /// One byte now and then is not idle, and still too slow: in a body, and in a header.
    private static void assertDripsAreCutOff(PolicyServer server) throws IOException {
        String head =
                "POST /act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n";
        for (String begin : List.of(head + "\r\n", head + "X-Slow: ")) {
            boolean isOver = false;
            try (ServeClient client = new ServeClient(server)) {
                client.send(begin);
                for (int i = 0; i < 200 && !isOver; i++) { // ten times its patience
                    Thread.sleep(50);
                    client.send("x");
                    isOver = client.hasAnswer();
                }
                assertThat(client.read().status()).isEqualTo(408);
            } catch (IOException _) {
                isOver = true; // the connection was ended
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            assertThat(isOver).as(begin).isTrue();
        }
    }

    private static void assertEnds(ServeClient client) {
        try {
            assertThat(client.read().status()).isEqualTo(408);
        } catch (IOException _) {
            return; // without an answer: there was no request yet
        }
    }

    /// What a client got, counted.
    private static final class Tally {
        private final AtomicInteger right = new AtomicInteger();
        private final AtomicInteger refused = new AtomicInteger();
        private final Set<Long> frames = ConcurrentHashMap.newKeySet();
    }

    @Test
    void weightsChangeUnderLoadAndNoAnswerIsWrong() throws Exception {
        int versions = 40;
        List<Player> players = new ArrayList<>();
        for (int frame = 0; frame < versions; frame++) {
            players.add(Player.load(ServedPolicies.continuous(temp.resolve("v" + frame), frame)));
        }
        Path policy = ServedPolicies.continuous(temp.resolve("policy.safetensors"), 0);
        AtomicBoolean isOver = new AtomicBoolean();
        Tally tally = new Tally();
        ServeOptions options = ServeRig.options().watching(Duration.ofMillis(5));
        try (PolicyServer server = PolicyServer.open(policy, options, _ -> {});
                ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<Integer>> clients = new ArrayList<>();
            for (int c = 0; c < 8; c++) {
                int seed = c;
                clients.add(threads.submit(() -> ask(server.address(), players, seed, isOver, tally)));
            }
            for (int frame = 1; frame < versions; frame++) {
                ServedPolicies.continuous(policy, frame);
                while (!tally.frames.contains((long) frame)) {
                    Thread.sleep(2);
                }
            }
            isOver.set(true);
            for (Future<Integer> client : clients) {
                assertThat(client.get()).isPositive();
            }
        }
        assertThat(tally.frames).hasSize(versions);
        assertThat(tally.refused).hasValue(0);
        assertThat(tally.right.get()).isGreaterThan(versions);
    }

    /// Ask until it is over, and compare each action with that of the weights which the answer names.
    private static int ask(String address, List<Player> players, int seed, AtomicBoolean isOver, Tally tally)
            throws IOException {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        List<Player> own = players.stream().map(Player::copy).toList();
        int count = 0;
        try (ServeClient client = new ServeClient(address)) {
            while (!isOver.get()) {
                ServeClient.Got got = askOnce(client, random, own, tally);
                count++;
                if (got.ends()) {
                    break;
                }
            }
        }
        return count;
    }

    private static ServeClient.Got askOnce(
            ServeClient client, RandomGenerator random, List<Player> players, Tally tally) throws IOException {
        float[] obs = new float[ServedPolicies.OBS];
        for (int i = 0; i < obs.length; i++) {
            obs[i] = (float) random.nextGaussian();
        }
        ServeClient.Got got = client.json("{\"obs\": %s}".formatted(Arrays.toString(obs)));
        if (got.status() != 200) {
            assertThat(got.status()).isEqualTo(503);
            tally.refused.incrementAndGet();
            return got;
        }
        JsonNode answer = JSON.readTree(got.text());
        long frame = answer.get("frame").longValue();
        float[] wanted = new float[ServedPolicies.ACTIONS];
        players.get((int) frame).act(obs, wanted);
        for (int i = 0; i < wanted.length; i++) {
            assertThat(answer.get("action").get(i).floatValue()).isCloseTo(wanted[i], within(1e-5f));
        }
        tally.frames.add(frame);
        tally.right.incrementAndGet();
        return got;
    }

    @Test
    void aServerThatIsRestartedUnderLoadAnswersAllItHasAccepted() throws Exception {
        Path policy = ServedPolicies.continuous(temp.resolve("policy.safetensors"), 0);
        List<Player> players = List.of(Player.load(policy));
        Tally tally = new Tally();
        AtomicBoolean isOver = new AtomicBoolean();
        int counted = 0;
        PolicyServer server = PolicyServer.open(policy, ServeRig.options(), _ -> {});
        String address = server.address();
        ServeOptions again =
                ServeRig.options().on(ServeOptions.HOST, URI.create(address).getPort(), Set.of());
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<Integer>> clients = new ArrayList<>();
            for (int c = 0; c < 8; c++) {
                int seed = c;
                Callable<Integer> client = () -> {
                    int connections = 0;
                    while (!isOver.get()) {
                        try {
                            ask(address, players, seed, isOver, tally);
                        } catch (IOException _) { // between two servers, or a connection that has just ended
                            Thread.onSpinWait();
                        }
                        connections++;
                    }
                    return connections;
                };
                clients.add(threads.submit(client));
            }
            for (int restart = 0; restart < 10; restart++) {
                int before = tally.right.get();
                while (tally.right.get() < before + 50) {
                    Thread.sleep(1);
                }
                server.close();
                counted += answered(server);
                server = PolicyServer.open(policy, again, _ -> {});
            }
            isOver.set(true);
            for (Future<Integer> client : clients) {
                assertThat(client.get()).isPositive();
            }
        } finally {
            server.close();
        }
        counted += answered(server);
        assertThat(tally.right).hasValue(counted); // every action that a server computed has arrived
    }

    private static int answered(PolicyServer server) {
        String metrics = server.metrics();
        return metrics.contains("code=\"200\"")
                ? Integer.parseInt(metrics.replaceFirst("(?s).*code=\"200\"} (\\d+).*", "$1"))
                : 0;
    }
}
