package slmlab.agent.net;

import static slmlab.spec.key.Check.that;

import org.jspecify.annotations.Nullable;
import slmlab.agent.net.setting.TrainingSettings;

/// One output of a net: `size` numbers for each row.
///
/// @param gain       orthogonal gain of its first weights; null for the net's `init_fn`
/// @param logStdInit makes the output a learned vector that starts here and is the same forevery row; null
///                   for a layer on top of the body
public record Tail(
        int size, @Nullable Double gain, @Nullable Double logStdInit) {
    public Tail {
        that(size > 0, "a tail of %d numbers; needs at least 1", size);
    }

    /// A layer that begins as the net's others do.
    public static Tail of(int size) {
        return new Tail(size, null, null);
    }

    /// A layer of values.
    public static Tail values(int size, TrainingSettings learning) {
        return new Tail(size, learning.criticInitStd(), null);
    }
}
