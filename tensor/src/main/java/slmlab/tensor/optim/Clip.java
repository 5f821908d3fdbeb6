package slmlab.tensor.optim;

/// Gradient clipping.
public sealed interface Clip {

    /// Return no clipping.
    static Clip none() {
        return new None();
    }

    /// Scale all gradients together where their norm exceeds `max`; their direction is unchanged (PyTorch's
    /// `clip_grad_norm_`).
    static Clip norm(double max) {
        return new Norm(max);
    }

    /// Clamp every element of every gradient to [−max, max] (PyTorch's `clip_grad_value_`).
    static Clip value(double max) {
        return new Value(max);
    }

    record None() implements Clip {}

    record Norm(double max) implements Clip {
        public Norm {
            Checks.that(max > 0, "clipping by norm at %s: needs to be more than 0".formatted(max));
        }
    }

    record Value(double max) implements Clip {
        public Value {
            Checks.that(max > 0, "clipping by value at %s: needs to be more than 0".formatted(max));
        }
    }
}
