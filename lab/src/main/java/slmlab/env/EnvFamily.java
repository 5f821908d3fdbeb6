package slmlab.env;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A family of environments outside the JVM, whose ids are not all known beforehand: those of a Python package, a file
/// of the user's. Register it with [Envs#register(EnvFamily)].
public interface EnvFamily {

    /// Return its name, as `slm-lab setup` takes it.
    String name();

    /// Return the ids known beforehand, for `slm-lab list envs`.
    default List<String> ids() {
        return List.of();
    }

    /// Return whether an id looks like one of this family. Answers from the id alone: nothing is started.
    boolean has(String id);

    /// Return whether it tries every id that no other family has. Such a family is asked last.
    default boolean triesAny() {
        return false;
    }

    /// Return the one line to type where something must be installed first; empty where all is in place.
    Optional<String> missing();

    /// Return why an env of this id cannot be made here, in one line; empty where it can, as far as its id tells.
    default Optional<String> missing(String id) {
        return missing();
    }

    /// Make a vector of envs.
    ///
    /// @param arguments what the spec passes on, `max_episode_steps` among them
    /// @param threads how many cores may step the vector
    /// @throws NotInstalledException where [#missing] says what to install
    /// @throws IllegalArgumentException for an id that does not exist, or wrong arguments
    VecEnv make(String id, int size, Map<String, ?> arguments, int threads);
}
