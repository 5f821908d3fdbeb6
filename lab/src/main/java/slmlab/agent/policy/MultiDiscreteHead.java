package slmlab.agent.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.Tail;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.distribution.Categorical;
import slmlab.tensor.distribution.Distribution;
import slmlab.tensor.distribution.MultiCategorical;

/// Several discrete actions at once, a tail of logits for each.
///
/// @param gain orthogonal gain of the first weights; null for the net's `init_fn`
record MultiDiscreteHead(List<Integer> sizes, @Nullable Double gain) implements ActionHead {

    enum Kind {
        MULTI_CATEGORICAL;

        @Override
        public String toString() {
            return "MultiCategorical";
        }
    }

    @Override
    public List<Tail> tails() {
        return sizes.stream().map(n -> new Tail(n, gain, null)).toList();
    }

    @Override
    public Distribution distribution(List<Tensor> tails, @Nullable Tensor mask) {
        Tensor logits = Tensor.concat(1, tails); // [rows, n₁ + n₂ + …]
        return mask == null ? MultiCategorical.of(logits, sizes) : MultiCategorical.of(logits, sizes, mask);
    }

    @Override
    public void traceParameters(Trace trace, List<Tensor> tails, Distribution policy) {
        List<Tensor> each = ((MultiCategorical) policy)
                .factors().stream().map(Categorical::probs).toList();
        trace.output("logits", Tensor.concat(1, tails));
        trace.output("probabilities", Tensor.concat(1, each));
    }
}
