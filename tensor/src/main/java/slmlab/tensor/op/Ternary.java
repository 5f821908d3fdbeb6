package slmlab.tensor.op;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.internal.Elementwise;

/// Element-wise functions of three tensors, broadcast to a common shape first.
public enum Ternary implements Pointwise {
    /// The second where the first is not 0, else the third.
    SELECT(Elementwise::select) {
        @Override
        public double apply(double a, double b, double c) {
            return a != 0 ? b : c;
        }

        @Override
        public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
            Tensor zero = g.constant(0);
            Tensor condition = out.input(0);
            return new @Nullable Tensor[] {null, condition.select(g, zero), condition.select(zero, g)};
        }
    },
    /// The first, clamped between the second and the third; at a bound the gradient still passes, as in
    /// PyTorch.
    CLAMP(Elementwise::clamp) {
        @Override
        public double apply(double a, double b, double c) {
            return Math.min(Math.max(a, b), c);
        }

        @Override
        public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
            Tensor x = out.input(0);
            Tensor low = out.input(1);
            Tensor high = out.input(2);
            Tensor above = x.gt(high).add(low.gt(high)).sub(x.gt(high).mul(low.gt(high)));
            Tensor below = x.lt(low).mul(low.le(high));
            Tensor inside = low.le(x).mul(x.le(high));
            return new @Nullable Tensor[] {g.mul(inside), g.mul(below), g.mul(above)};
        }
    };

    private final Kernel kernel;

    Ternary(Kernel kernel) {
        this.kernel = kernel;
    }

    public Tensor of(Tensor a, Tensor b, Tensor c) {
        a.requireFloat(label());
        b.requireFloat(label());
        c.requireFloat(label());
        Shape shape = Broadcast.common(label(), a.shape(), b.shape(), c.shape());
        return new Tensor(
                this, List.of(a.broadcast(shape), b.broadcast(shape), c.broadcast(shape)), shape, DType.FLOAT32);
    }

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Kernel kernel() {
        return kernel;
    }

    public interface Kernel {
        void run(
                Elementwise kernels, float[] a, int ao, float[] b, int bo, float[] c, int co, float[] y, int yo, int n);
    }
}
