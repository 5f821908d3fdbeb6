package slmlab.env.wrapper;

import slmlab.env.Space;
import slmlab.env.Traits;
import slmlab.env.VecEnv;
import slmlab.env.render.AreaResize;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// Scales images of bytes down, each pixel the mean of the area that it covers.
final class ResizeObs extends ObsWrapper {
    private final int images; // in an observation: its channels, where they come first
    private final int area; // values of one of them
    private final int toArea;
    private final AreaResize resize;

    ResizeObs(VecEnv inner, int width, int height) {
        super("resize_obs", inner, space(inner.obsSpace(), width, height));
        Shape from = inner.obsSpace().row();
        boolean isLast = isChannelsLast(from);
        int last = from.rank() - (isLast ? 2 : 1);
        int channels = isLast ? from.dim(2) : 1;
        this.images = from.rank() == 3 && !isLast ? from.dim(0) : 1;
        this.area = from.volume() / images;
        this.toArea = obsSpace().row().volume() / images;
        this.resize = new AreaResize(from.dim(last - 1), from.dim(last), channels, height, width);
    }

    @Override
    public Traits traits() {
        return inner.traits();
    }

    @Override
    String step() {
        return "resize";
    }

    @Override
    protected void turn(Array from, int env, Array to) {
        for (int k = env * images; k < (env + 1) * images; k++) {
            resize.scale(from.bytes(), k * area, to.bytes(), k * toArea);
        }
    }

    private static Space space(Space obs, int width, int height) {
        if (!(obs instanceof Space.Box(Shape shape, DType dtype, var _))
                || dtype != DType.UINT8
                || shape.rank() < 2
                || shape.rank() > 3) {
            throw new IllegalArgumentException(
                    "image_downsize: observations are %s; needs images of bytes, of two or three axes".formatted(obs));
        }
        if (shape.rank() == 2) {
            return Space.Box.pixels(height, width);
        }
        return isChannelsLast(shape)
                ? Space.Box.pixels(height, width, shape.dim(2))
                : Space.Box.pixels(shape.dim(0), height, width);
    }

    /// Channels are the shorter of the first and the last axis, the first where they are equal, as nets read them.
    private static boolean isChannelsLast(Shape shape) {
        return shape.rank() == 3 && shape.dim(0) > shape.dim(2);
    }
}
