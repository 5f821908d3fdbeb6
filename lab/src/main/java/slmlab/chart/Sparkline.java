package slmlab.chart;

/// A curve in one line of text: ▁▂▄▆█.
public final class Sparkline {
    private static final String BARS = "▁▂▃▄▅▆▇█";

    private Sparkline() {}

    /// Draw at most `width` bars, from the lowest value to the highest; each is the mean of its share of the
    /// values. A share without a number is a space.
    public static String of(double[] values, int width) {
        int bars = Math.min(width, values.length);
        double[] means = new double[bars];
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < bars; i++) {
            means[i] = mean(values, (int) ((long) i * values.length / bars), (int) ((i + 1L) * values.length / bars));
            low = Double.isNaN(means[i]) ? low : Math.min(low, means[i]);
            high = Double.isNaN(means[i]) ? high : Math.max(high, means[i]);
        }
        StringBuilder line = new StringBuilder();
        for (double mean : means) {
            line.append(Double.isNaN(mean) ? ' ' : bar(mean, low, high));
        }
        return line.toString();
    }

    private static double mean(double[] values, int from, int to) {
        double sum = 0;
        int count = 0;
        for (int i = from; i < to; i++) {
            if (Double.isFinite(values[i])) {
                sum += values[i];
                count++;
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }

    private static char bar(double value, double low, double high) {
        int last = BARS.length() - 1;
        return BARS.charAt(high == low ? 0 : (int) Math.round((value - low) / (high - low) * last));
    }
}
