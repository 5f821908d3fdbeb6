package slmlab.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static slmlab.serve.ServeRig.BINARY;
import static slmlab.serve.ServeRig.assertRefused;
import static slmlab.serve.ServeRig.ok;
import static slmlab.serve.ServeRig.options;
import static slmlab.serve.ServeRig.tensors;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// What gets a sentence in place of an action.
class ServeRefusalTest {
    @RegisterExtension
    private final ServeRig rig = new ServeRig();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path file() {
        return temp.resolve("policy.safetensors");
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
        try (ServeClient client = rig.serve(ServedPolicies.discrete(file(), 1))) {
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
        try (ServeClient client = rig.serve(ServedPolicies.discrete(file(), 1))) {
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
        try (ServeClient client = rig.serve(policy, small)) {
            client.send(
                    "POST /act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n{");
            ServeClient.Got got = client.read();
            assertRefused(got, 413, "larger than 1000 bytes");
            assertThat(got.ends()).isTrue();
        }
        try (ServeClient client = rig.client()) {
            client.send(
                    "POST /act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n800\r\n%s\r\n"
                            .formatted(" ".repeat(2048)));
            assertRefused(client.read(), 413, "larger than 1000 bytes");
        }
    }

    @Test
    void otherNamesAndOtherPagesAreRefused() throws IOException {
        try (ServeClient client = rig.serve(ServedPolicies.discrete(file(), 1))) {
            for (String host : List.of("evil.example", "evil.example:80", "127.0.0.1.evil.example", "10.0.0.1", "")) {
                try (ServeClient stranger = rig.client()) {
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
