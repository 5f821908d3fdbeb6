package slmlab.tensor.op;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Call;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.Reference;
import slmlab.tensor.compile.View;

/// Concatenation of tensors along an axis.
public record Concat(int axis) implements Op {

    public static Tensor of(int axis, List<Tensor> parts) {
        if (parts.isEmpty()) {
            throw new ShapeException("concat of nothing: needs at least one tensor");
        }
        Tensor first = parts.getFirst();
        int counted = first.shape().axis(axis);
        int size = 0;
        for (Tensor part : parts) {
            boolean fits = part.shape().rank() == first.shape().rank()
                    && part.shape().with(counted, 1).equals(first.shape().with(counted, 1));
            if (!fits || part.dtype() != DType.FLOAT32) {
                throw new ShapeException("concat along axis %s of %s %s and %s %s: the other axes must agree"
                        .formatted(axis, first.dtype(), first.shape(), part.dtype(), part.shape()));
            }
            size += part.shape().dim(counted);
        }
        if (parts.size() == 1) {
            return first;
        }
        return new Tensor(new Concat(counted), List.copyOf(parts), first.shape().with(counted, size), DType.FLOAT32);
    }

    @Override
    public String label() {
        return "concat";
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        @Nullable Tensor[] gradients = new @Nullable Tensor[out.inputs().size()];
        int from = 0;
        for (int part = 0; part < gradients.length; part++) {
            int to = from + out.input(part).shape().dim(axis);
            gradients[part] = Slice.of(g, axis, from, to);
            from = to;
        }
        return gradients;
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        double[] y = new double[out.shape().volume()];
        int[] strides = out.shape().strides();
        int at = 0;
        for (int part = 0; part < inputs.size(); part++) {
            Shape shape = out.input(part).shape();
            Reference.place(shape, inputs.get(part), y, at * strides[axis], strides);
            at += shape.dim(axis);
        }
        return y;
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        List<View> parts = inputs.stream().map(lowering::contiguous).toList();
        View y = lowering.result(out);
        int[] strides = y.strides();
        lowering.emit(out, parts, List.of(y), memory -> {
            List<Call> calls = new ArrayList<>();
            int at = memory.offset(y);
            for (View part : parts) {
                float[] from = memory.floats(part);
                int fromOffset = memory.offset(part);
                int[] dims = part.shape().dims();
                float[] to = memory.floats(y);
                int toOffset = at;
                calls.add((first, last) ->
                        memory.kernels().matrix().place(dims, from, fromOffset, to, toOffset, strides));
                at += dims[axis] * strides[axis];
            }
            Call[] all = calls.toArray(Call[]::new);
            return (first, last) -> {
                for (Call call : all) {
                    call.run(0, 1);
                }
            };
        });
        return y;
    }
}
