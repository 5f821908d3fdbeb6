package slmlab.tensor;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.compile.JvmBackend;
import slmlab.tensor.compile.ReferenceBackend;
import slmlab.tensor.internal.Kernels;

/// Backend that programs run on: compiles a graph to something that computes.
///
/// One from another jar is listed in that jar's `META-INF/services/slmlab.tensor.Backend` and found by its name
/// ([#of]); the page of `slmlab.tensor.compile` says what it implements.
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

    /// Return the backend of a name: `jvm`, `scalar`, `reference`, or one of a jar on the class path.
    static Backend of(String name) {
        SortedMap<String, Backend> known = new TreeMap<>();
        for (Backend backend : ServiceLoader.load(Backend.class)) {
            known.put(backend.name(), backend);
        }
        known.put("jvm", jvm());
        known.put("scalar", scalar());
        known.put("reference", reference());
        Backend found = known.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no backend %s; there are %s, and a jar on the class path may add others"
                    .formatted(name, known.keySet()));
        }
        return found;
    }

    /// Return the name by which [#of] finds it.
    String name();

    /// Compile a graph. What does not suit the backend is refused here, not in a run.
    Executable compile(Graph graph, Program.Options options);

    /// A graph compiled for a backend. Inputs and outputs are arrays of Java that belong to it: a run reads the
    /// former and fills the latter, wherever it computes. [Program] sees to it that one thread at a time calls it,
    /// and that nothing is run after [#close].
    interface Executable extends AutoCloseable {

        /// Return the inputs by name, the same arrays each time.
        Map<String, Array> inputs();

        /// Return the outputs by name, the same arrays each time.
        Map<String, Array> outputs();

        /// Compute the outputs, then make the assignments. If a guard is not finite, return its name and assign
        /// nothing.
        @Nullable
        String run();

        /// Recompute the last run tensor by tensor, without assigning; return where the first NaN or infinity
        /// appeared.
        @Nullable
        String check();

        /// Free threads and memory of a device; may be called twice.
        @Override
        void close();
    }
}
