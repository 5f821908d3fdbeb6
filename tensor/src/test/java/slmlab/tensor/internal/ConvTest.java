package slmlab.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.internal.Matrix.Conv;
import slmlab.tensor.internal.vector.VectorKernels;

/// Convolutions in vectors against their twin: the same bits, but for the gradient by an input of few channels,
/// which is added up in another order.
class ConvTest {
    private static final Matrix VECTOR = VectorKernels.create().matrix();
    private static final Matrix SCALAR = Kernels.scalar().matrix();

    private static Stream<Conv> shapes() {
        return Stream.of(
                new Conv(2, 9, 8, 3, 3, 2, 5, 2, 1), // few of everything
                new Conv(1, 4, 4, 1, 4, 4, 1, 1, 1), // one pixel
                new Conv(3, 20, 20, 4, 8, 8, 32, 4, 4), // as the first layer of the Nature net
                new Conv(2, 10, 10, 32, 4, 4, 64, 2, 2), // its second
                new Conv(2, 9, 9, 64, 3, 3, 64, 1, 1), // its third
                new Conv(2, 7, 9, 20, 3, 3, 70, 1, 2), // nothing fills its vectors
                new Conv(2, 6, 13, 16, 1, 1, 17, 1, 1), // a product per pixel
                new Conv(2, 7, 7, 17, 2, 3, 16, 3, 3), // strides that skip pixels
                new Conv(1, 30, 5, 6, 5, 5, 100, 1, 1),
                new Conv(0, 9, 9, 16, 3, 3, 16, 1, 1));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void forward(Conv s) {
        var random = new Random(1);
        int rows = s.images() * s.outHeight() * s.outWidth();
        Guarded x = input(s, random);
        Guarded w = filter(s, random);
        Guarded bias = Guarded.random(s.filters(), random);
        Guarded expected = Guarded.marked(rows * s.filters());
        SCALAR.conv(
                s,
                0,
                rows,
                x.array,
                x.offset,
                w.array,
                w.offset,
                bias.array,
                bias.offset,
                expected.array,
                expected.offset,
                new float[0],
                0);
        for (int cut : cuts(rows)) {
            Guarded y = Guarded.marked(rows * s.filters());
            Guarded scratch = Guarded.marked(VECTOR.convScratch(s));
            VECTOR.conv(
                    s,
                    cut,
                    rows,
                    x.array,
                    x.offset,
                    w.array,
                    w.offset,
                    bias.array,
                    bias.offset,
                    y.array,
                    y.offset,
                    scratch.array,
                    scratch.offset);
            VECTOR.conv(
                    s,
                    0,
                    cut,
                    x.array,
                    x.offset,
                    w.array,
                    w.offset,
                    bias.array,
                    bias.offset,
                    y.array,
                    y.offset,
                    scratch.array,
                    scratch.offset);
            y.assertSameBits(expected, s + " cut at " + cut);
            scratch.assertBorderUntouched();
        }
        Guarded y = Guarded.marked(rows * s.filters());
        SCALAR.conv(
                s,
                0,
                rows,
                x.array,
                x.offset,
                w.array,
                w.offset,
                null,
                0,
                expected.array,
                expected.offset,
                new float[0],
                0);
        VECTOR.conv(
                s,
                0,
                rows,
                x.array,
                x.offset,
                w.array,
                w.offset,
                null,
                0,
                y.array,
                y.offset,
                new float[VECTOR.convScratch(s)],
                0);
        y.assertSameBits(expected, s + " without bias");
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void gradientByFilter(Conv s) {
        var random = new Random(2);
        int rows = s.kernelHeight() * s.kernelWidth() * s.channels();
        Guarded x = input(s, random);
        Guarded dy = output(s, random);
        Guarded expected = Guarded.marked(rows * s.filters());
        SCALAR.convFilter(
                s, 0, rows, x.array, x.offset, dy.array, dy.offset, expected.array, expected.offset, new float[0], 0);
        for (int cut : cuts(rows)) {
            Guarded dw = Guarded.marked(rows * s.filters());
            Guarded scratch = Guarded.marked(VECTOR.convScratch(s));
            VECTOR.convFilter(
                    s,
                    cut,
                    rows,
                    x.array,
                    x.offset,
                    dy.array,
                    dy.offset,
                    dw.array,
                    dw.offset,
                    scratch.array,
                    scratch.offset);
            VECTOR.convFilter(
                    s,
                    0,
                    cut,
                    x.array,
                    x.offset,
                    dy.array,
                    dy.offset,
                    dw.array,
                    dw.offset,
                    scratch.array,
                    scratch.offset);
            dw.assertSameBits(expected, s + " cut at " + cut);
            scratch.assertBorderUntouched();
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void gradientByInput(Conv s) {
        var random = new Random(3);
        Guarded dy = output(s, random);
        Guarded w = filter(s, random);
        int image = s.height() * s.width() * s.channels();
        Guarded expected = Guarded.marked(s.images() * image);
        SCALAR.convInput(
                s,
                0,
                s.images(),
                dy.array,
                dy.offset,
                w.array,
                w.offset,
                expected.array,
                expected.offset,
                new float[0],
                0);
        Guarded whole = Guarded.marked(s.images() * image);
        Guarded scratch = Guarded.marked(VECTOR.convScratch(s));
        VECTOR.convInput(
                s,
                0,
                s.images(),
                dy.array,
                dy.offset,
                w.array,
                w.offset,
                whole.array,
                whole.offset,
                scratch.array,
                scratch.offset);
        scratch.assertBorderUntouched();
        if (s.channels() >= 16) {
            whole.assertSameBits(expected, s.toString());
        } else {
            whole.assertBorderUntouched();
            float size = s.kernelHeight() * s.kernelWidth() * s.filters();
            for (int i = 0; i < s.images() * image; i++) {
                assertThat(Math.abs(whole.values()[i] - expected.values()[i])).isLessThanOrEqualTo(1e-6f * size);
            }
        }
        for (int cut : cuts(s.images())) {
            Guarded dx = Guarded.marked(s.images() * image);
            VECTOR.convInput(
                    s,
                    cut,
                    s.images(),
                    dy.array,
                    dy.offset,
                    w.array,
                    w.offset,
                    dx.array,
                    dx.offset,
                    scratch.array,
                    scratch.offset);
            VECTOR.convInput(
                    s,
                    0,
                    cut,
                    dy.array,
                    dy.offset,
                    w.array,
                    w.offset,
                    dx.array,
                    dx.offset,
                    scratch.array,
                    scratch.offset);
            dx.assertSameBits(whole, s + " cut at " + cut);
        }
    }

    private static int[] cuts(int rows) {
        return new int[] {0, rows / 3, rows / 2, Math.max(rows - 1, 0)};
    }

    private static Guarded input(Conv s, Random random) {
        return Guarded.random(s.images() * s.height() * s.width() * s.channels(), random);
    }

    private static Guarded filter(Conv s, Random random) {
        return Guarded.random(s.kernelHeight() * s.kernelWidth() * s.channels() * s.filters(), random);
    }

    private static Guarded output(Conv s, Random random) {
        return Guarded.random(s.images() * s.outHeight() * s.outWidth() * s.filters(), random);
    }
}
