/// From a graph to a fixed list of kernel calls.
///
/// Start with [JvmBackend], then [KernelPlan], the list of calls that a program is. The passes, in this order:
///
/// | Pass | What happens |
/// |---|---|
/// | [Simplify] | equal sub-expressions become one, constants are folded; no bit changes |
/// | [Fuse] | bias and activation move into the product before them |
/// | [Cluster], [ClusterCall] | element-wise neighbors of one shape run together, block by block |
/// | [Lowering] | each operation emits [Instruction]s over [View]s of [Buffer]s |
/// | [Layout] | every buffer gets a place in one workspace |
/// | [KernelPlan] | binds the instructions to [Memory] as [Call]s, and runs them |
///
/// [Update]s change variables at the end of a run, in [ArrayPart]s. [Reference] computes the same graphs in double
/// precision, tensor by tensor, and has none of the passes.
///
/// ## A second backend
///
/// A backend from another jar implements [slmlab.tensor.Backend] with public types alone, and is listed in that jar's
/// `META-INF/services/slmlab.tensor.Backend`; `Backend.of(name)` finds it, `Program.Options.backend(…)` takes it.
///
/// - `compile` walks `graph.nodes()`, inputs before outputs, and switches over their operations. [slmlab.tensor.op.Op]
///   is sealed, so the compiler names what is missing; `Dot`, and products with an activation or a third input, are
///   made by [Fuse] and never come to it. An operation that it lacks is refused in `compile`, with its
///   label and source.
/// - Inputs and outputs are arrays of Java that the executable owns: it copies the former to its device when a run
///   begins, and the latter back before the run ends.
/// - `options.reads()` and `options.writes()` say which variable stands for the one that was traced. Their numbers may
///   stay on the device: after a run that assigned a variable, `array.fetchFirst(…)` says how they come back when
///   someone asks; before the next run, `array.isElsewhere()` is false where they came back and may have been changed,
///   and they are copied to the device again. Programs that share variables use one backend.
/// - After the outputs, the guards of the graph are looked at: if one is not finite, its name is returned and nothing
///   is assigned. Then the assignments are made, all from the values before the run. An [Update] is told by its type:
///   [Update.Copy], `optim.RuleUpdate` (whose optimizer is a record of hyperparameters), `optim.Polyak.Follow`.
/// - A graph with draws takes one number from `options.random()` for each run; `graph.streams()` numbers the draws.
/// - `check` runs without fusion and names the first tensor that is not finite, by its label and source.
///
/// Nothing outside this package and `internal` assumes where the numbers of a variable are between runs; the
/// arithmetic of an update, which backends on the JVM call, is handed its arrays.
///
/// Knows graphs, operations and kernels; knows no layer and no algorithm.
@NullMarked
package slmlab.tensor.compile;

import org.jspecify.annotations.NullMarked;
