package slmlab.toy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.Backend;
import slmlab.tensor.Graph;
import slmlab.tensor.Program;
import slmlab.tensor.Trace;
import slmlab.tensor.Variable;

/// A toy that stands for a backend of another jar: public types alone. The reference computes; the numbers of
/// variables live outside the Java heap between runs, and their arrays hold NaN until someone asks for them.
public final class OffHeapBackend implements Backend {

    @Override
    public String name() {
        return "off_heap";
    }

    @Override
    public Executable compile(Graph graph, Program.Options options) {
        Set<Array> assigned = new LinkedHashSet<>();
        for (Trace.Assignment assignment : graph.assignments()) {
            for (Variable target : assignment.targets()) {
                assigned.add(options.writes().apply(target).array());
            }
        }
        return new OffHeap(Backend.reference().compile(graph, options), assigned);
    }

    private static final class OffHeap implements Executable {
        private final Executable reference;
        private final Set<Array> assigned;
        private final Arena memory = Arena.ofAuto();

        OffHeap(Executable reference, Set<Array> assigned) {
            this.reference = reference;
            this.assigned = assigned;
        }

        @Override
        public Map<String, Array> inputs() {
            return reference.inputs();
        }

        @Override
        public Map<String, Array> outputs() {
            return reference.outputs();
        }

        @Override
        public @Nullable String run() {
            String guard = reference.run();
            if (guard == null) {
                assigned.forEach(this::moveOut);
            }
            return guard;
        }

        private void moveOut(Array array) {
            float[] heap = array.floats();
            MemorySegment outside = memory.allocateFrom(ValueLayout.JAVA_FLOAT, heap);
            Arrays.fill(heap, Float.NaN);
            array.fetchFirst(() -> MemorySegment.copy(outside, ValueLayout.JAVA_FLOAT, 0, heap, 0, heap.length));
        }

        @Override
        public @Nullable String check() {
            return reference.check();
        }

        @Override
        public void close() {
            reference.close();
        }
    }
}
