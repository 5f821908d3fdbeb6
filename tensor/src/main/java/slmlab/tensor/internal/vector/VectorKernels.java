package slmlab.tensor.internal.vector;

import slmlab.tensor.internal.Kernels;

/// Entry point: all kernels in SIMD vectors.
public final class VectorKernels {

    private VectorKernels() {}

    public static Kernels create() {
        return new Kernels(new VectorElementwise(), new VectorReduction(), new VectorMatrix(), new VectorUpdates());
    }
}
