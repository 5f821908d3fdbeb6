package slmlab.agent.net;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.arc.ArcBody;
import slmlab.agent.net.setting.Activation;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.env.Space;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variables;

/// Small nets, and programs that run them.
public final class TestNets {
    public static final Space VECTOR = Space.Box.of(-1, 1, 5);
    public static final Space PIXELS = Space.Box.pixels(2, 12, 10); // channels first

    /// An image and five numbers.
    static final Space MIXED = mixed("camera", PIXELS, "speed", VECTOR);

    private TestNets() {}

    /// A dict whose parts stand in this order.
    static Space mixed(String first, Space one, String second, Space other) {
        SequencedMap<String, Space> entries = new LinkedHashMap<>();
        entries.put(first, one);
        entries.put(second, other);
        return new Space.Dict(entries);
    }

    /// One convolution over images, one layer over numbers, one common layer.
    static NetConfig multiInput(int filters, int width, int common) {
        return new NetConfig(
                "MultiInputNet",
                normalize(),
                new MultiInputBody.Config(
                        List.of(List.of(filters, 4, 2)), List.of(width), List.of(common), Activation.RELU));
    }

    public static NetConfig config(String type, Record arch) {
        return new NetConfig(type, TrainingSettings.defaults(), arch);
    }

    public static NetConfig mlp(Activation activation, Integer... widths) {
        return config("MLPNet", new MlpBody.Config(List.of(widths), activation, false, false));
    }

    static NetConfig recurrent(RecurrentBody.Cell cell, int layers) {
        return config("RecurrentNet", new RecurrentBody.Config(cell, List.of(4), Activation.TANH, 3, layers, false, 3));
    }

    /// A body of layers, as YAML would give it.
    public static NetConfig arc(Object... layers) {
        return arcNet(arcOf(layers));
    }

    public static NetConfig arcNet(Map<String, Object> arc) {
        return config("TorchArcNet", new ArcBody.Config(arc, null, null, null, Activation.RELU));
    }

    public static Map<String, Object> arcOf(Object... layers) {
        return Map.of(
                "modules",
                Map.of("body", Map.of("Sequential", List.of(layers))),
                "graph",
                Map.of("input", "x", "modules", Map.of("body", List.of("x")), "output", "body"));
    }

    public static NetConfig with(NetConfig config, TrainingSettings learning) {
        return new NetConfig(config.type(), learning, config.arch());
    }

    public static TrainingSettings normalize() {
        return learning(null, true, null);
    }

    public static TrainingSettings initFn(@Nullable String initFn) {
        return learning(initFn, false, null);
    }

    public static TrainingSettings learning(
            @Nullable String initFn, boolean normalize, @Nullable Object outActivation) {
        TrainingSettings standard = TrainingSettings.defaults();
        return new TrainingSettings(
                null,
                false,
                standard.lossSpec(),
                standard.optimSpec(),
                null,
                null,
                null,
                null,
                TrainingSettings.ClipGradBy.NORM,
                initFn,
                null,
                1,
                null,
                null,
                null,
                null,
                outActivation,
                normalize,
                TrainingSettings.LogStdBound.CLAMP);
    }

    public static List<Tail> tails(int... sizes) {
        return Arrays.stream(sizes).mapToObj(Tail::of).toList();
    }

    public static Net net(NetConfig config, Space obs, int... tails) {
        return Net.of(config, "net", obs, tails(tails), new Variables(), random());
    }

    public static RandomStream random() {
        return RandomStream.ofSeed(7);
    }

    /// Inputs `obs`, outputs `y0`, `y1`, … and what a recurrent net adds.
    public static Program program(Net net, Space obs, int rows, boolean training, int steps) {
        return Program.trace(trace -> {
            Tensor x = trace.input("obs", obs.rowType(), obs.row().insert(0, rows));
            List<Tensor> outputs =
                    net.forward(x, (training ? ForwardPass.learning(trace, steps) : ForwardPass.frozen(trace, steps)));
            for (int i = 0; i < outputs.size(); i++) {
                trace.output("y" + i, outputs.get(i));
            }
        });
    }

    static Array normal(long seed, int... dims) {
        RandomStream random = RandomStream.ofSeed(seed);
        Shape shape = Shape.of(dims);
        float[] numbers = new float[shape.volume()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (float) random.nextNormal();
        }
        return Array.of(shape, numbers);
    }

    static Array pixels(long seed, Space obs, int rows) {
        RandomStream random = RandomStream.ofSeed(seed);
        Shape shape = obs.row().insert(0, rows);
        byte[] bytes = new byte[shape.volume()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt(256);
        }
        return Array.ofBytes(shape, bytes);
    }
}
