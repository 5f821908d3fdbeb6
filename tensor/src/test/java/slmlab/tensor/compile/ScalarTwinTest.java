package slmlab.tensor.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import slmlab.tensor.Array;
import slmlab.tensor.Backend;
import slmlab.tensor.Numbers;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;

/// What the warning about scalar kernels says of their numbers: sums, and matrix products, which are sums, have other
/// last bits; the rest has the same.
class ScalarTwinTest {

    private static float[] run(Backend backend, UnaryOperator<Tensor> f, Array x) {
        try (Program program = Program.trace(
                Program.Options.DEFAULT.backend(backend),
                trace -> trace.output("y", f.apply(trace.input("x", x.dtype(), x.shape()))))) {
            program.input("x").copyFrom(x);
            program.run();
            return program.output("y").floats().clone();
        }
    }

    private static void compare(UnaryOperator<Tensor> f, boolean same) {
        assumeFalse(
                Backend.jvm().equals(Backend.scalar()),
                "this JVM has no optimizing compiler, so there are scalar kernels only");
        Array x = new Numbers(11).normal(37, 211);
        float[] vector = run(Backend.jvm(), f, x);
        float[] scalar = run(Backend.scalar(), f, x);
        if (same) {
            assertThat(scalar).isEqualTo(vector);
        } else {
            assertThat(scalar).isNotEqualTo(vector).containsExactly(vector, within(1e-3f));
        }
    }

    @Test
    void elementByElementTheBitsAreTheSame() {
        compare(
                x -> x.tanh()
                        .mul(x.exp())
                        .add(x.sigmoid())
                        .div(x.square().add(1))
                        .sqrt(),
                true);
        compare(x -> x.maxOver(1), true);
    }

    @Test
    void sumsInLanesHaveOtherLastBits() {
        compare(x -> x.sum(1), false);
        compare(x -> x.mul(x).sum(1), false);
        compare(Tensor::logSumExp, false);
        compare(x -> x.matmul(x.transpose().slice(1, 0, 2)), false); // narrow: each number is a sum in lanes
    }
}
