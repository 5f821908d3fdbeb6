package slmlab.tensor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import slmlab.tensor.compile.Simplify;
import slmlab.tensor.op.Broadcast;
import slmlab.tensor.op.Leaf;
import slmlab.tensor.op.Op;
import slmlab.tensor.op.Reshape;
import slmlab.tensor.op.Slice;
import slmlab.tensor.op.Transpose;

/// A traced computation: from inputs and variables to outputs and assignments. It is immutable, and any number
/// of programs can run it.
public final class Graph {
    private final SequencedMap<String, Tensor> inputs;
    private final SequencedMap<String, Tensor> outputs;
    private final List<Trace.Assignment> assignments;
    private final List<Trace.Guard> guards;

    private Graph(
            SequencedMap<String, Tensor> inputs,
            SequencedMap<String, Tensor> outputs,
            List<Trace.Assignment> assignments,
            List<Trace.Guard> guards) {
        this.inputs = inputs;
        this.outputs = outputs;
        this.assignments = assignments;
        this.guards = guards;
    }

    /// Run `body` once and return the graph it built, simplified.
    public static Graph trace(Consumer<Trace> body) {
        Trace trace = new Trace();
        body.accept(trace);
        Graph graph = new Graph(trace.inputs, trace.outputs, trace.assignments, trace.guards);
        graph.requireOwnInputs();
        return graph.map(Simplify.of(graph.roots()));
    }

    /// Refuse inputs of another trace: nobody could set them here.
    private void requireOwnInputs() {
        List<Tensor> nodes = nodes();
        for (Tensor node : nodes) {
            if (node.op() instanceof Leaf.Input(String name) && inputs.get(name) != node) {
                String reader = nodes.stream()
                        .filter(other -> other.inputs().contains(node))
                        .findFirst()
                        .map(Tensor::toString)
                        .orElse("an output or assignment");
                throw new IllegalArgumentException(
                        "%s reads %s, which belongs to another trace; add the input to this one with trace.input(…)"
                                .formatted(reader, node));
            }
        }
    }

    /// Return a program that runs this graph with its own workspace.
    public Program program(Program.Options options) {
        return new Program(this, options);
    }

    public Program program() {
        return program(Program.Options.DEFAULT);
    }

    /// Return this graph as text, from which [#read] makes it again: for a file that holds its variables too.
    ///
    /// @throws IllegalArgumentException if it assigns variables or has guards
    public String write() {
        return GraphWriter.write(this);
    }

    /// Read a graph that [#write] wrote.
    ///
    /// @param saved arrays by name, as PyTorch lays them out
    /// @param variables where the variables are added that it reads and that are not there yet
    public static Graph read(String text, Map<String, Array> saved, Variables variables) {
        return GraphReader.read(text, saved, variables);
    }

    /// Return the part of this graph that computes some of its outputs. What they do not need is dropped.
    public Graph only(Collection<String> names) {
        SequencedMap<String, Tensor> kept = new LinkedHashMap<>(outputs);
        if (!kept.keySet().containsAll(names)) {
            throw new IllegalArgumentException("outputs %s of %s".formatted(names, outputs.keySet()));
        }
        kept.keySet().retainAll(names);
        List<Tensor> needed = ordered(kept.values());
        SequencedMap<String, Tensor> read = new LinkedHashMap<>(inputs);
        read.values().retainAll(needed);
        return new Graph(read, kept, List.of(), List.of());
    }

    /// Return the outputs by name.
    public SequencedMap<String, Tensor> outputs() {
        return Collections.unmodifiableSequencedMap(outputs);
    }

    /// Return the inputs by name.
    public SequencedMap<String, Tensor> inputs() {
        return Collections.unmodifiableSequencedMap(inputs);
    }

    /// Return what changes variables at the end of a run, in order.
    public List<Trace.Assignment> assignments() {
        return Collections.unmodifiableList(assignments);
    }

    /// Return the scalars that must be finite for a run to assign anything.
    public List<Trace.Guard> guards() {
        return Collections.unmodifiableList(guards);
    }

    /// Return every tensor that a run computes or reads, inputs before outputs.
    public List<Tensor> nodes() {
        return ordered(roots());
    }

    /// Return the names of the variables that a run reads.
    public SequencedSet<String> variables() {
        SequencedSet<String> names = new LinkedHashSet<>();
        for (Tensor node : nodes()) {
            if (node.op() instanceof Leaf.Read(Variable variable)) {
                names.add(variable.name());
            }
        }
        return names;
    }

    /// Return the shape of what each variable's layer computes: that of the first operation on it, reshaping aside.
    public SequencedMap<String, Shape> layers() {
        Map<Tensor, String> carried = new HashMap<>();
        SequencedMap<String, Shape> shapes = new LinkedHashMap<>();
        for (Tensor node : nodes()) {
            if (node.op() instanceof Leaf.Read(Variable variable)) {
                carried.put(node, variable.name());
            }
            for (Tensor input : node.inputs()) {
                String name = carried.get(input);
                if (name != null && isRearranging(node.op())) {
                    carried.put(node, name);
                } else if (name != null) {
                    shapes.putIfAbsent(name, node.shape());
                }
            }
        }
        return shapes;
    }

    private static boolean isRearranging(Op op) {
        return op instanceof Reshape || op instanceof Transpose || op instanceof Broadcast || op instanceof Slice;
    }

    /// Return whether a run changes variables.
    public boolean assigns() {
        return !assignments.isEmpty();
    }

    /// Return an index for each random draw, in order of tracing; it makes draws differ.
    public Map<Leaf.Uniform, Integer> streams() {
        Map<Leaf.Uniform, Integer> streams = new HashMap<>();
        for (Tensor node : nodes()) {
            if (node.op() instanceof Leaf.Uniform draw) {
                streams.put(draw, streams.size());
            }
        }
        return streams;
    }

    /// Return every tensor that must be computed.
    public List<Tensor> roots() {
        List<Tensor> roots = new ArrayList<>(outputs.values());
        assignments.forEach(assignment -> roots.addAll(assignment.inputs()));
        guards.forEach(guard -> roots.add(guard.value()));
        return roots;
    }

    /// Return this graph with every root replaced.
    public Graph map(UnaryOperator<Tensor> replace) {
        SequencedMap<String, Tensor> mapped = new LinkedHashMap<>();
        for (Map.Entry<String, Tensor> output : outputs.entrySet()) {
            mapped.put(output.getKey(), replace.apply(output.getValue()));
        }
        return new Graph(
                inputs,
                mapped,
                assignments.stream()
                        .map(a -> new Trace.Assignment(
                                a.update(),
                                a.targets(),
                                a.inputs().stream().map(replace).toList()))
                        .toList(),
                guards.stream()
                        .map(guard -> new Trace.Guard(guard.name(), replace.apply(guard.value())))
                        .toList());
    }

    /// Return all tensors that `roots` depend on, inputs before outputs.
    public static List<Tensor> ordered(Collection<Tensor> roots) {
        Set<Tensor> seen = new HashSet<>(roots);
        var open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (Tensor input : open.pop().inputs()) {
                if (seen.add(input)) {
                    open.push(input);
                }
            }
        }
        return seen.stream().sorted(Comparator.comparingLong(Tensor::id)).toList();
    }
}
