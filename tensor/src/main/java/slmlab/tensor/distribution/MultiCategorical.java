package slmlab.tensor.distribution;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.ShapeException;
import slmlab.tensor.Tensor;

/// Independent categorical distributions, whose logits are concatenated in a row `[batch, n₁ + n₂ + …]`;
/// actions are INT32 `[batch, k]`, one of each.
public final class MultiCategorical implements Distribution {
    private final List<Categorical> factors;

    private MultiCategorical(List<Categorical> factors) {
        this.factors = factors;
    }

    /// Create it from concatenated logits.
    ///
    /// @param sizes number of actions of each distribution
    public static MultiCategorical of(Tensor logits, List<Integer> sizes) {
        return new MultiCategorical(
                split(logits, sizes).stream().map(Categorical::of).toList());
    }

    /// Create it with a mask laid out as the logits; see [Categorical#of(Tensor, Tensor)].
    public static MultiCategorical of(Tensor logits, List<Integer> sizes, Tensor mask) {
        List<Tensor> rows = split(logits, sizes);
        List<Tensor> masks = split(mask, sizes);
        return new MultiCategorical(IntStream.range(0, sizes.size())
                .mapToObj(i -> Categorical.of(rows.get(i), masks.get(i)))
                .toList());
    }

    /// Return the individual distributions.
    public List<Categorical> factors() {
        return factors;
    }

    @Override
    public Tensor sample() {
        return largest(Categorical::noisy);
    }

    @Override
    public Tensor mode() {
        return largest(Categorical::logProbs);
    }

    @Override
    public Tensor logProb(Tensor action) {
        Shape batch = factors.getFirst().batch();
        Kinds.action(this, action, DType.INT32, batch.insert(batch.rank(), factors.size()));
        return sum(i -> factors.get(i).logProb(action.slice(-1, i, i + 1).reshape(batch)));
    }

    @Override
    public Tensor entropy() {
        return sum(i -> factors.get(i).entropy());
    }

    @Override
    public Tensor kl(Distribution other) {
        List<Categorical> others = Kinds.same(this, MultiCategorical.class, other).factors;
        if (others.size() != factors.size()) {
            throw new IllegalArgumentException("divergence of %s distributions from %s: needs equally many"
                    .formatted(others.size(), factors.size()));
        }
        return sum(i -> factors.get(i).kl(others.get(i)));
    }

    private Tensor sum(Function<Integer, Tensor> of) {
        BinaryOperator<Tensor> add = Tensor::add;
        return IntStream.range(0, factors.size()).boxed().map(of).reduce(add).orElseThrow();
    }

    /// Return the index of the largest score, for each distribution. Shorter rows of scores are padded with
    /// values that are never the largest.
    private Tensor largest(Function<Categorical, Tensor> scores) {
        int most = factors.stream().mapToInt(Categorical::size).max().orElseThrow();
        List<Tensor> rows = new ArrayList<>();
        for (Categorical factor : factors) {
            Tensor row = scores.apply(factor);
            int missing = most - factor.size();
            if (missing > 0) {
                Tensor never = Tensor.constant(row.shape().with(-1, missing), -Float.MAX_VALUE);
                row = Tensor.concat(-1, List.of(row, never));
            }
            rows.add(row);
        }
        return Tensor.stack(factors.getFirst().batch().rank(), rows).argmax(-1); // [batch, distributions, largest size]
    }

    private static List<Tensor> split(Tensor row, List<Integer> sizes) {
        int all = sizes.stream().mapToInt(Integer::intValue).sum();
        if (sizes.isEmpty() || row.shape().dim(-1) != all) {
            throw new ShapeException(
                    "actions of sizes %s from a row of %s: needs a last axis of %s".formatted(sizes, row.shape(), all));
        }
        List<Tensor> parts = new ArrayList<>();
        int from = 0;
        for (int size : sizes) {
            parts.add(row.slice(-1, from, from + size));
            from += size;
        }
        return parts;
    }
}
