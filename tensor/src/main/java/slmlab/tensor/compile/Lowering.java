package slmlab.tensor.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Graph;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.internal.Kernels;
import slmlab.tensor.op.Leaf;

/// Turns a graph into a list of kernel calls and the memory they need.
public final class Lowering {
    private final Graph graph;
    private final Kernels kernels;
    private final UnaryOperator<Variable> reads;
    private final boolean fused;
    private final Map<Tensor, View> views = new HashMap<>();
    private final Map<Tensor, Integer> uses;
    private final Map<Leaf.Uniform, Integer> streams;
    private final Map<Leaf, Buffer> leaves = new HashMap<>();
    private final Map<Buffer, Tensor> owners = new HashMap<>();
    private final IdentityHashMap<View, View> rows =
            new IdentityHashMap<>(); // one view per tensor, so one copy at most
    private final SequencedMap<String, Array> inputs = new LinkedHashMap<>();
    private final SequencedMap<String, Array> outputs = new LinkedHashMap<>();
    private final List<Instruction> instructions = new ArrayList<>();
    private int scratch;

    /// @param fused whether neighbors share calls and memory; if not, each tensor has its own call and memory
    /// @param reads which variable to read in place of the one that was traced
    Lowering(Graph graph, Kernels kernels, UnaryOperator<Variable> reads, boolean fused, Map<String, Array> inputs) {
        this.graph = fused ? graph.map(Fuse.of(graph.roots())) : graph;
        this.kernels = kernels;
        this.reads = reads;
        this.fused = fused;
        this.streams = graph.streams();
        graph.inputs()
                .forEach((name, input) ->
                        this.inputs.put(name, inputs.getOrDefault(name, Array.zeros(input.dtype(), input.shape()))));
        List<Tensor> roots = this.graph.roots();
        List<Tensor> nodes = Graph.ordered(roots);
        this.uses = Fuse.uses(nodes, roots);
        Set<Tensor> kept = new HashSet<>(roots);
        for (Cluster.Unit unit : Cluster.units(nodes, fused)) {
            if (unit.isPointwise()) {
                views.putAll(
                        new ClusterCall(unit.members(), node -> isReadOutside(node, unit, kept), views, this).emit());
            } else {
                Tensor node = unit.members().getFirst();
                List<View> from = node.inputs().stream().map(this::view).toList();
                views.put(node, node.op().lower(node, from, this));
            }
        }
        this.graph.outputs().forEach(this::output);
    }

    Graph graph() {
        return graph;
    }

    public Kernels kernels() {
        return kernels;
    }

    List<Instruction> instructions() {
        return instructions;
    }

    SequencedMap<String, Array> inputs() {
        return inputs;
    }

    SequencedMap<String, Array> outputs() {
        return outputs;
    }

    int scratchSize() {
        return scratch;
    }

    View view(Tensor tensor) {
        return Objects.requireNonNull(views.get(tensor));
    }

    /// Return new memory for a result.
    public View result(Tensor out) {
        Buffer buffer = new Buffer(out.dtype(), out.shape().volume());
        owners.put(buffer, out);
        return View.whole(buffer, out.shape());
    }

    /// Return memory for a result that is computed over `start`, element by element: the same memory if nothing
    /// else reads it.
    public View resultOver(Tensor out, View start) {
        Tensor owner = owners.get(start.buffer());
        boolean dies = fused
                && owner != null
                && owner.shape().equals(out.shape())
                && out.inputs().contains(owner)
                && uses.getOrDefault(owner, 0) == 1;
        if (!dies) {
            return result(out);
        }
        owners.put(start.buffer(), out);
        return View.whole(start.buffer(), out.shape());
    }

    /// Return whether several tensors read this one, so that a copy in a better order is worth it.
    public boolean isShared(Tensor tensor) {
        return fused && uses.getOrDefault(tensor, 0) > 1;
    }

    /// Request scratch memory during calls; the largest request wins.
    public void scratch(int floats) {
        scratch = Math.max(scratch, floats);
    }

    public int stream(Leaf.Uniform draw) {
        return Objects.requireNonNull(streams.get(draw));
    }

    public void emit(Tensor node, List<View> reads, List<View> writes, Function<Memory, Call> binder) {
        emit(node, 1, node.shape().volume(), reads, writes, binder);
    }

    public void emit(Tensor node, int units, long work, List<View> from, List<View> to, Function<Memory, Call> binder) {
        instructions.add(new Instruction(node, units, work, from, to, binder));
    }

    /// Return a contiguous view of the same values, copied if necessary.
    public View contiguous(View view) {
        return view.isContiguous() ? view : rows.computeIfAbsent(view, this::duplicate);
    }

    /// Return a copy of the same values.
    View duplicate(View view) {
        return copy(
                view, View.whole(new Buffer(view.buffer().dtype(), view.shape().volume()), view.shape()));
    }

    /// Return the same matrix with contiguous rows, copied if necessary.
    public View unitColumns(View view) {
        return view.shape().dim(1) == 1 || view.strides()[1] == 1 ? view : contiguous(view);
    }

    /// Return the memory that holds a leaf's values.
    public View leaf(Tensor out, Leaf leaf) {
        Buffer buffer = leaves.computeIfAbsent(leaf, _ -> switch (leaf) {
            case Leaf.Input(String name) -> Buffer.at(Objects.requireNonNull(inputs.get(name)));
            case Leaf.Read(Variable variable) -> Buffer.at(reads.apply(variable).array());
            case Leaf.Numbers(Array array) -> Buffer.at(array);
            case Leaf.Constant(float value) -> Buffer.at(Array.of(Shape.of(1), value));
            case Leaf.Uniform _ -> throw new IllegalStateException("draws are computed");
        });
        int[] strides = leaf instanceof Leaf.Constant
                ? new int[out.shape().rank()]
                : out.shape().strides();
        return new View(buffer, 0, out.shape(), strides);
    }

    private View copy(View from, View to) {
        Tensor about = owners.getOrDefault(from.buffer(), Tensor.of(0));
        int[] dims = from.shape().dims();
        emit(about, List.of(from), List.of(to), memory -> {
            int source = memory.offset(from);
            int target = memory.offset(to);
            if (from.buffer().dtype() == DType.FLOAT32) {
                float[] x = memory.floats(from);
                float[] y = memory.floats(to);
                return (first, last) -> memory.kernels().matrix().copy(dims, x, source, from.strides(), y, target);
            }
            Object x = memory.data(from);
            Object y = memory.data(to);
            return (first, last) -> Copies.strided(from.shape(), x, source, from.strides(), y, target);
        });
        return to;
    }

    private void output(String name, Tensor value) {
        View view = view(value);
        Array array = Array.zeros(value.dtype(), value.shape());
        outputs.put(name, array);
        Buffer buffer = view.buffer();
        boolean direct = buffer.home() == null
                && view.offset() == 0
                && view.isContiguous()
                && buffer.size() == value.shape().volume();
        if (direct) {
            buffer.moveTo(array);
        } else {
            copy(view, View.whole(Buffer.at(array), value.shape()));
        }
    }

    private static boolean isReadOutside(Tensor node, Cluster.Unit unit, Set<Tensor> roots) {
        return roots.contains(node) || unit.isReadOutside(node);
    }
}
