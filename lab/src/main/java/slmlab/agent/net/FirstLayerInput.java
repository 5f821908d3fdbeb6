package slmlab.agent.net;

import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// How observations become what a first layer reads.
public final class FirstLayerInput {
    private FirstLayerInput() {}

    /// [rows, …] → [rows, obs.flatSize()]: discrete values as one-hot rows, as Gymnasium flattens them.
    public static Tensor flat(Space obs, Tensor x) {
        return switch (obs) {
            case Space.Discrete(int n, int start) when start == 0 -> x.oneHot(n);
            case Space.Discrete _, Space.MultiDiscrete _ ->
                throw new ConfigException("a net of %s: needs the env wrapper that flattens it".formatted(obs));
            case Space.MultiBinary _ -> x.toFloat();
            case Space.Box(Shape shape, DType dtype, var _) ->
                (dtype == DType.FLOAT32 ? x : x.toFloat()).reshape(x.shape().dim(0), shape.volume());
            case Space.Dict _, Space.Tuple _ -> x;
        };
    }

    /// Whether an observation is an image: numbers in two or three axes.
    public static boolean isImage(Space obs) {
        return obs instanceof Space.Box(Shape shape, var _, var _) && (shape.rank() == 2 || shape.rank() == 3);
    }

    /// [height, width, channels] of an image. Channels are the shorter of the first and the last axis; the
    /// first where they are equal.
    public static Shape imageShape(Space obs) {
        Shape shape = obs.row();
        if (!isImage(obs)) {
            throw new ConfigException("a convolution of %s: needs a box of two or three axes".formatted(obs));
        }
        if (shape.rank() == 2) {
            return Shape.of(shape.dim(0), shape.dim(1), 1);
        }
        return isChannelsFirst(shape) ? Shape.of(shape.dim(1), shape.dim(2), shape.dim(0)) : shape;
    }

    /// Images as the env shows them → FLOAT32 [rows, height, width, channels].
    ///
    /// @param normalize whether bytes are divided by 255
    public static Tensor image(Space obs, Tensor x, boolean normalize) {
        boolean bytes = obs.rowType() == DType.UINT8;
        Tensor numbers = bytes ? x.toFloat() : x;
        return arranged(obs, bytes && normalize ? numbers.mul(1.0 / 255) : numbers);
    }

    /// FLOAT32 pixels in the order of the env → [rows, height, width, channels].
    static Tensor arranged(Space obs, Tensor pixels) {
        Shape shape = obs.row();
        if (shape.rank() == 2) {
            return pixels.insertAxis(3);
        }
        return isChannelsFirst(shape) ? pixels.transpose(0, 2, 3, 1) : pixels;
    }

    private static boolean isChannelsFirst(Shape shape) {
        return shape.dim(0) <= shape.dim(2);
    }
}
