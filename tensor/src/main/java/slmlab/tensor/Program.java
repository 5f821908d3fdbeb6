package slmlab.tensor;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A graph ready to run, with its own inputs, outputs and workspace.
///
/// One thread at a time uses a program, inputs and outputs included; threads that compute at once have one each,
/// made of the same [Graph].
///
/// ```java
/// var program = Program.trace(trace -> {
///     var x = trace.input("x", 64, 4);
///     trace.output("y", x.matmul(w.value()).tanh());
/// });
/// System.arraycopy(numbers, 0, program.input("x").floats(), 0, numbers.length);
/// program.run();
/// float first = program.output("y").floats()[0];
/// ```
public final class Program implements AutoCloseable {
    private final Backend.Executable executable;
    private final Source source = Source.here();
    private final AtomicReference<@Nullable Thread> runner = new AtomicReference<>();
    private volatile boolean closed;

    Program(Graph graph, Options options) {
        if (options.random == null && !graph.streams().isEmpty()) {
            throw new IllegalArgumentException("the program draws random numbers; needs Options.random(…)");
        }
        this.executable = options.backend.compile(graph, options);
    }

    /// Trace `body` once and compile it.
    public static Program trace(Consumer<Trace> body) {
        return Graph.trace(body).program();
    }

    public static Program trace(Options options, Consumer<Trace> body) {
        return Graph.trace(body).program(options);
    }

    /// Return an input array, to be filled before a run.
    public Array input(String name) {
        return named("input", executable.inputs(), name);
    }

    /// Return all inputs by name.
    public Map<String, Array> inputs() {
        return executable.inputs();
    }

    /// Set a scalar input.
    public Program set(String name, double value) {
        float[] data = input(name).floats();
        if (data.length != 1) {
            throw new IllegalArgumentException("input %s is %s; set(…) is for scalars".formatted(name, input(name)));
        }
        data[0] = (float) value;
        return this;
    }

    /// Return an output array, overwritten by every run.
    public Array output(String name) {
        return named("output", executable.outputs(), name);
    }

    /// Return all outputs by name.
    public Map<String, Array> outputs() {
        return executable.outputs();
    }

    /// Compute the outputs from the inputs and the variables, then make all assignments.
    ///
    /// @throws NotFiniteException if a guard is not finite; then nothing is assigned
    /// @throws IllegalStateException if the program is closed, or another thread runs it
    public void run() {
        begin();
        try {
            String guard = executable.run();
            if (guard != null) {
                throw new NotFiniteException("%s is not finite: %s".formatted(guard, explain()));
            }
        } finally {
            runner.setRelease(null);
        }
    }

    /// Run tensor by tensor without assigning anything; return where the first NaN or infinity appeared, or
    /// null if none did. Inputs, variables and random numbers are those of the last run.
    public @Nullable String check() {
        begin();
        try {
            return executable.check();
        } finally {
            runner.setRelease(null);
        }
    }

    /// Free what a program holds besides its arrays: extra threads, memory of a device. Outputs can still be read.
    @Override
    public void close() {
        closed = true;
        executable.close();
    }

    private void begin() {
        if (closed) {
            throw new IllegalStateException(
                    "the program of %s is closed; run it before close(), or make another with graph.program()"
                            .formatted(source));
        }
        Thread thread = Thread.currentThread();
        Thread other = runner.compareAndExchange(null, thread);
        if (other != null) {
            throw new IllegalStateException(
                    "the program of %s runs on thread %s, and thread %s wants to run it at the same time; make one for each thread with graph.program()"
                            .formatted(source, other.getName(), thread.getName()));
        }
    }

    private String explain() {
        String found = executable.check();
        return found == null
                ? "the checked run was finite everywhere; an assignment by another thread may have changed it"
                : found;
    }

    private static Array named(String kind, Map<String, Array> arrays, String name) {
        Array array = arrays.get(name);
        if (array == null) {
            throw new IllegalArgumentException("no %s %s; there are %s".formatted(kind, name, arrays.keySet()));
        }
        return array;
    }

    /// Options of a program.
    ///
    /// @param threads number of threads that share the large calls; results have the same bits for any
    /// @param pool threads shared with other programs, in place of own ones
    /// @param random source of random draws; each run takes one number from it
    /// @param readFrom a store whose variables are read in place of those traced, by name
    /// @param assignTo a store whose variables are assigned in place of those traced, by name
    /// @param backend backend that computes
    public record Options(
            int threads,
            @Nullable Pool pool,
            @Nullable RandomStream random,
            @Nullable Variables readFrom,
            @Nullable Variables assignTo,
            Backend backend) {
        public static final Options DEFAULT = new Options(1, null, null, null, null, Backend.jvm());

        public Options {
            if (threads < 1) {
                throw new IllegalArgumentException("threads is %s; needs at least 1".formatted(threads));
            }
        }

        public Options threads(int count) {
            return new Options(count, null, random, readFrom, assignTo, backend);
        }

        /// @param shared null for none
        public Options pool(@Nullable Pool shared) {
            return new Options(1, shared, random, readFrom, assignTo, backend);
        }

        public Options random(RandomStream stream) {
            return new Options(threads, pool, stream, readFrom, assignTo, backend);
        }

        public Options readFrom(Variables store) {
            return new Options(threads, pool, random, store, assignTo, backend);
        }

        public Options assignTo(Variables store) {
            return new Options(threads, pool, random, readFrom, store, backend);
        }

        public Options backend(Backend other) {
            return new Options(threads, pool, random, readFrom, assignTo, other);
        }

        /// Return which variable a run reads in place of one that was traced.
        public UnaryOperator<Variable> reads() {
            return in(readFrom);
        }

        /// Return which variable a run assigns in place of one that was traced.
        public UnaryOperator<Variable> writes() {
            return in(assignTo);
        }

        private static UnaryOperator<Variable> in(@Nullable Variables store) {
            return variable -> {
                Variable other = store == null ? null : store.find(variable.name());
                if (other != null && !other.shape().equals(variable.shape())) {
                    throw new IllegalArgumentException("variable %s is %s in one store and %s in the other"
                            .formatted(variable.name(), variable.shape(), other.shape()));
                }
                return other == null ? variable : other;
            };
        }
    }
}
