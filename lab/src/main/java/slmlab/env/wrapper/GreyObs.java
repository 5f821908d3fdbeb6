package slmlab.env.wrapper;

import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// Makes images of three colors gray, by the weights of Gymnasium's `GrayscaleObservation`: 0.2125 red +
/// 0.7154 green + 0.0721 blue, cut off to a whole number. One channel stays, where the three were.
final class GreyObs extends ObsWrapper {
    private static final String NAME = "Grey";
    private static final double RED = 0.2125;
    private static final double GREEN = 0.7154;
    private static final double BLUE = 0.0721;

    private final int pixels;
    private final int step; // from one pixel to the next
    private final int color; // from one color of a pixel to the next

    GreyObs(VecEnv inner) {
        super(NAME, inner, space(inner.obsSpace()));
        boolean isLast = inner.obsSpace().row().dim(2) == 3;
        this.pixels = inner.obsSpace().row().volume() / 3;
        this.step = isLast ? 3 : 1;
        this.color = isLast ? 1 : pixels;
    }

    private static Space space(Space inner) {
        if (!(inner instanceof Space.Box(Shape shape, DType dtype, var _))
                || dtype != DType.UINT8
                || shape.rank() != 3
                || (shape.dim(0) != 3 && shape.dim(2) != 3)) {
            throw new IllegalArgumentException(
                    "%s: observations are %s; needs images of bytes with three colors".formatted(NAME, inner));
        }
        return shape.dim(2) == 3
                ? Space.Box.pixels(shape.dim(0), shape.dim(1), 1)
                : Space.Box.pixels(1, shape.dim(1), shape.dim(2));
    }

    @Override
    protected void turn(Array from, int env, Array to) {
        byte[] colors = from.bytes();
        byte[] grey = to.bytes();
        int start = env * 3 * pixels;
        for (int i = 0; i < pixels; i++) {
            int at = start + i * step;
            double red = RED * (colors[at] & 0xff);
            double green = GREEN * (colors[at + color] & 0xff);
            double blue = BLUE * (colors[at + 2 * color] & 0xff);
            grey[env * pixels + i] = (byte) (int) (red + green + blue);
        }
    }
}
