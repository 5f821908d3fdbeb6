package slmlab.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How a log line writes a metric.
class MetricTest {

    /// Numbers as Python's `'%.4g' % x`, `'%g' % x` and others print them.
    @ParameterizedTest
    @CsvSource({
        "loss,            0.00012345,  loss:0.0001234",
        "loss,            0.000012345, loss:1.234e-05",
        "loss,            12345.67,    loss:1.235e+04",
        "loss,            9999.9,      loss:1e+04",
        "loss,            0.1,         loss:0.1",
        "loss,            -2.50001,    loss:-2.5",
        "epi,             0,           epi:0",
        "epi,             250,         epi:250",
        "t,               1234567,     t:1.23457e+06",
        "t,               100000,      t:100000",
        "t,               1000000,     t:1e+06",
        "frame,           500,         frame:5.00e+02",
        "frame,           0,           frame:0.00e+00",
        "total_reward,    -1197.154,   total_reward:-1197.15",
        "total_reward_ma, 500,         total_reward_ma:500.00",
        "loss,            NaN,         loss:nan",
        "loss,            -Infinity,   loss:-inf",
    })
    void digitsAreThoseOfPython(String name, double value, String text) {
        assertThat(Metrics.of(name).orElseThrow().text(value)).isEqualTo(text);
    }
}
