package slmlab.tensor.compile;

/// A kernel with its operands bound: one entry of a program's list.
@FunctionalInterface
public interface Call {
    /// Compute units `from` to `to` (rows of a product, elements of a chain) of the result; a call that cannot
    /// be split computes all.
    void run(int from, int to);
}
