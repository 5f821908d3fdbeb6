package slmlab.judge.explain;

import java.util.ArrayList;
import java.util.List;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// What the components of an observation are called, and how they lie in an image.
///
/// @param height of an image; 0 where an observation is none
/// @param channels of an image
/// @param channelsFirst whether they are its first axis
record ObsNames(List<String> names, int height, int width, int channels, boolean channelsFirst) {
    private static final double BLUR = 8; // standard deviations in the longer side of an image

    /// @param convolved whether the net reads observations with convolutions
    static ObsNames of(VecEnv env, boolean convolved) {
        Space space = env.obsSpace();
        Shape shape = space.row();
        boolean pixels = convolved || space.rowType() == DType.UINT8;
        if (pixels && (shape.rank() == 2 || shape.rank() == 3)) {
            return image(shape);
        }
        return new ObsNames(vector(env.traits().obsNames(), shape.volume()), 0, 0, 0, false);
    }

    boolean isImage() {
        return height > 0;
    }

    /// Name the components of a row that holds one or several observations of an env.
    static List<String> vector(List<String> own, int size) {
        List<String> names = new ArrayList<>();
        boolean fits = !own.isEmpty() && size % own.size() == 0;
        for (int i = 0; i < size; i++) {
            if (!fits) {
                names.add("obs[%s]".formatted(i));
                continue;
            }
            int ago = size / own.size() - 1 - i / own.size(); // stacks have the oldest first
            String name = own.get(i % own.size());
            names.add(ago == 0 ? name : "%s, %s %s ago".formatted(name, ago, ago == 1 ? "step" : "steps"));
        }
        return List.copyOf(names);
    }

    private static ObsNames image(Shape shape) {
        boolean first = shape.rank() == 3 && shape.dim(0) <= shape.dim(2); // as convolutions read images
        int height = shape.rank() == 2 || !first ? shape.dim(0) : shape.dim(1);
        int width = shape.rank() == 2 || !first ? shape.dim(1) : shape.dim(2);
        int channels = shape.rank() == 2 ? 1 : first ? shape.dim(0) : shape.dim(2);
        ObsNames pixels = new ObsNames(List.of(), height, width, channels, first);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < shape.volume(); i++) {
            String place = "row %s, column %s".formatted(pixels.row(i), pixels.column(i));
            names.add(channels == 1 ? place : "%s, channel %s".formatted(place, pixels.channel(i)));
        }
        return new ObsNames(List.copyOf(names), height, width, channels, first);
    }

    private int place(int index) {
        return channelsFirst ? index % (height * width) : index / channels;
    }

    int row(int index) {
        return place(index) / width;
    }

    int column(int index) {
        return place(index) % width;
    }

    private int channel(int index) {
        return channelsFirst ? index / (height * width) : index % channels;
    }

    /// Return the sizes of an image's parts, added over its channels, row by row.
    double[] flat(double[] parts) {
        double[] map = new double[height * width];
        for (int i = 0; i < parts.length; i++) {
            map[place(i)] += Math.abs(parts[i]);
        }
        return map;
    }

    /// Return an image without its details: every pixel becomes a Gaussian mean of its surroundings.
    float[] blurred(float[] obs) {
        double sigma = Math.max(1, Math.max(height, width) / BLUR);
        float[] rows = smoothed(obs, sigma, true);
        return smoothed(rows, sigma, false);
    }

    private float[] smoothed(float[] obs, double sigma, boolean alongRows) {
        int reach = (int) Math.ceil(3 * sigma);
        float[] all = new float[obs.length];
        for (int i = 0; i < obs.length; i++) {
            double sum = 0;
            double weights = 0;
            for (int away = -reach; away <= reach; away++) {
                int row = Math.clamp(row(i) + (alongRows ? 0 : away), 0, height - 1);
                int column = Math.clamp(column(i) + (alongRows ? away : 0), 0, width - 1);
                double weight = Math.exp(-away * away / (2 * sigma * sigma));
                sum += weight * obs[index(row, column, channel(i))];
                weights += weight;
            }
            all[i] = (float) (sum / weights);
        }
        return all;
    }

    private int index(int row, int column, int channel) {
        int place = row * width + column;
        return channelsFirst ? channel * height * width + place : place * channels + channel;
    }

    /// Return the newest of an image's channels, from 0 to 1, row by row.
    double[] frame(float[] obs) {
        double[] frame = new double[height * width];
        for (int i = 0; i < obs.length; i++) {
            if (channel(i) == channels - 1) {
                frame[place(i)] = obs[i];
            }
        }
        return Maps.scaled(frame);
    }
}
