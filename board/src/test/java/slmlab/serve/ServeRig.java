package slmlab.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.safetensors.SafeTensors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A server for one test, and what tests send to it and read from it.
final class ServeRig implements AfterEachCallback {
    static final float CLOSE = 1e-5f; // rows of a batch are computed in another order than one row
    static final String BINARY = "application/octet-stream";
    static final JsonMapper JSON = new JsonMapper();

    private @Nullable PolicyServer server; // null until begun

    static ServeOptions options() {
        return ServeOptions.defaults().on(ServeOptions.HOST, 0, Set.of()).warmingUp(Duration.ZERO);
    }

    ServeClient serve(Path policy) throws IOException {
        return serve(policy, options());
    }

    ServeClient serve(Path policy, ServeOptions options) throws IOException {
        server = PolicyServer.open(policy, options, _ -> {});
        return new ServeClient(server);
    }

    /// Return another client of the server.
    ServeClient client() throws IOException {
        return new ServeClient(Objects.requireNonNull(server));
    }

    @Override
    public void afterEach(ExtensionContext test) {
        if (server != null) {
            server.close();
        }
    }

    static float[] normal(long seed, int count) {
        RandomStream random = RandomStream.ofSeed(seed);
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) random.nextNormal();
        }
        return numbers;
    }

    static JsonNode ok(ServeClient.Got got) {
        assertThat(got.status()).as(got.text()).isEqualTo(200);
        return JSON.readTree(got.text());
    }

    static float[] floats(JsonNode list) {
        float[] floats = new float[list.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = list.get(i).floatValue();
        }
        return floats;
    }

    static float[][] rows(float[] numbers, int width) {
        float[][] rows = new float[numbers.length / width][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Arrays.copyOfRange(numbers, i * width, (i + 1) * width);
        }
        return rows;
    }

    static byte[] tensors(Map<String, String> metadata, Object... namesAndArrays) {
        SequencedMap<String, Array> tensors = new LinkedHashMap<>();
        for (int i = 0; i < namesAndArrays.length; i += 2) {
            tensors.put((String) namesAndArrays[i], (Array) namesAndArrays[i + 1]);
        }
        return SafeTensors.bytes(tensors, metadata);
    }

    static void assertRefused(ServeClient.Got got, int status, String words) {
        assertThat(got.status()).as(got.text()).isEqualTo(status);
        JsonNode error = JSON.readTree(got.text());
        assertThat(error.size()).isEqualTo(1);
        assertThat(error.get("error").stringValue()).contains(words).doesNotContain("\n", "Exception");
    }
}
