package slmlab.spec.upstream;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Other names of keys, from older specs or common mistakes.
///
/// An alias applies only where the key it stands for is known; giving both is a problem.
public final class Aliases {

    /// Path of the alias, and the sibling key that it stands for.
    private static final Map<String, String> TABLE = Map.of(
            "agent.algorithm.clip_val_loss", "clip_vloss", // 15 PPO specs set it; upstream reads clip_vloss only
            "env.normalize_state", "normalize_obs"); // its name before version 5

    private Aliases() {}

    /// Return the whole table: the alias at its path, and the key beside it that it stands for.
    public static Map<String, String> all() {
        return new TreeMap<>(TABLE);
    }

    public static @Nullable String of(String path) {
        return TABLE.get(path);
    }
}
