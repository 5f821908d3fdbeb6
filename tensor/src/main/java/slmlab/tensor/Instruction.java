package slmlab.tensor;

import java.util.List;
import java.util.function.Function;

/// A kernel call before its memory is known.
///
/// @param node the tensor it computes, for errors
/// @param units how many parts it can be split into
/// @param work how much one unit costs, in multiply-adds or so
record Instruction(
        Tensor node, int units, long work, List<View> reads, List<View> writes, Function<Memory, Call> binder) {}
