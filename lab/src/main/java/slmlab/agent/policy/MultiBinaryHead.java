package slmlab.agent.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.Tail;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.distribution.Bernoulli;
import slmlab.tensor.distribution.Distribution;

/// `n` switches, a logit for each.
///
/// @param gain orthogonal gain of the first weights; null for the net's `init_fn`
record MultiBinaryHead(int n, @Nullable Double gain) implements ActionHead {

    enum Kind {
        BERNOULLI;

        @Override
        public String toString() {
            return "Bernoulli";
        }
    }

    @Override
    public List<Tail> tails() {
        return List.of(new Tail(n, gain, null));
    }

    @Override
    public Distribution distribution(List<Tensor> tails, @Nullable Tensor mask) {
        if (mask != null) {
            throw new IllegalArgumentException("a mask for %s switches: there is none for them".formatted(n));
        }
        return Bernoulli.of(tails.getFirst());
    }

    @Override
    public void traceParameters(Trace trace, List<Tensor> tails, Distribution policy) {
        trace.output("logits", tails.getFirst());
        trace.output("probabilities", ((Bernoulli) policy).probs());
    }
}
