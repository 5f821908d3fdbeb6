package slmlab.agent.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.Tail;
import slmlab.tensor.Array;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.distribution.Categorical;
import slmlab.tensor.distribution.Distribution;

/// One choice of `n`, from logits.
///
/// @param start what the env calls the first choice
/// @param gain  orthogonal gain of the first weights; null for the net's `init_fn`
record DiscreteHead(int n, int start, Kind kind, @Nullable Double gain) implements ActionHead {

    /// GumbelSoftmax draws as Categorical does.
    enum Kind {
        CATEGORICAL("Categorical"),
        ARGMAX("Argmax"),
        GUMBEL_SOFTMAX("GumbelSoftmax");

        private final String pdtype;

        Kind(String pdtype) {
            this.pdtype = pdtype;
        }

        @Override
        public String toString() {
            return pdtype;
        }
    }

    /// How far below the best the others lie.
    private static final double NEVER = -1e8;

    @Override
    public List<Tail> tails() {
        return List.of(new Tail(n, gain, null));
    }

    @Override
    public Distribution distribution(List<Tensor> tails, @Nullable Tensor mask) {
        Tensor logits = tails.getFirst(); // [rows, n]
        if (kind != Kind.ARGMAX) {
            return mask == null ? Categorical.of(logits) : Categorical.of(logits, mask);
        }
        Tensor possible = mask == null ? logits : mask.toFloat().select(logits, Tensor.of(-Float.MAX_VALUE));
        Tensor best = possible.ge(possible.maxOver(1).insertAxis(1)); // equals share
        return Categorical.of(best.select(Tensor.of(1), Tensor.of(NEVER)));
    }

    @Override
    public void traceParameters(Trace trace, List<Tensor> tails, Distribution policy) {
        trace.output("logits", tails.getFirst());
        trace.output("probabilities", ((Categorical) policy).probs());
    }

    @Override
    public void toEnv(Array chosen, Array action) {
        int[] from = chosen.ints();
        int[] to = action.ints();
        for (int i = 0; i < to.length; i++) {
            to[i] = from[i] + start;
        }
    }

    @Override
    public void fromEnv(Array action, Array chosen) {
        int[] from = action.ints();
        int[] to = chosen.ints();
        for (int i = 0; i < to.length; i++) {
            to[i] = from[i] - start;
        }
    }
}
