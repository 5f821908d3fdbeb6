package slmlab.tensor;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slmlab.tensor.op.Binary;
import slmlab.tensor.op.Reduce;
import slmlab.tensor.op.Ternary;
import slmlab.tensor.op.Unary;

/// Reads what [GraphWriter] wrote. Every line goes through the same checks as a traced one.
final class GraphReader {
    /// A file decides how much memory its graph takes; this much, half a gigabyte, is far more than any agent
    /// needs.
    private static final long MOST_NUMBERS = 1L << 27;

    private final Map<String, Array> saved;
    private final Variables variables;
    private final Trace trace;
    private final List<Tensor> nodes = new ArrayList<>();
    private String[] words = {};
    private int at;
    private long volume; // numbers of all tensors

    private GraphReader(Map<String, Array> saved, Variables variables, Trace trace) {
        this.saved = saved;
        this.variables = variables;
        this.trace = trace;
    }

    static Graph read(String text, Map<String, Array> saved, Variables variables) {
        return Graph.trace(trace -> {
            GraphReader reader = new GraphReader(saved, variables, trace);
            int number = 0;
            for (String line : text.lines().toList()) {
                number++;
                try {
                    reader.line(line);
                } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                    throw new IllegalArgumentException(
                            "line %s of the graph, \"%s\": %s".formatted(number, line, e.getMessage()), e);
                }
            }
        });
    }

    private void line(String line) {
        words = line.split(" ", -1);
        at = 1;
        if (words[0].equals("output")) {
            trace.output(name(), node());
        } else {
            Tensor tensor = tensor(words[0]);
            nodes.add(tensor);
            volume += tensor.shape().volume();
            if (volume > MOST_NUMBERS) {
                throw new IllegalArgumentException("the graph computes more than %s numbers".formatted(MOST_NUMBERS));
            }
        }
        if (at != words.length) {
            throw new IllegalArgumentException("has %s words; needs %s".formatted(words.length, at));
        }
    }

    private Tensor tensor(String op) {
        return switch (op) {
            case "input" -> trace.input(name(), DType.valueOf(word()), shape());
            case "variable" -> variable(name(), shape(), list()).value();
            case "constant" -> {
                float value = Float.parseFloat(word());
                yield Tensor.constant(shape(), value);
            }
            case "numbers" -> Tensor.of(Array.of(shape(), floats()));
            case "uniform" -> Tensor.uniform(shape());
            case "to_float" -> node().toFloat();
            case "stop_gradient" -> node().stopGradient();
            case "matmul" -> node().matmul(node());
            case "embedding" -> node().embedding(node());
            case "concat" -> Tensor.concat(number(), rest());
            case "reshape" -> {
                Shape to = shape();
                yield node().reshape(to);
            }
            case "broadcast" -> {
                Shape to = shape();
                yield node().broadcast(to);
            }
            case "transpose" -> {
                int[] order = list();
                yield node().transpose(order);
            }
            case "reduce" -> {
                Reduce.Kind kind = Reduce.Kind.valueOf(word().toUpperCase(Locale.ROOT));
                int[] axes = IntStream.range(number(), number()).toArray();
                yield Reduce.of(kind, node(), false, axes);
            }
            case "argmax", "gather", "one_hot" -> {
                int setting = number();
                yield switch (op) {
                    case "argmax" -> node().argmax(setting);
                    case "gather" -> node().gather(setting, node());
                    default -> node().oneHot(setting);
                };
            }
            case "scatter_add", "conv2d" -> {
                int first = number();
                int second = number();
                yield op.equals("conv2d")
                        ? node().conv2d(node(), first, second)
                        : node().scatterAdd(first, node(), second);
            }
            case "slice", "pad" -> {
                int axis = number();
                int first = number();
                int second = number();
                yield op.equals("slice") ? node().slice(axis, first, second) : node().pad(axis, first, second);
            }
            default -> pointwise(op);
        };
    }

    private Tensor pointwise(String op) {
        for (Unary unary : Unary.values()) {
            if (unary.label().equals(op)) {
                return unary.of(node());
            }
        }
        for (Binary binary : Binary.values()) {
            if (binary.label().equals(op)) {
                return binary.of(node(), node());
            }
        }
        for (Ternary ternary : Ternary.values()) {
            if (ternary.label().equals(op)) {
                return ternary.of(node(), node(), node());
            }
        }
        throw new IllegalArgumentException("no operation %s here; the file may be from a newer version".formatted(op));
    }

    /// Return the variable of that name, added from the saved arrays when it is first read.
    private Variable variable(String name, Shape shape, int[] savedOrder) {
        Variable known = variables.find(name);
        if (known == null) {
            Array array = saved.get(name);
            if (array == null) {
                throw new IllegalArgumentException("%s is missing; there are %s".formatted(name, saved.keySet()));
            }
            known = variables.addSaved(name, array, savedOrder);
        }
        if (!known.shape().equals(shape)) {
            throw new IllegalArgumentException("%s is %s; needs %s".formatted(name, known.shape(), shape));
        }
        return known;
    }

    private String word() {
        return words[at++];
    }

    private int number() {
        return Integer.parseInt(word());
    }

    private Tensor node() {
        return nodes.get(number());
    }

    private List<Tensor> rest() {
        List<Tensor> parts = new ArrayList<>();
        while (at < words.length) {
            parts.add(node());
        }
        return parts;
    }

    private Shape shape() {
        return Shape.of(list());
    }

    private String name() {
        return URLDecoder.decode(word(), StandardCharsets.UTF_8);
    }

    private int[] list() {
        return items().mapToInt(Integer::parseInt).toArray();
    }

    private float[] floats() {
        String[] items = items().toArray(String[]::new);
        float[] values = new float[items.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = Float.parseFloat(items[i]);
        }
        return values;
    }

    private Stream<String> items() {
        String list = word();
        if (!list.startsWith("[") || !list.endsWith("]")) {
            throw new IllegalArgumentException("%s is not a list in brackets".formatted(list));
        }
        return list.length() == 2
                ? Stream.of()
                : Stream.of(list.substring(1, list.length() - 1).split(",", -1));
    }
}
