package slmlab.agent.net.arc;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import slmlab.agent.net.Layers;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.nn.Linear;

/// TorchArc's modules that make one tensor of several.
final class ArcMerges {
    private ArcMerges() {}

    static Map<String, ArcTypes.Reader> all() {
        Map<String, ArcTypes.Reader> all = new LinkedHashMap<>();
        all.put("MergeConcat", ArcMerges::concat);
        all.put("MergeStack", ArcMerges::stack);
        all.put("MergeSum", (type, settings) -> elementwise(type, settings, false, Tensor::add));
        all.put("MergeProd", (type, settings) -> elementwise(type, settings, false, Tensor::mul));
        all.put("MergeMean", (type, settings) -> elementwise(type, settings, true, Tensor::add));
        all.put("MergeDot", ArcMerges::dot);
        all.put("MergeBMM", ArcMerges::matmul);
        all.put("MergeFiLM", ArcMerges::film);
        return all;
    }

    private static Blueprint concat(String type, ArcSettings settings) {
        int dim = settings.whole("dim", 1);
        return Blueprint.ofList(type, (_, form, _) -> {
            Form parts = several(form);
            return ArcModule.join(
                    parts, List.of(), tensors -> Tensor.concat(Axes.of(dim, tensors.getFirst()), tensors));
        });
    }

    private static Blueprint stack(String type, ArcSettings settings) {
        int dim = settings.whole("dim", 1);
        return Blueprint.ofList(type, (_, form, _) -> {
            Shape row = equal(several(form));
            int axis = Axes.dim(dim, row.rank() + 2);
            return ArcModule.join(
                    form,
                    List.of(),
                    tensors -> Axes.ours(
                            Tensor.stack(axis, tensors.stream().map(Axes::torch).toList())));
        });
    }

    /// TorchArc stacks along `dim` and folds that axis again, so `dim` makes no difference.
    private static Blueprint elementwise(String type, ArcSettings settings, boolean mean, BinaryOperator<Tensor> fold) {
        int dim = settings.whole("dim", 1);
        return Blueprint.ofList(type, (_, form, _) -> {
            int axes = equal(several(form)).rank() + 2;
            if (dim < -axes || dim >= axes) {
                throw new ConfigException("dim is %s; needs to lie in [%s, %s]".formatted(dim, -axes, axes - 1));
            }
            return ArcModule.join(form, List.of(), tensors -> {
                Tensor folded = tensors.stream().reduce(fold).orElseThrow();
                return mean ? folded.div(tensors.size()) : folded;
            });
        });
    }

    /// Σ x·y over the last axis.
    private static Blueprint dot(String type, ArcSettings settings) {
        return new Blueprint(type, List.of("x", "y"), false, (_, inputs, _) -> {
            Form both = both(inputs);
            if (equal(both).rank() == 0) {
                throw new ConfigException("reads one number for each row; needs an axis of features");
            }
            return ArcModule.join(
                    both,
                    List.of(),
                    tensors -> Axes.ours(Axes.torch(tensors.get(0))
                            .mul(Axes.torch(tensors.get(1)))
                            .sum(-1)));
        });
    }

    /// [rows, n, m] · [rows, m, p] → [rows, n, p].
    private static Blueprint matmul(String type, ArcSettings settings) {
        return new Blueprint(type, List.of("input", "mat2"), false, (_, inputs, _) -> {
            Shape a = inputs.get(0).row();
            Shape b = inputs.get(1).row();
            if (a.rank() != 2 || b.rank() != 2 || a.dim(1) != b.dim(0)) {
                throw new ConfigException("reads rows of %s and %s; needs [n, m] and [m, p]".formatted(a, b));
            }
            return ArcModule.join(both(inputs), List.of(), tensors -> {
                Tensor left = tensors.get(0).insertAxis(3);
                Shape products = left.shape().with(3, b.dim(1));
                return left.broadcast(products)
                        .mul(tensors.get(1).insertAxis(1))
                        .sum(2);
            });
        });
    }

    /// γ(z)·x + β(z). Perez et al. 2018, arXiv:1709.07871.
    private static Blueprint film(String type, ArcSettings settings) {
        int features = settings.count("feature_dim");
        int conditions = settings.count("conditioner_dim");
        return new Blueprint(type, List.of("feature", "conditioner"), false, (name, inputs, layers) -> {
            Shape feature = inputs.get(0).row();
            Shape conditioner = inputs.get(1).row();
            int width = Layers.features(name, conditioner, "the conditioner of a FiLM");
            if (width != conditions) {
                throw new ConfigException("conditioner_dim is %s; needs %s, which is what its conditioner has"
                        .formatted(conditions, width));
            }
            modulates(conditioner.with(-1, features), feature);
            Linear gamma = linear(layers, name + ".gamma", conditions, features);
            Linear beta = linear(layers, name + ".beta", conditions, features);
            return ArcModule.join(
                    both(inputs),
                    Stream.concat(gamma.parameters().stream(), beta.parameters().stream())
                            .toList(),
                    tensors -> tensors.get(0)
                            .mul(spread(gamma.apply(tensors.get(1)), feature))
                            .add(spread(beta.apply(tensors.get(1)), feature)));
        });
    }

    private static Linear linear(Layers layers, String name, int in, int out) {
        return Linear.of(layers.variables(), name, in, out, layers.init(), layers.random());
    }

    /// Refuse a γ that does not have the first axes of the feature, in PyTorch's order.
    private static void modulates(Shape gamma, Shape feature) {
        int[] torch = feature.rank() == 3 ? new int[] {feature.dim(2), feature.dim(0), feature.dim(1)} : feature.dims();
        boolean fits = gamma.rank() <= torch.length && Arrays.equals(gamma.dims(), Arrays.copyOf(torch, gamma.rank()));
        if (!fits) {
            throw new ConfigException("feature_dim is %s, so it scales %s; its feature has %s"
                    .formatted(gamma.dim(-1), gamma, Arrays.toString(torch)));
        }
    }

    /// γ or β with axes of size 1 behind, as many as the feature has.
    private static Tensor spread(Tensor gamma, Shape feature) {
        Shape shape = gamma.shape();
        while (shape.rank() <= feature.rank()) {
            shape = shape.insert(shape.rank(), 1);
        }
        return Axes.ours(gamma.reshape(shape));
    }

    private static Form both(List<Form> inputs) {
        return Form.tuple(inputs.stream().map(Form::row).toList());
    }

    private static Form several(Form form) {
        if (!form.tuple()) {
            throw new ConfigException("reads one tensor; needs a list of them, as [[a, b]], or a fork");
        }
        return form;
    }

    private static Shape equal(Form form) {
        List<Shape> rows = form.rows();
        if (rows.stream().distinct().count() != 1) {
            throw new ConfigException("reads rows of %s; they must be equal".formatted(rows));
        }
        return rows.getFirst();
    }
}
