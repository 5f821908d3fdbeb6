package slmlab.tensor.op;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Tensor;
import slmlab.tensor.compile.Reference;
import slmlab.tensor.internal.Elementwise;

/// Element-wise functions of one tensor. A row here is the whole operation: reference, kernel, gradient.
public enum Unary implements Pointwise {
    NEG(x -> -x, Elementwise::neg, (g, x, y) -> g.neg()),
    ABS(Math::abs, Elementwise::abs, (g, x, y) -> g.mul(x.sign())),
    SIGN(Math::signum, Elementwise::sign, (g, x, y) -> null),
    SQUARE(x -> x * x, Elementwise::square, (g, x, y) -> g.mul(2).mul(x)),
    RECIPROCAL(
            x -> 1 / x, Elementwise::reciprocal, (g, x, y) -> g.mul(y.square()).neg()),
    SQRT(Math::sqrt, Elementwise::sqrt, (g, x, y) -> g.div(y.mul(2))),
    EXP(Math::exp, Elementwise::exp, (g, x, y) -> g.mul(y)),
    LOG(Math::log, Elementwise::log, (g, x, y) -> g.div(x)),
    LOG1P(Math::log1p, Elementwise::log1p, (g, x, y) -> g.div(x.add(1))),
    TANH(Math::tanh, Elementwise::tanh, (g, x, y) -> Binary.TANH_GRAD.of(g, y)),
    SIGMOID(x -> 1 / (1 + Math.exp(-x)), Elementwise::sigmoid, (g, x, y) -> Binary.SIGMOID_GRAD.of(g, y)),
    RELU(x -> x < 0 ? 0 : x, Elementwise::relu, (g, x, y) -> Binary.RELU_GRAD.of(g, y)),
    ERF(
            Reference::erf,
            Elementwise::erf,
            (g, x, y) -> g.mul(x.square().neg().exp().mul(2 / Math.sqrt(Math.PI)))),
    SIN(Math::sin, Elementwise::sin, (g, x, y) -> g.mul(x.cos())),
    COS(Math::cos, Elementwise::cos, (g, x, y) -> g.mul(x.sin()).neg());

    private final DoubleUnaryOperator reference;
    private final Kernel kernel;
    private final Rule gradient;

    Unary(DoubleUnaryOperator reference, Kernel kernel, Rule gradient) {
        this.reference = reference;
        this.kernel = kernel;
        this.gradient = gradient;
    }

    public Tensor of(Tensor x) {
        return new Tensor(this, List.of(x.requireFloat(label())), x.shape(), DType.FLOAT32);
    }

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public @Nullable Tensor[] gradient(Tensor out, Tensor g) {
        return new @Nullable Tensor[] {gradient.of(g, out.input(0), out)};
    }

    @Override
    public double apply(double a, double b, double c) {
        return reference.applyAsDouble(a);
    }

    public Kernel kernel() {
        return kernel;
    }

    public interface Kernel {
        void run(Elementwise kernels, float[] x, int xo, float[] y, int yo, int n);
    }

    private interface Rule {
        @Nullable
        Tensor of(Tensor g, Tensor x, Tensor y);
    }
}
