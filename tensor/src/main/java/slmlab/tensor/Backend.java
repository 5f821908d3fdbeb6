package slmlab.tensor;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.internal.Kernels;

/// Backend that programs run on: compiles a graph to something that computes.
public interface Backend {

    /// Return the JVM backend with the kernels that suit this machine: SIMD vectors where the JVM has them.
    static Backend jvm() {
        return new JvmBackend(Kernels.active());
    }

    /// Return the JVM backend with the scalar twins of all kernels.
    static Backend scalar() {
        return new JvmBackend(Kernels.scalar());
    }

    /// Return a backend that computes one tensor after the other in double precision, for checks only.
    static Backend reference() {
        return new ReferenceBackend();
    }

    Executable compile(Graph graph, Program.Options options);

    /// A graph compiled for a backend, with its own inputs and outputs.
    interface Executable extends AutoCloseable {

        Map<String, Array> inputs();

        Map<String, Array> outputs();

        /// Compute the outputs, then make the assignments. If a guard is not finite, return its name and assign
        /// nothing.
        @Nullable
        String run();

        /// Recompute the last run tensor by tensor, without assigning; return where the first NaN or infinity
        /// appeared.
        @Nullable
        String check();

        @Override
        void close();
    }
}
