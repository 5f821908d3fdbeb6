package slmlab.spec.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecNumbersTest {

    @ParameterizedTest
    @CsvSource({
        "3e-4, 0.0003",
        "1e-5, 1e-05",
        "1.27e-5, 1.27e-05",
        "-2.5e-7, -2.5e-07",
        "0.0001, 0.0001",
        "1e7, 10000000",
        "10e6, 10000000",
        "5., 5",
        ".5, 0.5",
        "2.50, 2.5",
        "-0.25, -0.25",
        "0, 0",
        "+3, 3",
        "123456789.123, 123456789.123",
        "1e22, 10000000000000000000000"
    })
    void textIsPythons(String given, String text) {
        assertThat(SpecNumbers.text(SpecNumbers.finite(given).orElseThrow())).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"abc", "1e", "1e999", "NaN", "inf", "0x10", "1 2", "''", "--1", "1e-", "${x}"})
    void otherStringsAreNotNumbers(String text) {
        assertThat(SpecNumbers.finite(text)).isEmpty();
        assertThat(SpecNumbers.whole(text)).isEmpty();
    }

    @Test
    void wholeNumbersMayBeWrittenAsFloats() {
        assertThat(SpecNumbers.whole(5e5)).contains(500_000L);
        assertThat(SpecNumbers.whole("1e7")).contains(10_000_000L);
        assertThat(SpecNumbers.whole(Long.MAX_VALUE)).contains(Long.MAX_VALUE);
        assertThat(SpecNumbers.whole(2.5)).isEmpty();
        assertThat(SpecNumbers.whole(1e300)).isEmpty();
        assertThat(SpecNumbers.whole(BigInteger.TEN.pow(30))).isEmpty();
        assertThat(SpecNumbers.whole(Double.NaN)).isEmpty();
        assertThat(SpecNumbers.whole(true)).isEmpty();
    }

    /// Also the wide spaces that a text processor leaves, which `Double.parseDouble` does not skip.
    @Test
    void spacesAroundANumberAreSkipped() {
        assertThat(SpecNumbers.finite(" 0.5\t")).contains(0.5);
        assertThat(SpecNumbers.finite("\u20032.5\u2003")).contains(2.5);
        assertThat(SpecNumbers.whole("\u2003250")).contains(250L);
    }
}
