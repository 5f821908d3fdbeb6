package slmlab.tensor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.op.Pad;

/// Automatic differentiation: gradients are part of the graph, so they can be differentiated again.
public final class Gradients {
    private Gradients() {}

    /// Return the gradient of a scalar loss with respect to each of `by`; zeros where the loss does not depend
    /// on it.
    public static List<Tensor> of(Tensor loss, List<Tensor> by) {
        if (loss.shape().volume() != 1) {
            throw new ShapeException(
                    "gradient of %s: a loss needs to be a scalar, see mean() and sum()".formatted(loss.shape()));
        }
        List<Tensor> order = between(by, loss);
        Set<Tensor> relevant = new HashSet<>(order);
        Map<Tensor, List<Tensor>> parts = new HashMap<>();
        Map<Tensor, Tensor> totals = new HashMap<>();
        parts.put(loss, new ArrayList<>(List.of(Tensor.constant(loss.shape(), 1))));
        for (int at = order.size() - 1; at >= 0; at--) {
            Tensor node = order.get(at);
            List<Tensor> arrived = parts.get(node);
            if (arrived == null) {
                continue;
            }
            Source source = node.source().ofGradient();
            Tensor g = source.as(() -> total(arrived));
            totals.put(node, g);
            @Nullable Tensor[] passed = source.as(() -> node.op().gradient(node, g));
            for (int input = 0; input < passed.length; input++) {
                Tensor part = passed[input];
                if (part != null && relevant.contains(node.input(input))) {
                    parts.computeIfAbsent(node.input(input), _ -> new ArrayList<>())
                            .add(part);
                }
            }
        }
        return by.stream()
                .map(x -> totals.getOrDefault(x, Tensor.constant(x.shape(), 0)))
                .toList();
    }

    /// Return the sum of all gradients that reached a tensor. Slices that do not overlap are concatenated
    /// instead of added to zeros.
    private static Tensor total(List<Tensor> parts) {
        Tensor joined = sideBySide(parts);
        return joined != null ? joined : parts.stream().reduce(Tensor::add).orElseThrow();
    }

    private static @Nullable Tensor sideBySide(List<Tensor> parts) {
        if (parts.size() < 2 || !(parts.getFirst().op() instanceof Pad first)) {
            return null;
        }
        List<Tensor> sorted = new ArrayList<>();
        for (Tensor part : parts) {
            if (!(part.op() instanceof Pad pad) || pad.axis() != first.axis()) {
                return null;
            }
            sorted.add(part);
        }
        sorted.sort(Comparator.comparingInt(part -> ((Pad) part.op()).before()));
        List<Tensor> row = new ArrayList<>();
        int at = 0;
        for (Tensor part : sorted) {
            int before = ((Pad) part.op()).before();
            if (before < at) {
                return null;
            }
            addZeros(row, part, first.axis(), before - at);
            row.add(part.input(0));
            at = before + part.input(0).shape().dim(first.axis());
        }
        addZeros(row, parts.getFirst(), first.axis(), parts.getFirst().shape().dim(first.axis()) - at);
        return Tensor.concat(first.axis(), row);
    }

    private static void addZeros(List<Tensor> row, Tensor like, int axis, int size) {
        if (size > 0) {
            row.add(Tensor.constant(like.shape().with(axis, size), 0));
        }
    }

    /// Return all tensors on a path from one of `from` to `to`, inputs before outputs.
    private static List<Tensor> between(List<Tensor> from, Tensor to) {
        Set<Tensor> depends = new HashSet<>(from);
        List<Tensor> found = new ArrayList<>();
        for (Tensor node : Graph.ordered(List.of(to))) {
            if (depends.contains(node) || node.inputs().stream().anyMatch(depends::contains)) {
                depends.add(node);
                found.add(node);
            }
        }
        return found;
    }
}
