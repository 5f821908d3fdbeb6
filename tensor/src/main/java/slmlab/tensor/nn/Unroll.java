package slmlab.tensor.nn;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;

/// Runs recurrent layers step by step while a program is traced.
final class Unroll {
    private Unroll() {}

    /// One step of a kind of recurrent layer.
    interface Cell {
        /// Compute the part that needs no state, for all steps at once: [batch, steps, in] → [batch, steps,
        /// gates·hidden].
        Tensor project(Recurrent.Weights weights, Tensor x);

        /// @param projected [batch, gates·hidden], this step's part of the projection
        /// @param state     the state's parts, h first, each [batch, hidden]
        /// @return the parts after the step, h first
        List<Tensor> step(Recurrent.Weights weights, Tensor projected, List<Tensor> state);
    }

    /// Run a stack of layers over a sequence, layer by layer.
    ///
    /// @param parts values that a unit keeps: 1, or 2 with a cell
    static Recurrent.Output over(Recurrent net, Cell cell, int parts, Tensor x, @Nullable Tensor reset, Tensor state) {
        check(net, x, reset, state);
        int count = net.layers().size();
        int hidden = net.hidden();
        int batch = x.shape().dim(0);
        int steps = x.shape().dim(1);
        @Nullable Tensor keep = reset == null ? null : reset.neg().add(1); // [batch, steps], 0 at a start
        Tensor[] last = new Tensor[parts * count];
        Tensor y = x;
        for (int layer = 0; layer < count; layer++) {
            Recurrent.Weights weights = net.layers().get(layer);
            Tensor projected = cell.project(weights, y);
            List<Tensor> values = new ArrayList<>();
            for (int part = 0; part < parts; part++) {
                int from = (part * count + layer) * hidden;
                values.add(state.slice(1, from, from + hidden));
            }
            List<Tensor> outputs = new ArrayList<>();
            for (int t = 0; t < steps; t++) {
                if (keep != null) {
                    Tensor column = keep.slice(1, t, t + 1); // [batch, 1]
                    values = values.stream().map(value -> value.mul(column)).toList();
                }
                Tensor now = projected.slice(1, t, t + 1).reshape(batch, -1);
                values = cell.step(weights, now, values);
                outputs.add(values.getFirst());
            }
            for (int part = 0; part < parts; part++) {
                last[part * count + layer] = values.get(part);
            }
            y = Tensor.stack(1, outputs);
        }
        return new Recurrent.Output(y, Tensor.concat(1, List.of(last)));
    }

    private static void check(Recurrent net, Tensor x, @Nullable Tensor reset, Tensor state) {
        Shape shape = x.shape();
        String name = net.layers().getFirst().inputWeight().name();
        if (shape.rank() != 3 || shape.dim(2) != net.in() || shape.dim(1) == 0) {
            throw new ShapeException("recurrent layer %s %s of %s: needs [batch, steps, %s] of at least one step"
                    .formatted(name, net.layers().getFirst().inputWeight().shape(), shape, net.in()));
        }
        if (reset != null && !reset.shape().equals(shape.without(2))) {
            throw new ShapeException("recurrent layer %s of %s with a reset of %s: needs %s"
                    .formatted(name, shape, reset.shape(), shape.without(2)));
        }
        Shape wanted = Shape.of(shape.dim(0), net.stateSize());
        if (!state.shape().equals(wanted)) {
            throw new ShapeException("recurrent layer %s of %s with a state of %s: needs %s"
                    .formatted(name, shape, state.shape(), wanted));
        }
    }

    /// Split the columns into `count` blocks of equal width.
    static List<Tensor> blocks(Tensor columns, int count) {
        int width = columns.shape().dim(1) / count;
        return IntStream.range(0, count)
                .mapToObj(block -> columns.slice(1, block * width, (block + 1) * width))
                .toList();
    }
}
