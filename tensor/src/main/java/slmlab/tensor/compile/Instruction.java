package slmlab.tensor.compile;

import java.util.List;
import java.util.function.Function;
import slmlab.tensor.Tensor;

/// A kernel call before its memory is planned.
///
/// @param node the tensor it computes, for errors
/// @param units number of parts it can be split into
/// @param work cost of one unit, roughly in multiply-adds
record Instruction(
        Tensor node, int units, long work, List<View> reads, List<View> writes, Function<Memory, Call> binder) {}
