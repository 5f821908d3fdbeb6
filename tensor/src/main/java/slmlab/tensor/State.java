package slmlab.tensor;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Everything that a component needs to resume as if it had never stopped: arrays and numbers by name.
///
/// The parts of a component share one state, each [#within] its own prefix.
public final class State {
    private final SequencedMap<String, Array> arrays;
    private final SequencedMap<String, Live> lives;
    private final SequencedMap<String, Number> numbers;
    private final String prefix;

    public State() {
        this(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>(), "");
    }

    private State(
            SequencedMap<String, Array> arrays,
            SequencedMap<String, Live> lives,
            SequencedMap<String, Number> numbers,
            String prefix) {
        this.arrays = arrays;
        this.lives = lives;
        this.numbers = numbers;
        this.prefix = prefix;
    }

    /// Return the same state, with `name.` before every name.
    public State within(String name) {
        return new State(arrays, lives, numbers, prefix + name + ".");
    }

    /// Put a copy of an array.
    public void put(String name, Array array) {
        Array copy = Array.zeros(array.dtype(), array.shape());
        copy.copyFrom(array);
        arrays.put(prefix + name, copy);
    }

    /// Put a large array without copying it: it must be used before its owner continues.
    ///
    /// @param version grows with every change; equal versions of a name are equal arrays
    public void putLive(String name, long version, Array array) {
        putLive(name, version, () -> array);
    }

    /// Put a supplier of a large array, for example from a file.
    public void putLive(String name, long version, Supplier<Array> source) {
        lives.put(prefix + name, new Live(version, source));
    }

    public void put(String name, long value) {
        numbers.put(prefix + name, value);
    }

    public void put(String name, double value) {
        numbers.put(prefix + name, value);
    }

    /// Return the array itself, not a copy.
    public Array array(String name) {
        return found(name, arrays.get(prefix + name));
    }

    public Live live(String name) {
        return found(name, lives.get(prefix + name));
    }

    public long whole(String name) {
        return found(name, numbers.get(prefix + name)).longValue();
    }

    public double number(String name) {
        return found(name, numbers.get(prefix + name)).doubleValue();
    }

    /// Return whether there is a number or an array of that name, where it is not always saved.
    public boolean has(String name) {
        return numbers.containsKey(prefix + name) || arrays.containsKey(prefix + name);
    }

    /// Return all arrays by their full names.
    public SequencedMap<String, Array> arrays() {
        return Collections.unmodifiableSequencedMap(arrays);
    }

    /// Return all large arrays by their full names.
    public SequencedMap<String, Live> lives() {
        return Collections.unmodifiableSequencedMap(lives);
    }

    /// Return all numbers by their full names.
    public SequencedMap<String, Number> numbers() {
        return Collections.unmodifiableSequencedMap(numbers);
    }

    private <T> T found(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(
                    "the state has no %s%s; it belongs to something else, or to another version"
                            .formatted(prefix, name));
        }
        return value;
    }

    /// A large array that is not copied.
    public record Live(long version, Supplier<Array> source) {

        /// Return the array; from a file, read it each time.
        public Array array() {
            return source.get();
        }
    }
}
