package slmlab.serve;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/// What the server counts, as Prometheus reads it.
final class ServeMetrics {
    private static final double[] SECONDS = {
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
    };
    private static final int DIGITS = 9;
    private static final double[] ROWS = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

    private final Map<Integer, LongAdder> requests = new ConcurrentSkipListMap<>(); // by status
    private final Histogram latency = new Histogram(SECONDS);
    private final Histogram batches = new Histogram(ROWS);
    private final LongAdder replaced = new LongAdder();
    private final LongAdder failed = new LongAdder();

    /// Values below bounds, as a histogram of Prometheus counts them.
    private static final class Histogram {
        private final double[] bounds;
        private final LongAdder[] counts;
        private final DoubleAdder sum = new DoubleAdder();

        Histogram(double[] bounds) {
            this.bounds = bounds;
            this.counts = new LongAdder[bounds.length + 1];
            for (int i = 0; i < counts.length; i++) {
                counts[i] = new LongAdder();
            }
        }

        void add(double value) {
            int i = 0;
            while (i < bounds.length && value > bounds[i]) {
                i++;
            }
            counts[i].increment();
            sum.add(value);
        }

        void write(StringBuilder to, String name) {
            long below = 0;
            for (int i = 0; i < bounds.length; i++) {
                below += counts[i].sum();
                to.append("%s_bucket{le=\"%s\"} %s\n".formatted(name, number(bounds[i]), below));
            }
            below += counts[bounds.length].sum();
            to.append("%s_bucket{le=\"+Inf\"} %s\n".formatted(name, below));
            to.append("%s_sum %s\n".formatted(name, number(sum.sum())));
            to.append("%s_count %s\n".formatted(name, below));
        }
    }

    /// Count an answer to a request for actions.
    ///
    /// @param nanos from its first byte to its answer
    void answered(int status, long nanos) {
        requests.computeIfAbsent(status, _ -> new LongAdder()).increment();
        latency.add(nanos * 1e-9);
    }

    /// Count an act.
    void acted(int rows) {
        batches.add(rows);
    }

    /// Count weights that were replaced, or newer ones that could not be.
    void newer(boolean could) {
        (could ? replaced : failed).increment();
    }

    /// Write all in the text format of Prometheus.
    ///
    String text(int waiting, int sessions, Weights weights) {
        StringBuilder to = new StringBuilder();
        head(to, "slmlab_requests_total", "counter", "Answers to requests for actions, by status.");
        requests.forEach(
                (status, count) -> to.append("slmlab_requests_total{code=\"%s\"} %s\n".formatted(status, count.sum())));
        head(to, "slmlab_request_seconds", "histogram", "Time from a request to its answer.");
        latency.write(to, "slmlab_request_seconds");
        head(to, "slmlab_batch_rows", "histogram", "Observations acted on at once; the sum is that of all actions.");
        batches.write(to, "slmlab_batch_rows");
        one(to, "slmlab_waiting_rows", "gauge", "Observations that wait for an act.", waiting);
        one(to, "slmlab_sessions", "gauge", "Sessions that are kept.", sessions);
        one(to, "slmlab_weights_replaced_total", "counter", "Times that newer weights were loaded.", replaced.sum());
        one(
                to,
                "slmlab_weights_failed_total",
                "counter",
                "Times that newer weights could not be loaded.",
                failed.sum());
        if (weights.frame() != null) {
            one(to, "slmlab_weights_frame", "gauge", "Frame of the weights that are served.", weights.frame());
        }
        return to.toString();
    }

    private static void one(StringBuilder to, String name, String type, String help, long value) {
        head(to, name, type, help);
        to.append("%s %s\n".formatted(name, value));
    }

    private static void head(StringBuilder to, String name, String type, String help) {
        to.append("# HELP %s %s\n# TYPE %s %s\n".formatted(name, help, name, type));
    }

    private static String number(double value) {
        return new BigDecimal(value)
                .round(new MathContext(DIGITS))
                .stripTrailingZeros()
                .toPlainString();
    }
}
