package slmlab.agent.net.arc;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// TorchArc's `Reduce` and `TorchFn`: functions of PyTorch by their names.
final class ArcFunctions {
    private static final String INPUT = "input";

    /// A function that reduces axes, which disappear.
    private interface Fold {
        Tensor apply(Tensor x, int... axes);
    }

    private static final Map<String, Fold> FOLDS = new TreeMap<>(Map.of(
            "mean", Tensor::mean,
            "sum", Tensor::sum,
            "amax", Tensor::maxOver,
            "amin", Tensor::minOver,
            "prod", ArcFunctions::product,
            "logsumexp", Tensor::logSumExp,
            "var", ArcFunctions::variance,
            "std", (x, axes) -> variance(x, axes).sqrt(),
            "norm", (x, axes) -> x.square().sum(axes).sqrt()));

    private static final Map<String, UnaryOperator<Tensor>> PLAIN = new TreeMap<>(Map.ofEntries(
            Map.entry("abs", Tensor::abs),
            Map.entry("cos", Tensor::cos),
            Map.entry("erf", Tensor::erf),
            Map.entry("exp", Tensor::exp),
            Map.entry("log", Tensor::log),
            Map.entry("log1p", Tensor::log1p),
            Map.entry("neg", Tensor::neg),
            Map.entry("reciprocal", Tensor::reciprocal),
            Map.entry("relu", Tensor::relu),
            Map.entry("selu", Tensor::selu),
            Map.entry("sigmoid", Tensor::sigmoid),
            Map.entry("sign", Tensor::sign),
            Map.entry("sin", Tensor::sin),
            Map.entry("sqrt", Tensor::sqrt),
            Map.entry("square", Tensor::square),
            Map.entry("tanh", Tensor::tanh)));

    private ArcFunctions() {}

    static Map<String, ArcTypes.Reader> all() {
        Map<String, ArcTypes.Reader> all = new LinkedHashMap<>();
        all.put("Reduce", (type, settings) -> fold(type, settings.text("name"), settings));
        all.put("TorchFn", ArcFunctions::function);
        return all;
    }

    private static Blueprint function(String type, ArcSettings settings) {
        String name = settings.text("name");
        UnaryOperator<Tensor> plain = PLAIN.get(name);
        if (plain != null) {
            return mapped(type, plain);
        }
        return switch (name) {
            case "flatten" -> ArcLayers.flatten(type, settings);
            case "softmax" -> {
                int dim = settings.whole("dim");
                yield mapped(type, x -> x.softmax(Axes.of(dim, x)));
            }
            case "log_softmax" -> {
                int dim = settings.whole("dim");
                yield mapped(type, x -> x.logSoftmax(Axes.of(dim, x)));
            }
            case "clamp" -> {
                double low = settings.number("min", Float.NEGATIVE_INFINITY);
                double high = settings.number("max", Float.POSITIVE_INFINITY);
                settings.that(low <= high, "min", "is %s; needs at most max, %s".formatted(low, high));
                yield mapped(type, x -> x.clamp(low, high));
            }
            case "unsqueeze" -> unsqueeze(type, settings.whole("dim"));
            default -> fold(type, name, settings);
        };
    }

    private static Blueprint mapped(String type, UnaryOperator<Tensor> function) {
        return Blueprint.of(type, INPUT, (_, form, _) -> ArcModule.map(form, function));
    }

    private static Blueprint unsqueeze(String type, int dim) {
        return Blueprint.of(type, INPUT, (_, form, _) -> {
            int axis = Axes.dim(dim, form.row().rank() + 2);
            return ArcModule.map(form, x -> {
                Tensor torch = Axes.torch(x);
                return Axes.ours(torch.reshape(torch.shape().insert(axis, 1)));
            });
        });
    }

    private static Blueprint fold(String type, String name, ArcSettings settings) {
        Fold fold = FOLDS.get(name);
        if (fold == null) {
            settings.wrong("name", unknown(type, name));
        }
        List<Integer> dims = settings.wholes("dim");
        boolean keep = settings.flag("keepdim", false);
        settings.that(!name.equals("prod") || dims.size() == 1, "dim", "is %s; prod folds one axis".formatted(dims));
        return Blueprint.of(type, INPUT, (_, form, _) -> ArcModule.map(form, x -> folded(x, fold, dims, keep)));
    }

    private static String unknown(String type, String name) {
        if (name.equals("max") || name.equals("min")) {
            return "is %s, which gives places beside values; use a%s".formatted(name, name);
        }
        Stream<String> names = FOLDS.keySet().stream();
        if (type.equals("TorchFn")) {
            Stream<String> more = Stream.of("flatten", "softmax", "log_softmax", "clamp", "unsqueeze");
            names = Stream.of(names, PLAIN.keySet().stream(), more).flatMap(each -> each);
        }
        return "is %s; there are %s"
                .formatted(
                        name,
                        String.join(
                                ", ", names.sorted(Comparator.naturalOrder()).toList()));
    }

    private static Tensor folded(Tensor x, @Nullable Fold fold, List<Integer> dims, boolean keep) {
        if (fold == null) {
            throw new ConfigException("no such function");
        }
        Shape kept = x.shape();
        int[] axes = dims.stream().mapToInt(dim -> Axes.of(dim, x)).distinct().toArray();
        if (axes.length < dims.size()) {
            throw new ConfigException("dim is %s; the same axis stands there twice".formatted(dims));
        }
        for (int axis : axes) {
            kept = kept.with(axis, 1);
        }
        Tensor small = fold.apply(x, axes).reshape(kept);
        if (keep) {
            return small;
        }
        Shape left = Axes.torch(small).shape();
        for (int dim : IntStream.range(0, dims.size())
                .map(i -> -Axes.dim(dims.get(i), x.shape().rank()))
                .sorted()
                .map(dim -> -dim)
                .toArray()) {
            left = left.without(dim);
        }
        return Axes.ours(Axes.torch(small).reshape(left));
    }

    /// Divided by n − 1, as PyTorch does.
    private static Tensor variance(Tensor x, int... axes) {
        Tensor biased = x.variance(axes);
        int n = x.shape().volume() / biased.shape().volume();
        if (n == 1) {
            throw new ConfigException("folds one number, which has no variance");
        }
        return biased.mul((double) n / (n - 1));
    }

    private static Tensor product(Tensor x, int... axes) {
        int axis = axes[0];
        Tensor product = IntStream.range(0, x.shape().dim(axis))
                .mapToObj(i -> x.slice(axis, i, i + 1))
                .reduce(Tensor::mul)
                .orElseThrow();
        return product.reshape(x.shape().without(axis));
    }
}
