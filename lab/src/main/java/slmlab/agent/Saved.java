package slmlab.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.State;
import slmlab.tensor.Variables;

/// What a resume needs of an object: its parts, by the names they are saved under. One list serves [#save] and [#load],
/// so nothing can be saved and not loaded.
///
/// ```java
/// this.saved = new Saved()
///         .add("variables", variables)
///         .add("replay", replay)
///         .add("draws", draws)
///         .add("updates", () -> updates, count -> updates = count);
/// ```
public final class Saved implements Savable {
    private final List<Savable> parts = new ArrayList<>();

    /// Add a part whose names get `name.` before them; null adds nothing.
    public Saved add(String name, @Nullable Savable part) {
        return part == null
                ? this
                : include(of(to -> part.save(to.within(name)), from -> part.load(from.within(name))));
    }

    /// Add a part that is saved under its own names.
    public Saved include(Savable part) {
        parts.add(part);
        return this;
    }

    /// Add a store of weights or of optimizer states.
    public Saved add(String name, Variables variables) {
        return include(of(to -> variables.save(to.within(name)), from -> variables.load(from.within(name))));
    }

    /// Add the position of a random stream.
    public Saved add(String name, RandomStream stream) {
        return add(name, stream::counter, stream::seek);
    }

    /// Add an array that is always the same object.
    public Saved add(String name, Array array) {
        return include(of(to -> to.put(name, array), from -> array.copyFrom(from.array(name))));
    }

    /// Add a whole number.
    public Saved add(String name, LongSupplier get, LongConsumer set) {
        return include(of(to -> to.put(name, get.getAsLong()), from -> set.accept(from.whole(name))));
    }

    /// Add a number.
    public Saved addNumber(String name, DoubleSupplier get, DoubleConsumer set) {
        return include(of(to -> to.put(name, get.getAsDouble()), from -> set.accept(from.number(name))));
    }

    @Override
    public void save(State to) {
        parts.forEach(part -> part.save(to));
    }

    @Override
    public void load(State from) {
        parts.forEach(part -> part.load(from));
    }

    private static Savable of(Consumer<State> save, Consumer<State> load) {
        return new Savable() {
            @Override
            public void save(State to) {
                save.accept(to);
            }

            @Override
            public void load(State from) {
                load.accept(from);
            }
        };
    }
}
