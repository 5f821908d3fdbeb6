package slmlab.tensor.op;

import java.util.List;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Buffer;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.View;

/// Cast of indices or pixels to float32. Bytes are read as 0 to 255.
public record Cast() implements Op {

    public static Tensor of(Tensor x) {
        return x.dtype() == DType.FLOAT32 ? x : new Tensor(new Cast(), List.of(x), x.shape(), DType.FLOAT32);
    }

    @Override
    public String label() {
        return "to_float";
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        return inputs.getFirst();
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        View x = inputs.getFirst();
        View all = View.whole(x.buffer(), Shape.of(x.buffer().size())); // in memory order; the view stays as it is
        Buffer buffer = new Buffer(DType.FLOAT32, x.buffer().size());
        View y = View.whole(buffer, all.shape());
        boolean bytes = out.input(0).dtype() == DType.UINT8;
        lowering.emit(out, List.of(all), List.of(y), memory -> {
            float[] to = memory.floats(y);
            int toOffset = memory.offset(y);
            int fromOffset = memory.offset(all);
            int n = buffer.size();
            if (bytes) {
                byte[] from = memory.bytes(all);
                return (first, last) -> {
                    for (int at = 0; at < n; at++) {
                        to[toOffset + at] = from[fromOffset + at] & 0xff;
                    }
                };
            }
            int[] from = memory.ints(all);
            return (first, last) -> {
                for (int at = 0; at < n; at++) {
                    to[toOffset + at] = from[fromOffset + at];
                }
            };
        });
        return new View(buffer, x.offset(), x.shape(), x.strides());
    }
}
