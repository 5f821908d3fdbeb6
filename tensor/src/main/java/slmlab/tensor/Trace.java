package slmlab.tensor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import slmlab.tensor.compile.Update;
import slmlab.tensor.op.Leaf;

/// Inputs, outputs and assignments of a program, collected while its body runs once.
public final class Trace {
    final SequencedMap<String, Tensor> inputs = new LinkedHashMap<>();
    final SequencedMap<String, Tensor> outputs = new LinkedHashMap<>();
    final List<Assignment> assignments = new ArrayList<>();
    final List<Guard> guards = new ArrayList<>();
    private final Set<String> standIns = new HashSet<>();

    Trace() {}

    /// Return the inputs that were added so far, by name.
    public SequencedMap<String, Tensor> inputs() {
        return Collections.unmodifiableSequencedMap(inputs);
    }

    /// Return the outputs that were added so far, by name.
    public SequencedMap<String, Tensor> outputs() {
        return Collections.unmodifiableSequencedMap(outputs);
    }

    /// Add an input of float32 that stands in for one of another type: whoever asks for that input later gets this
    /// one. Pixels that are read as floats need not be whole numbers, and have a gradient.
    public Tensor floats(String name, Shape shape) {
        Tensor input = input(name, DType.FLOAT32, shape);
        standIns.add(name);
        return input;
    }

    /// Add an input of float32, set before each run through [Program#input].
    public Tensor input(String name, int... dims) {
        return input(name, DType.FLOAT32, Shape.of(dims));
    }

    public Tensor input(String name, DType dtype, Shape shape) {
        Tensor known = inputs.get(name);
        if (known != null) {
            boolean sameType = known.dtype() == dtype || standIns.contains(name);
            if (!sameType || !known.shape().equals(shape)) {
                throw new ShapeException("input %s is %s %s already; cannot be %s %s as well"
                        .formatted(name, known.dtype(), known.shape(), dtype, shape));
            }
            return known;
        }
        Tensor input = new Tensor(new Leaf.Input(name), List.of(), shape, dtype);
        inputs.put(name, input);
        return input;
    }

    /// Add a scalar input that can change between runs: a learning rate, a clip range, a temperature.
    public Tensor scalar(String name) {
        return input(name, DType.FLOAT32, Shape.SCALAR);
    }

    /// Name a value so that it can be read after each run.
    public void output(String name, Tensor value) {
        if (outputs.putIfAbsent(name, value) != null) {
            throw new IllegalArgumentException("output %s already exists; names must differ".formatted(name));
        }
    }

    /// Set a variable at the end of each run. All assignments of a program take effect together.
    public void assign(Variable variable, Tensor value) {
        if (!value.shape().equals(variable.shape())) {
            throw new ShapeException(
                    "assign to %s %s a value of %s".formatted(variable.name(), variable.shape(), value.shape()));
        }
        update(new Update.Copy(), List.of(variable), List.of(value.requireFloat("assign")));
    }

    /// Change variables in place at the end of each run by a fused kernel, such as an optimizer step.
    public void update(Update update, List<Variable> targets, List<Tensor> inputs) {
        for (Variable target : targets) {
            for (Assignment other : assignments) {
                if (other.targets().contains(target)) {
                    throw new IllegalArgumentException("variable %s is assigned twice".formatted(target.name()));
                }
            }
        }
        assignments.add(new Assignment(update, List.copyOf(targets), List.copyOf(inputs)));
    }

    /// Assign nothing in a run where this scalar is not finite; the run then fails and names the line where
    /// that began.
    public void guard(String name, Tensor scalar) {
        if (scalar.shape().volume() != 1) {
            throw new ShapeException("guard %s of %s: needs a scalar".formatted(name, scalar.shape()));
        }
        guards.add(new Guard(name, scalar));
    }

    public record Assignment(Update update, List<Variable> targets, List<Tensor> inputs) {}

    public record Guard(String name, Tensor value) {}
}
