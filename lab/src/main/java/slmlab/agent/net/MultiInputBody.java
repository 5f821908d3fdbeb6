package slmlab.agent.net;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import slmlab.agent.net.setting.Activation;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Default;
import slmlab.spec.key.Doc;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.nn.Init;

/// Layers of its own for each part of an observation, convolutions for images and fully connected ones foreverything
/// else, then common layers.
///
/// Parts are read in the order of their names, so an env may list them in any order.
public final class MultiInputBody implements Body {

    public record Config(
            @Doc(
                    value = "convolutions over each image, each [out, kernel, stride, padding, dilation] as in ConvNet",
                    example = "[[16, 4, 2], [32, 3, 1]]")
            @Default("[[32, 8, 4, 0, 1], [64, 4, 2, 0, 1], [64, 3, 1, 0, 1]]")
            List<List<Object>> convHidLayers,

            @Doc(
                    value = "width of each fully connected layer over a part that is no image; may be empty",
                    example = "[32]")
            @Default("[64]")
            List<Integer> vectorHidLayers,

            @Doc(value = "width of each fully connected layer over all parts joined; may be empty", example = "[256]")
            @Default("[256]")
            List<Integer> fcHidLayers,

            @Doc(value = "activation after each hidden layer", example = "tanh") @Default("relu")
            Activation hidLayersActivation) {

        public Config {
            ConvBody.Config conv = new ConvBody.Config(convHidLayers, List.of(), hidLayersActivation, false);
            convHidLayers = conv.convHidLayers();
            vectorHidLayers = List.copyOf(vectorHidLayers);
            MlpBody.widths("vector_hid_layers", vectorHidLayers);
            fcHidLayers = List.copyOf(fcHidLayers);
            MlpBody.widths("fc_hid_layers", fcHidLayers);
        }

        List<ConvBody.Filter> filters() {
            return new ConvBody.Config(convHidLayers, List.of(), hidLayersActivation, false).filters();
        }
    }

    /// Neighboring numbers of a row.
    ///
    /// @param space what they are
    record Part(Space space, int from) {

        boolean isImage() {
            return FirstLayerInput.isImage(space)
                    && (space.rowType() == DType.UINT8 || space.row().rank() == 3);
        }

        /// @param row [rows, numbers of all parts]
        Tensor of(Tensor row, boolean normalize) {
            Tensor own = row.slice(1, from, from + space.flatSize());
            if (!isImage()) {
                return own;
            }
            Shape rows = space.row().insert(0, row.shape().dim(0));
            boolean isScaled = normalize && space.rowType() == DType.UINT8;
            Tensor pixels = own.reshape(rows.dims());
            return FirstLayerInput.arranged(space, isScaled ? pixels.mul(1.0 / 255) : pixels);
        }
    }

    private final boolean normalize;
    private final List<Part> parts;
    private final List<Sequence> heads = new ArrayList<>();
    private final Sequence layers;

    MultiInputBody(Config config, NetParts net) {
        this.normalize = net.learning().normalize();
        Map<String, Part> named = parts(net.obs());
        this.parts = List.copyOf(named.values());
        Init init = net.init(config.hidLayersActivation);
        named.forEach((name, part) -> heads.add(head(config, net, init, name, part)));
        int joined = heads.stream().mapToInt(Sequence::size).sum();
        this.layers = new Sequence(net.name() + ".fc_model", Shape.of(joined), init, net.variables(), net.random())
                .fullyConnected(config.fcHidLayers, config.hidLayersActivation, false, false);
    }

    private static Sequence head(Config config, NetParts net, Init init, String name, Part part) {
        String full = "%s.parts.%s".formatted(net.name(), name);
        if (!part.isImage()) {
            Shape in = Shape.of(part.space.flatSize());
            return new Sequence(full, in, init, net.variables(), net.random())
                    .fullyConnected(config.vectorHidLayers, config.hidLayersActivation, false, false);
        }
        Sequence head = new Sequence(full, FirstLayerInput.imageShape(part.space), init, net.variables(), net.random());
        config.filters()
                .forEach(filter ->
                        head.conv(filter.out(), filter.window(), true).activation(config.hidLayersActivation));
        return head.flatten();
    }

    /// Return the parts of an observation by their names, sorted.
    static Map<String, Part> parts(Space obs) {
        if (!(obs instanceof Space.Dict || obs instanceof Space.Tuple)) {
            throw new ConfigException(
                    "type",
                    ("is MultiInputNet, which reads a dict or a tuple; here it gets %s: needs MLPNet or ConvNet, or"
                                    + " remove what joins the parts (normalize_obs, clip_obs, frame_op_len)")
                            .formatted(obs));
        }
        Map<String, Part> parts = new TreeMap<>();
        collect(obs, "", 0, parts);
        return parts;
    }

    private static void collect(Space space, String name, int from, Map<String, Part> parts) {
        int at = from;
        switch (space) {
            case Space.Dict(var entries) -> {
                for (Map.Entry<String, Space> entry : entries.entrySet()) {
                    collect(entry.getValue(), join(name, entry.getKey()), at, parts);
                    at += entry.getValue().flatSize();
                }
            }
            case Space.Tuple(var items) -> {
                for (int i = 0; i < items.size(); i++) {
                    collect(items.get(i), join(name, String.valueOf(i)), at, parts);
                    at += items.get(i).flatSize();
                }
            }
            case Space.Discrete _, Space.MultiDiscrete _, Space.MultiBinary _, Space.Box _ ->
                parts.put(name, new Part(space, from));
        }
    }

    private static String join(String name, String part) {
        return name.isEmpty() ? part : name + "." + part;
    }

    @Override
    public int size() {
        return layers.size();
    }

    @Override
    public Tensor apply(Tensor x, ForwardPass pass) {
        List<Tensor> outputs = new ArrayList<>();
        for (int i = 0; i < heads.size(); i++) {
            outputs.add(heads.get(i).apply(parts.get(i).of(x, normalize), pass));
        }
        return layers.apply(Tensor.concat(1, outputs), pass);
    }

    @Override
    public List<Variable> parameters() {
        return Stream.concat(heads.stream(), Stream.of(layers))
                .flatMap(sequence -> sequence.parameters().stream())
                .toList();
    }
}
