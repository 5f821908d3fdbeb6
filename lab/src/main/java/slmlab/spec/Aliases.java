package slmlab.spec;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Other names of keys: what old specs call them, or meant by them.
///
/// An alias holds only where the key it stands for is known; if both are given, that is a problem.
public final class Aliases {

    /// Path of the alias, and the key beside it that it stands for.
    private static final Map<String, String> TABLE = Map.of(
            "agent.algorithm.clip_val_loss", "clip_vloss", // 15 PPO specs set it; upstream reads clip_vloss only
            "env.normalize_state", "normalize_obs"); // its name before version 5

    private Aliases() {}

    static @Nullable String of(String path) {
        return TABLE.get(path);
    }
}
