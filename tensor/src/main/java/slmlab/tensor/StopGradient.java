package slmlab.tensor;

import java.util.List;

/// The same value, treated as a constant by gradients (PyTorch's `detach`).
record StopGradient() implements Op {

    static Tensor of(Tensor x) {
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
