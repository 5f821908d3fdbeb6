package slmlab.tensor.compile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Graph;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variable;
import slmlab.tensor.internal.Kernels;
import slmlab.tensor.internal.Workers;

/// A graph as a fixed list of calls over planned memory. Running it allocates nothing.
final class KernelPlan {
    /// Multiply-adds of a call from which it is worth waking another thread.
    private static final long PARALLEL = 1_000_000;
    /// Approximate multiply-adds that an optimizer takes as long as, for a number.
    private static final long WORK_OF_UPDATE = 32;

    private final Lowering lowering;
    private final List<Instruction> instructions;
    private final Memory memory;
    private final Call[][] calls;
    private final int[] units;
    private final Workers.@Nullable Job[] jobs;
    private final @Nullable Workers workers;
    private final Assign[] assigns;
    private final Workers.@Nullable Job assignJob;
    private final Check[] checks;

    /// @param fused false gives every tensor its own call and memory, for the checked mode
    /// @param least multiply-adds of the large calls from which the workers are used
    KernelPlan(
            Lowering lowering,
            UnaryOperator<Variable> writes,
            @Nullable Workers workers,
            long least,
            boolean fused,
            Draws draws) {
        this.lowering = lowering;
        Kernels kernels = lowering.kernels();
        Graph graph = lowering.graph();
        List<Trace.Assignment> assignments = fused ? graph.assignments() : List.of();
        List<List<View>> inputs = inputs(assignments, writes);
        List<View> kept = new ArrayList<>();
        inputs.forEach(kept::addAll);
        graph.guards().forEach(guard -> kept.add(lowering.view(guard.value())));
        instructions = List.copyOf(lowering.instructions());
        Layout layout = Layout.of(instructions, kept, fused);
        long work = instructions.stream()
                .mapToLong(each -> each.work() * each.units())
                .filter(each -> each > PARALLEL)
                .sum();
        int threads = workers == null || work < least ? 1 : workers.threads();
        float[] floats = new float[layout.floats()];
        int[] ints = new int[layout.ints()];
        Memory[] memories = new Memory[threads];
        for (int thread = 0; thread < threads; thread++) {
            memories[thread] = new Memory(kernels, floats, ints, new float[lowering.scratchSize()], draws);
        }
        this.memory = memories[0];
        this.workers = threads == 1 ? null : workers;
        this.calls = new Call[instructions.size()][threads];
        this.units = new int[instructions.size()];
        this.jobs = new Workers.Job[instructions.size()];
        for (int at = 0; at < calls.length; at++) {
            Instruction instruction = instructions.get(at);
            units[at] = instruction.units();
            for (int thread = 0; thread < threads; thread++) {
                calls[at][thread] = instruction.binder().apply(memories[thread]);
            }
            if (threads > 1 && units[at] > 1 && instruction.work() * units[at] > PARALLEL) {
                Call[] own = calls[at];
                int all = units[at];
                jobs[at] = thread -> own[thread].run(part(all, threads, thread), part(all, threads, thread + 1));
            }
        }
        this.assigns = new Assign[assignments.size()];
        for (int at = 0; at < assigns.length; at++) {
            assigns[at] = bind(assignments.get(at), inputs.get(at), writes);
        }
        this.assignJob = assignJob(threads);
        this.checks = graph.guards().stream()
                .map(guard -> new Check(
                        guard.name(),
                        memory.floats(lowering.view(guard.value())),
                        memory.offset(lowering.view(guard.value()))))
                .toArray(Check[]::new);
    }

    /// Compute all outputs, then make the assignments. If a guard is not finite, return its name and assign
    /// nothing.
    @Nullable
    String run() {
        for (int at = 0; at < calls.length; at++) {
            Workers.Job job = jobs[at];
            if (job == null || workers == null) {
                calls[at][0].run(0, units[at]);
            } else {
                workers.run(job);
            }
        }
        for (Check check : checks) {
            if (!Float.isFinite(check.data[check.at])) {
                return check.name;
            }
        }
        if (assignJob == null || workers == null) {
            for (Assign assign : assigns) {
                assign.run(memory, ArrayPart.ALL);
                assign.finish();
            }
        } else {
            workers.run(assignJob);
            for (Assign assign : assigns) {
                assign.finish();
            }
        }
        return null;
    }

    /// Return the assignments as a job of all threads, each changing its part of every array; null if that is
    /// not worth it.
    private Workers.@Nullable Job assignJob(int threads) {
        long all = 0;
        Set<float[]> targets = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Assign assign : assigns) {
            all += assign.size();
            for (float[] target : assign.targets) {
                if (!targets.add(target)) {
                    return null; // assigned twice: the order counts
                }
            }
        }
        if (threads == 1 || all * WORK_OF_UPDATE < PARALLEL) {
            return null;
        }
        ArrayPart[] parts = IntStream.range(0, threads)
                .mapToObj(thread -> new ArrayPart(thread, threads))
                .toArray(ArrayPart[]::new);
        return thread -> {
            for (Assign assign : assigns) {
                assign.run(memory, parts[thread]);
            }
        };
    }

    /// Run call by call, stop at the first result that is not finite, and return a description of it.
    @Nullable
    String findNotFinite() {
        for (int at = 0; at < calls.length; at++) {
            calls[at][0].run(0, units[at]);
            Instruction instruction = instructions.get(at);
            for (View written : instruction.writes()) {
                if (written.buffer().dtype() == DType.FLOAT32) {
                    Range range = Range.of(
                            memory.floats(written),
                            memory.offset(written),
                            written.shape().volume());
                    if (!range.isFinite()) {
                        return describe(instruction, range);
                    }
                }
            }
        }
        return null;
    }

    /// Return descriptions of the inputs that are not finite, found before anything is computed.
    List<String> badInputs() {
        List<String> bad = new ArrayList<>();
        lowering.inputs().forEach((name, array) -> {
            if (array.dtype() == DType.FLOAT32) {
                Range range = Range.of(array.floats(), 0, array.shape().volume());
                if (!range.isFinite()) {
                    bad.add("input %s %s %s".formatted(name, array.shape(), range));
                }
            }
        });
        return bad;
    }

    private String describe(Instruction instruction, Range range) {
        StringBuilder text = new StringBuilder();
        Tensor node = instruction.node();
        text.append(
                "%s at %s returned %s of shape %s".formatted(node.op().label(), node.source(), range, node.shape()));
        for (int input = 0; input < node.inputs().size(); input++) {
            Tensor operand = node.input(input);
            View view = lowering.view(operand);
            if (view.buffer().dtype() == DType.FLOAT32) {
                Range of = Range.of(memory.floats(view), memory.offset(view), view);
                text.append("; input %s, %s, was %s".formatted(input + 1, operand, of));
            }
        }
        return text.toString();
    }

    /// Return the inputs of the assignments. They see the values from before the end of the run: what another
    /// assignment changes is copied first.
    private List<List<View>> inputs(List<Trace.Assignment> assignments, UnaryOperator<Variable> writes) {
        Set<Array> changed = new HashSet<>();
        assignments.forEach(assignment -> assignment
                .targets()
                .forEach(target -> changed.add(writes.apply(target).array())));
        List<List<View>> all = new ArrayList<>();
        for (Trace.Assignment assignment : assignments) {
            List<View> views = new ArrayList<>();
            for (Tensor input : assignment.inputs()) {
                View view = lowering.contiguous(lowering.view(input));
                Array home = view.buffer().home();
                views.add(home != null && changed.contains(home) ? lowering.duplicate(view) : view);
            }
            all.add(views);
        }
        return all;
    }

    private Assign bind(Trace.Assignment assignment, List<View> views, UnaryOperator<Variable> writes) {
        float[][] targets = assignment.targets().stream()
                .map(target -> writes.apply(target).array().floats())
                .toArray(float[][]::new);
        float[][] inputs = views.stream().map(memory::floats).toArray(float[][]::new);
        int[] offsets = views.stream().mapToInt(memory::offset).toArray();
        return new Assign(assignment.update(), targets, inputs, offsets);
    }

    private static int part(int all, int parts, int part) {
        return (int) ((long) all * part / parts);
    }

    private record Assign(Update update, float[][] targets, float[][] inputs, int[] offsets) {
        void run(Memory memory, ArrayPart part) {
            update.run(memory.kernels().updates(), targets, inputs, offsets, part);
        }

        void finish() {
            update.finish(targets);
        }

        long size() {
            long size = 0;
            for (float[] target : targets) {
                size += target.length;
            }
            return size;
        }
    }

    private record Check(String name, float[] data, int at) {}

    /// Smallest and largest of some values, and how many are not finite.
    record Range(float low, float high, int nans, int infinities) {
        static Range of(float[] data, int from, int n) {
            float low = Float.POSITIVE_INFINITY;
            float high = Float.NEGATIVE_INFINITY;
            int nans = 0;
            int infinities = 0;
            for (int at = from; at < from + n; at++) {
                float value = data[at];
                if (Float.isNaN(value)) {
                    nans++;
                } else if (Float.isInfinite(value)) {
                    infinities++;
                } else {
                    low = Math.min(low, value);
                    high = Math.max(high, value);
                }
            }
            return new Range(low, high, nans, infinities);
        }

        static Range of(float[] data, int from, View view) {
            float[] row = new float[view.shape().volume()];
            Copies.strided(view.shape(), data, from, view.strides(), row, 0);
            return of(row, 0, row.length);
        }

        boolean isFinite() {
            return nans + infinities == 0;
        }

        @Override
        public String toString() {
            String finite = low <= high ? "in [%s, %s]".formatted(low, high) : "nothing finite";
            return isFinite() ? finite : "%s NaN and %s infinite, the rest %s".formatted(nans, infinities, finite);
        }
    }
}
