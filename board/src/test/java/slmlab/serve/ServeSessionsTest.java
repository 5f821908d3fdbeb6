package slmlab.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static slmlab.serve.ServeRig.CLOSE;
import static slmlab.serve.ServeRig.assertRefused;
import static slmlab.serve.ServeRig.floats;
import static slmlab.serve.ServeRig.normal;
import static slmlab.serve.ServeRig.ok;
import static slmlab.serve.ServeRig.options;
import static slmlab.serve.ServeRig.rows;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import slmlab.play.Player;
import tools.jackson.databind.JsonNode;

/// Policies that remember, and the sessions that keep what they remember.
class ServeSessionsTest {
    @RegisterExtension
    private final ServeRig rig = new ServeRig();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path file() {
        return temp.resolve("policy.safetensors");
    }

    @Test
    void aSessionContinuesItsEpisodes() throws IOException {
        Path policy = ServedPolicies.recurrent(file(), 9);
        try (ServeClient client = rig.serve(policy)) {
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
        try (ServeClient client = rig.serve(policy)) {
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
        try (ServeClient client = rig.serve(ServedPolicies.recurrent(file(), 9), two)) {
            for (String name : List.of("a", "b")) {
                ok(client.json("{\"obs\": [1, 2, 3, 4], \"session\": \"%s\", \"reset\": true}".formatted(name)));
            }
            ServeClient.Got third = client.json("{\"obs\": [1, 2, 3, 4], \"session\": \"c\", \"reset\": true}");
            assertRefused(third, 503, "2 sessions are open already");
        }
    }
}
