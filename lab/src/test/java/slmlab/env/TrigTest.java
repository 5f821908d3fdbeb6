package slmlab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Against numpy's own numbers; scripts/golden/trig.py recorded them.
final class TrigTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/trig.txt");

    @Test
    void sinesAndCosinesAreNumpysToTheBit() throws IOException {
        for (String line : Files.readAllLines(GOLDEN)) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("#")) {
                continue;
            }
            long sin = 0;
            long cos = 0;
            if (words.length == 3) {
                double x = Double.parseDouble(words[0]);
                assertThat(Trig.sin(x)).as(line).isEqualTo(Double.valueOf(words[1]));
                assertThat(Trig.cos(x)).as(line).isEqualTo(Double.valueOf(words[2]));
                continue;
            }
            NumpyRandom random = NumpyRandom.ofSeed(Long.parseLong(words[0]));
            for (int i = 0; i < Integer.parseInt(words[3]); i++) {
                double x = random.uniform(Double.parseDouble(words[1]), Double.parseDouble(words[2]));
                sin ^= Double.doubleToRawLongBits(Trig.sin(x));
                cos ^= Double.doubleToRawLongBits(Trig.cos(x));
            }
            assertThat(sin).as(line).isEqualTo(Long.parseUnsignedLong(words[4], 16));
            assertThat(cos).as(line).isEqualTo(Long.parseUnsignedLong(words[5], 16));
        }
    }

    @Test
    void hugeAndNanAnglesAreTheLibrarys() {
        assertThat(Trig.sin(1e9)).isCloseTo(Math.sin(1e9), within(1e-15));
        assertThat(Trig.cos(-1e300)).isCloseTo(Math.cos(1e300), within(1e-15));
        assertThat(Trig.sin(Double.NaN)).isNaN();
        assertThat(Trig.cos(Double.POSITIVE_INFINITY)).isNaN();
    }
}
