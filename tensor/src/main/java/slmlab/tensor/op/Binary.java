package slmlab.tensor.op;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.internal.Elementwise;

/// Element-wise functions of two tensors, broadcast to a common shape first. Comparisons return 1 or 0.
public enum Binary implements Pointwise {
    ADD((a, b) -> a + b, Elementwise::add, (g, a, b, y) -> g, (g, a, b, y) -> g),
    SUB((a, b) -> a - b, Elementwise::sub, (g, a, b, y) -> g, (g, a, b, y) -> g.neg()),
    MUL((a, b) -> a * b, Elementwise::mul, (g, a, b, y) -> g.mul(b), (g, a, b, y) -> g.mul(a)),
    DIV(
            (a, b) -> a / b,
            Elementwise::div,
            (g, a, b, y) -> g.div(b),
            (g, a, b, y) -> g.mul(y).div(b).neg()),
    /// Where both are equal each gets half of the gradient, as in PyTorch.
    MIN(Math::min, Elementwise::min, (g, a, b, y) -> g.mul(share(a, b)), (g, a, b, y) -> g.mul(share(b, a))),
    MAX(Math::max, Elementwise::max, (g, a, b, y) -> g.mul(share(b, a)), (g, a, b, y) -> g.mul(share(a, b))),
    POW(
            Math::pow,
            Elementwise::pow,
            (g, a, b, y) -> b.eq(0).select(g.constant(0), g.mul(b).mul(a.pow(b.sub(1)))),
            (g, a, b, y) ->
                    g.mul(a.eq(0).select(a.mul(0), y.mul(a.max(Float.MIN_NORMAL).log())))),
    LT((a, b) -> a < b ? 1 : 0, Elementwise::lt, null, null),
    LE((a, b) -> a <= b ? 1 : 0, Elementwise::le, null, null),
    EQ((a, b) -> a == b ? 1 : 0, Elementwise::eq, null, null),
    NE((a, b) -> a != b ? 1 : 0, Elementwise::ne, null, null),
    /// g·(1 − y²), one pass for tanh's gradient.
    TANH_GRAD(
            (a, b) -> a * (1 - b * b),
            Elementwise::tanhGrad,
            (g, a, b, y) -> Binary.valueOf("TANH_GRAD").of(g, b),
            (g, a, b, y) -> g.mul(a).mul(b).mul(-2)),
    SIGMOID_GRAD(
            (a, b) -> a * b * (1 - b),
            Elementwise::sigmoidGrad,
            (g, a, b, y) -> Binary.valueOf("SIGMOID_GRAD").of(g, b),
            (g, a, b, y) -> g.mul(a).mul(b.mul(-2).add(1))),
    RELU_GRAD(
            (a, b) -> b > 0 ? a : 0,
            Elementwise::reluGrad,
            (g, a, b, y) -> Binary.valueOf("RELU_GRAD").of(g, b),
            null);

    private final DoubleBinaryOperator reference;
    private final Kernel kernel;
    private final @Nullable Rule byFirst;
    private final @Nullable Rule bySecond;

    Binary(DoubleBinaryOperator reference, Kernel kernel, @Nullable Rule byFirst, @Nullable Rule bySecond) {
        this.reference = reference;
        this.kernel = kernel;
        this.byFirst = byFirst;
        this.bySecond = bySecond;
    }

    public Tensor of(Tensor a, Tensor b) {
        a.requireFloat(label());
        b.requireFloat(label());
        Shape shape = Broadcast.common(label(), a.shape(), b.shape());
        return new Tensor(this, List.of(a.broadcast(shape), b.broadcast(shape)), shape, DType.FLOAT32);
    }

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        Tensor a = out.input(0);
        Tensor b = out.input(1);
        return new @Nullable Tensor[] {
            byFirst == null ? null : byFirst.of(g, a, b, out), bySecond == null ? null : bySecond.of(g, a, b, out)
        };
    }

    @Override
    public double apply(double a, double b, double c) {
        return reference.applyAsDouble(a, b);
    }

    public Kernel kernel() {
        return kernel;
    }

    /// Return 1 where `a` is the smaller, ½ where both are equal, else 0.
    private static Tensor share(Tensor a, Tensor b) {
        return a.lt(b).add(a.le(b)).mul(0.5);
    }

    public interface Kernel {
        void run(Elementwise kernels, float[] a, int ao, float[] b, int bo, float[] y, int yo, int n);
    }

    private interface Rule {
        Tensor of(Tensor g, Tensor a, Tensor b, Tensor y);
    }
}
