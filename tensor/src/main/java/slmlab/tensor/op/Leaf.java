package slmlab.tensor.op;

import java.util.Arrays;
import java.util.List;
import slmlab.tensor.Array;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.compile.Draws;
import slmlab.tensor.compile.Lowering;
import slmlab.tensor.compile.Reference;
import slmlab.tensor.compile.View;
import slmlab.tensor.internal.Philox;

/// Source of values: the operation of a tensor without inputs.
public sealed interface Leaf extends Op {

    @Override
    default View lower(Tensor out, List<View> inputs, Lowering lowering) {
        return lowering.leaf(out, this);
    }

    @Override
    default double[] reference(Tensor out, List<double[]> inputs) {
        throw new IllegalStateException("%s has no value of its own".formatted(label()));
    }

    /// Values that the user sets before a run.
    record Input(String name) implements Leaf {
        @Override
        public String label() {
            return "input " + name;
        }
    }

    /// The value of a variable at the start of a run.
    record Read(Variable variable) implements Leaf {
        @Override
        public String label() {
            return "variable " + variable.name();
        }
    }

    /// The same value in every element.
    record Constant(float value) implements Leaf {
        @Override
        public String label() {
            return "constant";
        }

        @Override
        public double[] reference(Tensor out, List<double[]> inputs) {
            double[] y = new double[out.shape().volume()];
            Arrays.fill(y, value);
            return y;
        }
    }

    /// Values fixed at trace time.
    record Numbers(Array array) implements Leaf {
        @Override
        public String label() {
            return "constant";
        }

        @Override
        public double[] reference(Tensor out, List<double[]> inputs) {
            return Reference.widen(array);
        }
    }

    /// Uniform draws from the open interval (0, 1). Two draws are never the same, so this is compared by
    /// identity.
    final class Uniform implements Leaf {
        @Override
        public String label() {
            return "uniform";
        }

        @Override
        public View lower(Tensor out, List<View> inputs, Lowering lowering) {
            View y = lowering.result(out);
            int stream = lowering.stream(this);
            lowering.emit(out, List.of(), List.of(y), memory -> {
                float[] to = memory.floats(y);
                int toOffset = memory.offset(y);
                int n = out.shape().volume();
                Draws draws = memory.draws();
                int[] words = new int[4];
                return (first, last) -> Philox.uniform(draws.key(), draws.run(), stream, 0, to, toOffset, n, words);
            });
            return y;
        }
    }
}
