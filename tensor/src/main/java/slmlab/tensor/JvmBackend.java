package slmlab.tensor;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.internal.Kernels;
import slmlab.tensor.internal.Workers;

/// Runs graphs as fixed lists of kernel calls on Java arrays.
record JvmBackend(Kernels kernels) implements Backend {

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
        private final Plan plan;
        private final @Nullable Workers own;
        private final Draws draws = new Draws();
        private @Nullable Plan checked;

        Jvm(Graph graph, Program.Options options, Kernels kernels) {
            this.graph = graph;
            this.options = options;
            this.lowering = new Lowering(graph, kernels, options.reads(), true, Map.of());
            this.inputs = Collections.unmodifiableMap(lowering.inputs());
            this.outputs = Collections.unmodifiableMap(lowering.outputs());
            this.own = options.threads() > 1 ? new Workers(options.threads()) : null;
            Pool pool = options.pool();
            this.plan = pool == null
                    ? new Plan(lowering, options.writes(), own, 0, true, draws)
                    : new Plan(lowering, options.writes(), pool.workers(), Pool.LEAST, true, draws);
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
                checked = new Plan(each, options.writes(), null, 0, false, draws);
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
