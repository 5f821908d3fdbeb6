package slmlab.spec;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Envs that upstream's specs name and that no longer exist.
public final class GoneEnvs {

    private static final Map<String, String> TABLE = Map.of(
            "VideoPinball-v0",
            "no longer exists: Gym dropped its v0 Atari envs; use ALE/VideoPinball-v5",
            "HalfCheetahBulletEnv-v0",
            "no longer exists: PyBullet's envs ended with Gym; use HalfCheetah-v5");

    private GoneEnvs() {}

    /// Return the whole table: the id, and why there is no such env.
    public static Map<String, String> all() {
        return new TreeMap<>(TABLE);
    }

    /// Say why there is no such env and what to use instead; empty if it is not known to be gone.
    public static Optional<String> why(String name) {
        return Optional.ofNullable(TABLE.get(name));
    }
}
