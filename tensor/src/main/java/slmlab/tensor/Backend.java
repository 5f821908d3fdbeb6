package slmlab.tensor;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.internal.Kernels;

/// Where programs run: turns a graph into something that computes.
public interface Backend {

    /// The JVM with the kernels that suit this machine: vectors where the JVM has them.
    static Backend jvm() {
        return new JvmBackend(Kernels.active());
    }

    /// The JVM with the scalar twins of all kernels.
    static Backend scalar() {
        return new JvmBackend(Kernels.scalar());
    }

    /// One tensor after the other in double precision, for checks only.
    static Backend reference() {
        return new ReferenceBackend();
    }

    Executable compile(Graph graph, Program.Options options);

    /// A graph on a backend, with inputs and outputs of its own.
    interface Executable extends AutoCloseable {

        Map<String, Array> inputs();

        Map<String, Array> outputs();

        /// Computes the outputs, then assigns, unless a guard is not finite: then returns that guard's name and
        /// assigns nothing.
        @Nullable
        String run();

        /// Computes the last run again, tensor by tensor, without assigning; tells where the first NaN or
        /// infinity was born.
        @Nullable
        String check();

        @Override
        void close();
    }
}
