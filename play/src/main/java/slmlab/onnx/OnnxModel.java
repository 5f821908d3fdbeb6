package slmlab.onnx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/// An ONNX model in the making: inputs, weights, nodes in the order in which they run, outputs, and facts about it.
///
/// Every method that adds something returns the name under which nodes read it. Numbers and types of fields are those
/// of
/// `onnx.proto`; the model is of opset 17 and IR version 8, which runtimes read since 2022.
public final class OnnxModel {
    private static final int IR_VERSION = 8;
    private static final int OPSET = 17;
    private static final String BATCH = "batch";
    private static final long MOST_BYTES = Integer.MAX_VALUE - (1L << 24); // a protobuf message has at most 2 GiB

    private final String name;
    private final List<Proto> nodes = new ArrayList<>();
    private final List<Proto> initializers = new ArrayList<>();
    private final List<Proto> inputs = new ArrayList<>();
    private final List<Proto> outputs = new ArrayList<>();
    private final Map<String, String> facts = new LinkedHashMap<>();
    private final Map<String, String> constants = new HashMap<>(); // names of small initializers, by what they hold
    private final Set<String> taken = new HashSet<>();
    private long weightBytes;

    /// @param name of the graph, for people
    public OnnxModel(String name) {
        this.name = name;
    }

    /// Add an input.
    ///
    /// @param dims sizes of its axes; −1 for the batch
    public OnnxValue input(String input, OnnxType type, int... dims) {
        take(input);
        inputs.add(info(input, type, dims));
        return new OnnxValue(input, type, dims);
    }

    /// Add an output that has the value of a node or an input.
    public void output(String output, OnnxValue value) {
        take(output);
        nodes.add(proto("Identity", List.of(value.name()), output));
        outputs.add(info(output, value.type(), value.dims()));
    }

    /// Add a node of one output.
    ///
    /// @param op a name of ONNX's operators
    public String node(String op, List<String> from, OnnxAttribute... attributes) {
        String to = free(op.toLowerCase(Locale.ROOT));
        nodes.add(proto(op, from, to, attributes));
        return to;
    }

    /// Add a node that casts to a type.
    public String cast(String from, OnnxType type) {
        return node("Cast", List.of(from), OnnxAttribute.number("to", type.code));
    }

    /// Add a node that gives a tensor another shape.
    ///
    /// @param dims −1 for at most one axis, which is inferred
    public String reshape(String from, int... dims) {
        long[] to = new long[dims.length];
        for (int i = 0; i < to.length; i++) {
            to[i] = dims[i];
        }
        return node("Reshape", List.of(from, longs(to)));
    }

    /// Add weights under their own name.
    public String weights(String weight, int[] dims, float[] values) {
        String free = taken.add(weight) ? weight : free(weight);
        add(
                free,
                OnnxType.FLOAT,
                dims,
                raw(values.length * 4L, raw -> raw.asFloatBuffer().put(values)));
        return free;
    }

    /// Add a constant, or find it.
    public String scalar(float value) {
        return constant(
                OnnxType.FLOAT, new int[0], Float.toString(value), raw(Float.BYTES, raw -> raw.putFloat(value)));
    }

    public String doubles(double... values) {
        return constant(
                OnnxType.DOUBLE,
                new int[] {values.length},
                Arrays.toString(values),
                raw(values.length * 8L, raw -> raw.asDoubleBuffer().put(values)));
    }

    /// Add a vector of INT64: shapes, axes and the like.
    public String longs(long... values) {
        return constant(
                OnnxType.INT64,
                new int[] {values.length},
                Arrays.toString(values),
                raw(values.length * 8L, raw -> raw.asLongBuffer().put(values)));
    }

    /// Add a vector of INT32.
    public String ints(int... values) {
        return constant(
                OnnxType.INT32,
                new int[] {values.length},
                Arrays.toString(values),
                raw(values.length * 4L, raw -> raw.asIntBuffer().put(values)));
    }

    /// Say something about the model, in its `metadata_props`.
    public void fact(String key, String value) {
        facts.put(key, value);
    }

    /// Return the file: ONNX's `ModelProto`.
    public byte[] bytes() {
        Proto graph = new Proto();
        nodes.forEach(node -> graph.message(1, node));
        graph.text(2, name);
        initializers.forEach(initializer -> graph.message(5, initializer));
        inputs.forEach(input -> graph.message(11, input));
        outputs.forEach(output -> graph.message(12, output));
        Proto model = new Proto()
                .number(1, IR_VERSION)
                .text(2, "slm-lab")
                .text(3, facts.getOrDefault("version", ""))
                .message(7, graph)
                .message(8, new Proto().text(1, "").number(2, OPSET));
        facts.forEach((key, value) -> model.message(14, new Proto().text(1, key).text(2, value)));
        return model.bytes();
    }

    /// Write the file, beside its place and then into it.
    public void write(Path file) {
        Path beside = file.resolveSibling(".%s.%s.tmp".formatted(file.getFileName(), UUID.randomUUID()));
        try {
            Files.write(beside, bytes());
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            beside.toFile().delete();
            throw new UncheckedIOException("%s cannot be written: %s".formatted(file, e.getMessage()), e);
        }
    }

    private String constant(OnnxType type, int[] dims, String text, byte[] raw) {
        return constants.computeIfAbsent(type + text, _ -> {
            String free = free("constant");
            add(free, type, dims, raw);
            return free;
        });
    }

    private void add(String initializer, OnnxType type, int[] dims, byte[] raw) {
        weightBytes += raw.length;
        if (weightBytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "the weights have more than %s bytes, which an ONNX file cannot hold".formatted(MOST_BYTES));
        }
        Proto proto = new Proto();
        if (dims.length > 0) {
            proto.numbers(1, Arrays.stream(dims).asLongStream().toArray());
        }
        initializers.add(proto.number(2, type.code).text(8, initializer).bytes(9, raw));
    }

    private static Proto proto(String op, List<String> from, String to, OnnxAttribute... attributes) {
        Proto node = new Proto();
        from.forEach(input -> node.text(1, input));
        node.text(2, to).text(3, to).text(4, op);
        for (OnnxAttribute attribute : attributes) {
            node.message(5, attribute.proto());
        }
        return node;
    }

    private static Proto info(String name, OnnxType type, int[] dims) {
        Proto shape = new Proto();
        for (int dim : dims) {
            Proto axis = new Proto();
            if (dim < 0) {
                axis.text(2, dim == -1 ? BATCH : BATCH + "x" + -dim);
            } else {
                axis.number(1, dim);
            }
            shape.message(1, axis);
        }
        Proto tensor = new Proto().number(1, type.code).message(2, shape);
        return new Proto().text(1, name).message(2, new Proto().message(1, tensor));
    }

    private void take(String wanted) {
        if (!taken.add(wanted)) {
            throw new IllegalArgumentException("the model has two values of the name %s".formatted(wanted));
        }
    }

    private String free(String like) {
        String free = like + "_" + taken.size();
        while (!taken.add(free)) {
            free += "_";
        }
        return free;
    }

    private static byte[] raw(long bytes, Consumer<ByteBuffer> fill) {
        byte[] raw = new byte[Math.toIntExact(bytes)];
        fill.accept(ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN));
        return raw;
    }
}
