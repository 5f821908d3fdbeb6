package slmlab.tensor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.compile.Copies;
import slmlab.tensor.op.Transpose;

/// A store of variables by name, in the order they were added. Several programs may share it; it is saved and
/// loaded as a whole.
///
/// One thread adds, saves and loads; programs on several threads may run on one store without locks, and where two
/// of them assign the same variable at once, numbers of both can stand beside each other.
public final class Variables {
    private final SequencedMap<String, Variable> variables = new LinkedHashMap<>();
    private final @Nullable Variables shared;
    private final Predicate<String> isShared;

    public Variables() {
        this.shared = null;
        this.isShared = _ -> false;
    }

    private Variables(Variables shared, Predicate<String> isShared) {
        this.shared = shared;
        this.isShared = isShared;
    }

    /// Return an empty store that shares some variables with another one: adding an existing name shares its
    /// data, adding a new one adds it there too. Asynchronous workers share their weights through such a store,
    /// without locks.
    ///
    /// @param isShared by name; the others belong to this store alone
    public static Variables sharing(Variables store, Predicate<String> isShared) {
        return new Variables(store, isShared);
    }

    /// Add a variable that is saved as it is laid out in memory.
    public Variable add(String name, Array array) {
        return add(name, array, IntStream.range(0, array.shape().rank()).toArray());
    }

    /// Add a variable that is saved with its axes permuted: axis `i` of the saved shape is axis `savedOrder[i]`
    /// here.
    public Variable add(String name, Array array, int... savedOrder) {
        if (array.dtype() != DType.FLOAT32) {
            throw new IllegalArgumentException("variable %s: needs FLOAT32, not %s".formatted(name, array.dtype()));
        }
        if (variables.containsKey(name)) {
            throw new IllegalArgumentException("variable %s already exists; names must differ".formatted(name));
        }
        Variable variable = new Variable(
                name,
                shared == null || !isShared.test(name) ? array : shared.adopt(name, array, savedOrder),
                savedOrder);
        variables.put(name, variable);
        return variable;
    }

    /// Add a variable from data in the saved layout, and store it with its axes permuted.
    public Variable addSaved(String name, Array saved, int... savedOrder) {
        int[] inverse = Transpose.inverse(savedOrder);
        Array array = Array.zeros(
                DType.FLOAT32, Shape.of(Transpose.permute(saved.shape().dims(), inverse)));
        int[] strides = Transpose.permute(saved.shape().strides(), inverse);
        Copies.strided(array.shape(), saved.floats(), 0, strides, array.floats(), 0);
        return add(name, array, savedOrder);
    }

    /// Return the data of the variable of that name, which is added if it is new.
    private Array adopt(String name, Array array, int... savedOrder) {
        Variable known = variables.get(name);
        if (known == null) {
            return add(name, array, savedOrder).array();
        }
        if (!known.shape().equals(array.shape())) {
            throw new IllegalArgumentException(
                    "variable %s is shared as %s; needs %s".formatted(name, known.shape(), array.shape()));
        }
        return known.array();
    }

    /// Add a copy of another store's variable, unless the name exists.
    public void addIfAbsent(Variable other) {
        if (!variables.containsKey(other.name())) {
            Array array = Array.zeros(DType.FLOAT32, other.shape());
            array.copyFrom(other.array());
            add(other.name(), array, axes(other));
        }
    }

    public Variable get(String name) {
        Variable variable = variables.get(name);
        if (variable == null) {
            throw new IllegalArgumentException("no variable %s; there are %s".formatted(name, variables.keySet()));
        }
        return variable;
    }

    @Nullable
    Variable find(String name) {
        return variables.get(name);
    }

    public Collection<Variable> all() {
        return Collections.unmodifiableCollection(variables.values());
    }

    /// Return a store with copies of all variables: for a target network, or a worker's own weights.
    public Variables copy() {
        Variables copy = new Variables();
        for (Variable variable : all()) {
            Array array = Array.zeros(DType.FLOAT32, variable.shape());
            array.copyFrom(variable.array());
            copy.add(variable.name(), array, axes(variable));
        }
        return copy;
    }

    /// Return copies of all variables by name, in the saved order of axes.
    public SequencedMap<String, Array> export() {
        SequencedMap<String, Array> saved = new LinkedHashMap<>();
        for (Variable variable : all()) {
            int[] order = axes(variable);
            Shape shape = Shape.of(Transpose.permute(variable.shape().dims(), order));
            Array array = Array.zeros(DType.FLOAT32, shape);
            int[] strides = Transpose.permute(variable.shape().strides(), order);
            Copies.strided(shape, variable.array().floats(), 0, strides, array.floats(), 0);
            saved.put(variable.name(), array);
        }
        return saved;
    }

    /// Load every variable from `saved`; if there are problems, report all of them and change nothing.
    public void load(Map<String, Array> saved) {
        List<String> problems = new ArrayList<>();
        for (Variable variable : all()) {
            Array array = saved.get(variable.name());
            Shape wanted = Shape.of(Transpose.permute(variable.shape().dims(), axes(variable)));
            if (array == null) {
                problems.add("%s is missing".formatted(variable.name()));
            } else if (array.dtype() != DType.FLOAT32 || !array.shape().equals(wanted)) {
                problems.add("%s is %s; needs FLOAT32 %s".formatted(variable.name(), array, wanted));
            }
        }
        var unknown = new TreeSet<>(saved.keySet());
        unknown.removeAll(variables.keySet());
        unknown.forEach(name -> problems.add("%s is not a variable here".formatted(name)));
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s problems with saved variables%n  %s".formatted(problems.size(), String.join("\n  ", problems)));
        }
        for (Variable variable : all()) {
            Array array = Objects.requireNonNull(saved.get(variable.name()));
            int[] inverse = Transpose.inverse(axes(variable));
            int[] strides = Transpose.permute(array.shape().strides(), inverse);
            Copies.strided(
                    variable.shape(),
                    array.floats(),
                    0,
                    strides,
                    variable.array().floats(),
                    0);
        }
    }

    /// Put all variables, as they lie in memory.
    public void save(State to) {
        for (Variable variable : all()) {
            to.put(variable.name(), variable.array());
        }
    }

    /// Take all variables from a state that [#save] filled.
    public void load(State from) {
        for (Variable variable : all()) {
            variable.array().copyFrom(from.array(variable.name()));
        }
    }

    private static int[] axes(Variable variable) {
        return variable.savedOrder().stream().mapToInt(Integer::intValue).toArray();
    }
}
