package slmlab.tensor.compile;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.Backend;
import slmlab.tensor.Graph;
import slmlab.tensor.Pool;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.internal.Kernels;
import slmlab.tensor.internal.Workers;

/// Runs graphs as fixed lists of kernel calls on Java arrays.
public record JvmBackend(Kernels kernels) implements Backend {
    /// Multiply-adds of a program from which it is worth keeping another thread awake. Small programs run thousands
    /// of times per second, and a thread that waits for them takes a core from the compiler and other sessions.
    private static final long LEAST_FOR_POOL = 50_000_000;

    @Override
    public String name() {
        return kernels.equals(Kernels.scalar()) ? "scalar" : "jvm";
    }

    @Override
    public Executable compile(Graph graph, Program.Options options) {
        return new Jvm(graph, options, kernels);
    }

    private static final class Jvm implements Executable {
        private final Graph graph;
        private final Program.Options options;
        private final Lowering lowering;
        private final Map<String, Array> inputs;
        private final Map<String, Array> outputs;
        private final KernelPlan plan;
        private final @Nullable Workers own;
        private final Draws draws = new Draws();
        private @Nullable KernelPlan checked;

        Jvm(Graph graph, Program.Options options, Kernels kernels) {
            this.graph = graph;
            this.options = options;
            this.lowering = new Lowering(graph, kernels, options.reads(), true, Map.of());
            this.inputs = Collections.unmodifiableMap(lowering.inputs());
            this.outputs = Collections.unmodifiableMap(lowering.outputs());
            this.own = options.threads() > 1 ? new Workers(options.threads()) : null;
            Pool pool = options.pool();
            this.plan = pool == null
                    ? new KernelPlan(lowering, options.writes(), own, 0, true, draws)
                    : new KernelPlan(lowering, options.writes(), pool.workers(), LEAST_FOR_POOL, true, draws);
        }

        @Override
        public Map<String, Array> inputs() {
            return inputs;
        }

        @Override
        public Map<String, Array> outputs() {
            return outputs;
        }

        @Override
        public @Nullable String run() {
            RandomStream random = options.random();
            if (random != null) {
                draws.set(random.key(), random.next());
            }
            return plan.run();
        }

        @Override
        public @Nullable String check() {
            if (checked == null) {
                var each = new Lowering(graph, lowering.kernels(), options.reads(), false, lowering.inputs());
                checked = new KernelPlan(each, options.writes(), null, 0, false, draws);
            }
            List<String> bad = checked.badInputs();
            return bad.isEmpty() ? checked.findNotFinite() : String.join("; ", bad);
        }

        @Override
        public void close() {
            if (own != null) {
                own.close();
            }
        }
    }
}
