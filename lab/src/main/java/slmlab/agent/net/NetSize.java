package slmlab.agent.net;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.arc.ArcBody;
import slmlab.env.Space;
import slmlab.tensor.Shape;

/// How large the net of a spec would be, without making it. Numbers are doubles, as absurd sizes overflow a
/// long.
///
/// @param weights numbers that are learned
/// @param largest numbers of the largest array among them
/// @param units   numbers that the layers compute for each row
/// @param state   numbers that are kept from step to step for each env
public record NetSize(double weights, double largest, double units, double state) {

    /// What a net reads of one row.
    ///
    /// @param numbers all together
    /// @param image   height, width and channels, if it is an image
    /// @param parts   of a dict or a tuple; none of one array
    public record Input(double numbers, double @Nullable [] image, List<Input> parts) {

        public Input(double numbers, double @Nullable [] image) {
            this(numbers, image, List.of());
        }

        /// @param frames how many observations are shown together
        public static Input of(Space obs, double frames) {
            double numbers = obs.flatSize() * frames;
            if (obs instanceof Space.Dict || obs instanceof Space.Tuple) {
                List<Input> parts = MultiInputBody.parts(obs).values().stream()
                        .map(part -> part.isImage()
                                ? of(part.space(), 1)
                                : new Input(part.space().flatSize(), null))
                        .toList();
                return new Input(numbers, null, parts);
            }
            if (!FirstLayerInput.isImage(obs)) {
                return new Input(numbers, null);
            }
            Shape shape = FirstLayerInput.imageShape(obs);
            return new Input(numbers, new double[] {shape.dim(0), shape.dim(1), shape.dim(2) * frames});
        }
    }

    /// @param outputs numbers of all tails together
    public static NetSize of(NetConfig config, Input input, double outputs) {
        Count count = new Count(input);
        double state = 0;
        switch (config.arch()) {
            case MlpBody.Config mlp -> count.linear(mlp.hidLayers());
            case ConvBody.Config conv -> {
                conv.filters().forEach(filter -> count.conv(filter.out(), filter.window()));
                count.linear(conv.fcHidLayers());
            }
            case RecurrentBody.Config recurrent -> {
                count.linear(recurrent.fcHidLayers());
                count.recurrent(recurrent);
                boolean twice = recurrent.cellType() == RecurrentBody.Cell.LSTM;
                state = (double) recurrent.rnnHiddenSize() * recurrent.rnnNumLayers() * (twice ? 2 : 1);
            }
            case HydraBody.Config hydra -> count.hydra(hydra);
            case NatureBody.Config nature -> {
                nature.conv().filters().forEach(filter -> count.conv(filter.out(), filter.window()));
                count.linear(nature.fcHidLayers());
            }
            case ImpalaBody.Config impala -> {
                impala.channels().forEach(count::section);
                count.linear(impala.fcHidLayers());
            }
            case MultiInputBody.Config several -> count.several(several, input.parts());
            case ArcBody.Config arc -> count.arc(arc.arc());
            default -> {
                return new NetSize(0, 0, 0, 0); // a custom net, of which nothing is known before it is made
            }
        }
        count.linear(outputs);
        return new NetSize(count.weights, count.largest, count.units, state);
    }

    /// How many steps a window has in training; 1 if the net is not recurrent.
    public static int seqLen(NetConfig config) {
        return config.arch() instanceof RecurrentBody.Config recurrent ? recurrent.seqLen() : 1;
    }

    /// The layers so far.
    private static final class Count {
        private double weights;
        private double largest;
        private double units;
        private double in;
        private double @Nullable [] image;

        Count(Input input) {
            this.in = input.numbers;
            this.image = input.image;
        }

        void linear(List<Integer> widths) {
            widths.forEach(this::linear);
        }

        void linear(double out) {
            array(in * out);
            weights += out;
            pass(out);
            image = null;
        }

        /// A filter that does not fit its image gives one pixel here; making the net tells.
        void conv(double out, slmlab.tensor.nn.Conv.Window window) {
            double[] from = image == null ? new double[] {1, 1, in} : image;
            double height = along(from[0], window.kernelHeight(), window.strideHeight(), window.paddingHeight());
            double width = along(from[1], window.kernelWidth(), window.strideWidth(), window.paddingWidth());
            array((double) window.kernelHeight() * window.kernelWidth() * from[2] * out);
            weights += out;
            pass(height * width * out);
            image = new double[] {height, width, out};
        }

        /// A section of an ImpalaCnn: a convolution, a pooling that halves, and two blocks of two convolutions.
        void section(double out) {
            conv(out, ImpalaBody.WINDOW);
            double[] from = Objects.requireNonNull(image);
            image = new double[] {Math.ceil(from[0] / 2), Math.ceil(from[1] / 2), out};
            for (int i = 0; i < 4; i++) {
                conv(out, ImpalaBody.WINDOW);
            }
        }

        /// Layers of each part, then common ones.
        void several(MultiInputBody.Config config, List<Input> parts) {
            double joined = 0;
            for (Input part : parts) {
                in = part.numbers;
                image = part.image;
                if (part.image == null) {
                    linear(config.vectorHidLayers());
                } else {
                    config.filters().forEach(filter -> conv(filter.out(), filter.window()));
                }
                joined += in;
            }
            in = joined == 0 ? in : joined;
            image = null;
            linear(config.fcHidLayers());
        }

        private static double along(double size, double kernel, double stride, double padding) {
            return Math.max(1, Math.floor((size + 2 * padding - kernel) / stride) + 1);
        }

        void recurrent(RecurrentBody.Config config) {
            double hidden = config.rnnHiddenSize();
            double gates = switch (config.cellType()) {
                case GRU -> 3;
                case LSTM -> 4;
                case RNN -> 1;
            };
            array(gates * hidden * in);
            array(gates * hidden * hidden);
            double more = config.rnnNumLayers() - 1.0; // layers that read the one before
            weights += more * 2 * gates * hidden * hidden;
            units += more * gates * hidden;
            pass(gates * hidden);
            in = hidden;
        }

        void hydra(HydraBody.Config config) {
            double from = in;
            double joined = 0;
            for (Object head : (List<?>) config.hidLayers().get(0)) {
                in = from;
                widths(head);
                joined += in;
            }
            in = joined == 0 ? from : joined;
            linear(config.body());
            double body = in;
            for (Object tail : (List<?>) config.hidLayers().get(2)) {
                in = body;
                widths(tail);
            }
        }

        private void widths(Object list) {
            for (Object width : (List<?>) list) {
                linear(number(width, 1));
            }
        }

        /// Layers of weights, those of each module one after another. What a later module reads is for its
        /// graph to say, and counts as one number here.
        void arc(@Nullable Map<String, Object> arc) {
            if (arc != null && arc.get("modules") instanceof Map<?, ?> modules) {
                for (Object module : modules.values()) {
                    if (module instanceof Map<?, ?> only && only.get("Sequential") instanceof List<?> layers) {
                        layers.forEach(this::arcLayer);
                    } else {
                        arcLayer(module);
                    }
                    if (modules.size() > 1) {
                        in = 1;
                        image = null;
                    }
                }
            }
        }

        private void arcLayer(@Nullable Object layer) {
            if (!(layer instanceof Map<?, ?> only)) {
                return;
            }
            for (Object settings : only.values()) {
                if (settings instanceof Map<?, ?> known && known.get("out_features") != null) {
                    linear(number(known.get("out_features"), 1));
                } else if (settings instanceof Map<?, ?> known && known.get("out_channels") != null) {
                    double kernel = number(known.get("kernel_size"), 1);
                    double[] from = image == null ? new double[] {1, 1, in} : image;
                    double out = number(known.get("out_channels"), 1);
                    array(kernel * kernel * from[2] * out);
                    double stride = number(known.get("stride"), 1);
                    double padding = number(known.get("padding"), 0);
                    double height = along(from[0], kernel, stride, padding);
                    double width = along(from[1], kernel, stride, padding);
                    pass(height * width * out);
                    image = new double[] {height, width, out};
                }
            }
        }

        private static double number(@Nullable Object value, double otherwise) {
            return value instanceof Number number ? number.doubleValue() : otherwise;
        }

        private void array(double numbers) {
            weights += numbers;
            largest = Math.max(largest, numbers);
        }

        private void pass(double out) {
            units += out;
            in = out;
        }
    }
}
