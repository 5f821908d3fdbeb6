package slmlab.spec.upstream;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Envs that upstream's specs name and that no longer exist: one that has a successor, and one that has none.
public final class GoneEnvs {

    private static final Map<String, String> SUCCESSORS = Map.of("VideoPinball-v0", "ALE/VideoPinball-v5");
    private static final Map<String, String> TABLE =
            Map.of("HalfCheetahBulletEnv-v0", "no longer exists: PyBullet's envs ended with Gym; use HalfCheetah-v5");

    private GoneEnvs() {}

    /// Return the whole table: the id, and why there is no such env, or what it means today.
    public static Map<String, String> all() {
        Map<String, String> all = new TreeMap<>(TABLE);
        SUCCESSORS.forEach((id, successor) -> all.put(id, "no longer exists: it means %s".formatted(successor)));
        return all;
    }

    /// Return the id that an older one means today; empty where it is not known to have changed.
    public static Optional<String> successor(String name) {
        return Optional.ofNullable(SUCCESSORS.get(name));
    }

    /// Say why there is no such env and what to use instead; empty if it is not known to be gone.
    public static Optional<String> why(String name) {
        return Optional.ofNullable(TABLE.get(name));
    }
}
