package slmlab.agent.part;

import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;

/// The inputs of a program that hold rows of a memory, each declared when first asked for.
///
/// @param prefix before their names: empty, or `next_` for what followed
public record Inputs(AgentContext parts, Trace trace, String prefix, int rows) {

    /// Observations, [rows, …].
    public Tensor obs() {
        return trace.input(
                prefix + "obs", parts.obs().rowType(), parts.obs().row().insert(0, rows));
    }

    /// Which actions can be taken, [rows, actions]; null where all can.
    public @Nullable Tensor mask() {
        return parts.masked()
                ? trace.input(
                        prefix + "mask",
                        DType.UINT8,
                        Shape.of(rows, parts.action().flatSize()))
                : null;
    }

    /// Actions as a distribution takes them: `[rows]`, or [rows, n].
    public Tensor action() {
        Shape one = parts.action().row();
        Shape shape = one.rank() == 0 ? Shape.of(rows) : Shape.of(rows, one.volume());
        return trace.input(prefix + "action", parts.action().rowType(), shape);
    }

    /// The target of a transition's value, y = r + γ·V(s′), through which no gradient passes.
    ///
    /// @param nextValue V(s′), `[rows]`
    public Tensor target(Tensor nextValue) {
        return trace.input("reward", rows)
                .add(trace.input("discount", rows).mul(nextValue))
                .stopGradient();
    }
}
