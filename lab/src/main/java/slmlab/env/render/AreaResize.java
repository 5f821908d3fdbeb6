package slmlab.env.render;

import java.util.Arrays;

/// Scales an image of bytes down, as OpenCV's `INTER_AREA` does, to the bit: each pixel is the mean of the area
/// that it covers, summed in float32 in OpenCV's order and rounded half to even.
///
/// A row that equals the one above it is not scaled again, which makes plain backgrounds cheap.
public final class AreaResize {
    private final int height;
    private final int width;
    private final int channels;
    private final int toHeight;
    private final int toWidth;
    private final boolean isWhole; // whether each pixel covers whole ones
    private final Taps across;
    private final Taps down;
    private final float[] row; // a row of the image, scaled across
    private final float[] sum; // of scaled rows

    /// @param channels numbers per pixel, beside each other
    /// @throws IllegalArgumentException for a size that is larger than the image's
    public AreaResize(int height, int width, int channels, int toHeight, int toWidth) {
        if (toHeight < 1 || toWidth < 1 || toHeight > height || toWidth > width) {
            throw new IllegalArgumentException("an image of %s × %s (height × width) cannot be scaled down to %s × %s"
                    .formatted(height, width, toHeight, toWidth));
        }
        this.height = height;
        this.width = width;
        this.channels = channels;
        this.toHeight = toHeight;
        this.toWidth = toWidth;
        this.isWhole = height % toHeight == 0 && width % toWidth == 0;
        this.across = Taps.of(width, toWidth);
        this.down = Taps.of(height, toHeight);
        this.row = new float[toWidth * channels];
        this.sum = new float[toWidth * channels];
    }

    /// Which pixels of a line each pixel of the shorter one covers, and how much they weigh.
    ///
    /// @param most weights per pixel; those that a pixel does not need are 0
    private record Taps(int most, int[] first, float[] weight) {
        private static final double LEAST = 1e-3; // of a pixel that counts

        static Taps of(int size, int toSize) {
            double scale = 1.0 / ((double) toSize / size);
            int most = Math.min(size, (int) Math.ceil(scale) + 1);
            int[] first = new int[toSize];
            float[] weight = new float[toSize * most];
            for (int to = 0; to < toSize; to++) {
                double begin = to * scale;
                double end = begin + scale;
                double cell = Math.min(scale, size - begin);
                int last = Math.min((int) Math.floor(end), size - 1);
                int whole = Math.min((int) Math.ceil(begin), last);
                boolean isCut = whole - begin > LEAST;
                first[to] = Math.min(isCut ? whole - 1 : whole, size - most);
                int at = to * most - first[to];
                if (isCut) {
                    weight[at + whole - 1] = (float) ((whole - begin) / cell);
                }
                for (int from = whole; from < last; from++) {
                    weight[at + from] = (float) (1.0 / cell);
                }
                if (end - last > LEAST) {
                    weight[at + last] = (float) (Math.min(Math.min(end - last, 1), cell) / cell);
                }
            }
            return new Taps(most, first, weight);
        }
    }

    /// Scale the image that begins at `at` into the one that begins at `place`.
    public void scale(byte[] from, int at, byte[] to, int place) {
        if (isWhole) {
            blocks(from, at, to, place);
            return;
        }
        int scaled = -1; // the row of the image that is in `row`
        for (int y = 0; y < toHeight; y++) {
            Arrays.fill(sum, 0);
            for (int k = 0; k < down.most; k++) {
                float weight = down.weight[y * down.most + k];
                if (weight == 0) {
                    continue;
                }
                int line = down.first[y] + k;
                if (scaled < 0 || !isSame(from, at, scaled, line)) {
                    scaleRow(from, at + line * width * channels);
                }
                scaled = line;
                for (int x = 0; x < sum.length; x++) {
                    sum[x] += weight * row[x];
                }
            }
            int first = place + y * sum.length;
            for (int x = 0; x < sum.length; x++) {
                to[first + x] = (byte) rounded(sum[x]);
            }
        }
    }

    private boolean isSame(byte[] from, int at, int line, int other) {
        int length = width * channels;
        int first = at + line * length;
        int second = at + other * length;
        return first == second || Arrays.equals(from, first, first + length, from, second, second + length);
    }

    private void scaleRow(byte[] from, int at) {
        int most = across.most;
        float[] weight = across.weight;
        for (int x = 0; x < toWidth; x++) {
            int first = at + across.first[x] * channels;
            for (int c = 0; c < channels; c++) {
                float total = 0;
                for (int k = 0; k < most; k++) {
                    total += (from[first + k * channels + c] & 0xff) * weight[x * most + k];
                }
                row[x * channels + c] = total;
            }
        }
    }

    /// Where each pixel covers whole ones: the mean of their sum in whole numbers.
    private void blocks(byte[] from, int at, byte[] to, int place) {
        int high = height / toHeight;
        int wide = width / toWidth;
        float share = 1f / (high * wide);
        for (int y = 0; y < toHeight; y++) {
            for (int x = 0; x < toWidth; x++) {
                for (int c = 0; c < channels; c++) {
                    int total = block(from, at + (y * high * width + x * wide) * channels + c, high, wide);
                    int mean = high == 2 && wide == 2 ? (total + 2) >> 2 : rounded(total * share);
                    to[place + (y * toWidth + x) * channels + c] = (byte) mean;
                }
            }
        }
    }

    private int block(byte[] from, int at, int high, int wide) {
        int total = 0;
        for (int y = 0; y < high; y++) {
            for (int x = 0; x < wide; x++) {
                total += from[at + (y * width + x) * channels] & 0xff;
            }
        }
        return total;
    }

    /// Round half to even: adding 2²³ leaves a float32 no room for fractions.
    private static int rounded(float value) {
        return (int) (value + 0x1p23f - 0x1p23f);
    }
}
