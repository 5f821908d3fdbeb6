package slmlab.env;

import java.util.List;

/// The ids of the Box2D environments, for tests that every environment passes.
public final class Box2dIds {
    private Box2dIds() {}

    public static List<String> all() {
        return Envs.all().stream()
                .map(Envs.Entry::id)
                .filter(id -> id.startsWith("LunarLander") || id.startsWith("BipedalWalker"))
                .toList();
    }
}
