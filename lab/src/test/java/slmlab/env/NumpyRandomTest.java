package slmlab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Against numpy's own numbers; scripts/golden/numpy_random.py recorded them.
final class NumpyRandomTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/numpy_random.txt");

    @Test
    void drawsAreNumpysToTheBit() throws IOException {
        NumpyRandom random = NumpyRandom.ofSeed(0);
        int draws = 0;
        for (String line : Files.readAllLines(GOLDEN)) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("seed")) {
                random = NumpyRandom.ofSeed(Long.parseLong(words[1]));
            } else if (!words[0].equals("#")) {
                assertThat(drawn(random, words)).as("draw %d, %s", draws, line).isEqualTo(recorded(words));
                draws++;
            }
        }
        assertThat(draws).isGreaterThan(1000);
    }

    private static Object drawn(NumpyRandom random, String[] words) {
        return switch (words[0]) {
            case "random" -> random.random();
            case "uniform" -> random.uniform(Double.parseDouble(words[1]), Double.parseDouble(words[2]));
            case "integers" -> random.integers(Long.parseLong(words[1]), Long.parseLong(words[2]));
            case "normal" -> random.normal();
            case "choice" -> (long) random.choice(Integer.parseInt(words[1]));
            case "weighted" ->
                (long) random.choice(Arrays.stream(words[1].split(","))
                        .mapToDouble(Double::parseDouble)
                        .toArray());
            case "permutation" -> Arrays.toString(random.permutation(Integer.parseInt(words[1])));
            case "normals" -> {
                long bits = 0;
                for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                    bits ^= Double.doubleToRawLongBits(random.normal());
                }
                yield bits;
            }
            case "words" -> {
                long bits = 0;
                for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                    bits ^= Double.doubleToRawLongBits(random.random());
                }
                yield bits;
            }
            case "state" -> Arrays.toString(random.state());
            default -> throw new AssertionError(words[0]);
        };
    }

    private static Object recorded(String[] words) {
        String last = words[words.length - 1];
        return switch (words[0]) {
            case "random", "uniform", "normal" -> Double.valueOf(last);
            case "integers", "choice", "weighted" -> Long.valueOf(last);
            case "permutation" -> words.length == 2 ? "[]" : "[" + last.replace(",", ", ") + "]";
            case "normals", "words" -> Long.parseUnsignedLong(last, 16);
            case "state" ->
                Arrays.toString(Arrays.stream(words)
                        .skip(1)
                        .mapToLong(Long::parseUnsignedLong)
                        .toArray());
            default -> throw new AssertionError(words[0]);
        };
    }

    @Test
    void resumesFromASavedState() {
        NumpyRandom random = NumpyRandom.ofSeed(7);
        random.integers(0, 6); // leaves half a word behind
        NumpyRandom other = NumpyRandom.ofState(random.state());
        for (int i = 0; i < 100; i++) {
            assertThat(other.integers(0, 6)).isEqualTo(random.integers(0, 6));
            assertThat(other.normal()).isEqualTo(random.normal());
        }
        assertThat(other.state()).isEqualTo(random.state());
    }

    @Test
    void shuffleKeepsEveryItem() {
        int[] items = IntStream.range(0, 50).toArray();
        NumpyRandom.ofSeed(1).shuffle(items);
        assertThat(items).containsExactlyInAnyOrder(IntStream.range(0, 50).toArray());
    }

    @Test
    void refusesInvalidArguments() {
        NumpyRandom random = NumpyRandom.ofSeed(0);
        assertThatThrownBy(() -> NumpyRandom.ofSeed(-1)).hasMessageContaining("seed is -1");
        assertThatThrownBy(() -> random.integers(3, 3)).hasMessageContaining("[3, 3)");
        assertThatThrownBy(() -> random.choice(0)).hasMessageContaining("[0, 0)");
        assertThatThrownBy(() -> random.choice(new double[0])).hasMessageContaining("sum to 0");
        assertThatThrownBy(() -> random.choice(new double[] {0.5, 0.6})).hasMessageContaining("sum to 1.1");
        assertThatThrownBy(() -> random.choice(new double[] {1.5, -0.5})).hasMessageContaining("-0.5");
        assertThatThrownBy(() -> random.choice(new double[] {Double.NaN})).hasMessageContaining("NaN");
        assertThatThrownBy(() -> random.restore(1, 2)).hasMessageContaining("2 longs");
        assertThatThrownBy(() -> random.restore(1, 2, 3, 4, 0, 0)).hasMessageContaining("even increment");
    }
}
