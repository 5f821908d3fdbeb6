package slmlab.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import slmlab.env.Envs;

/// Thresholds against Gymnasium's, which `scripts/golden/thresholds.py` recorded.
class SolvedTest {

    @Test
    void thresholdsAreGymnasiums() throws IOException {
        Map<String, Double> golden = golden();
        assertThat(golden).hasSizeGreaterThan(25);
        golden.forEach(
                (id, threshold) -> assertThat(Solved.threshold(id)).as(id).hasValue(threshold));
        assertThat(Envs.all())
                .filteredOn(env -> !golden.containsKey(env.id()))
                .allSatisfy(env ->
                        assertThat(Solved.threshold(env.id())).as(env.id()).isEmpty());
    }

    private static Map<String, Double> golden() throws IOException {
        Map<String, Double> all = new TreeMap<>();
        try (InputStream in = Objects.requireNonNull(SolvedTest.class.getResourceAsStream("/golden/thresholds.txt"))) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(line -> {
                String[] words = line.split(" ", 2);
                all.put(words[0], Double.valueOf(words[1]));
            });
        }
        return all;
    }
}
