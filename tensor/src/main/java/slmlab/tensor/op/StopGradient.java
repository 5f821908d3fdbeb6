package slmlab.tensor.op;

import java.util.List;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.View;

/// The same value, treated as a constant by gradients (PyTorch's `detach`).
public record StopGradient() implements Op {

    public static Tensor of(Tensor x) {
        return new Tensor(new StopGradient(), List.of(x), x.shape(), x.dtype());
    }

    @Override
    public String label() {
        return "stop_gradient";
    }

    @Override
    public double[] reference(Tensor out, List<double[]> inputs) {
        return inputs.getFirst();
    }

    @Override
    public View lower(Tensor out, List<View> inputs, Lowering lowering) {
        return inputs.getFirst();
    }
}
