package slmlab.env.play;

import java.awt.event.KeyEvent;
import org.jspecify.annotations.Nullable;
import slmlab.env.Bounds;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;

/// Keys for actions: digits for discrete actions; ← and → for the first and last of a few, or for the bounds of
/// a continuous action of one dimension.
final class KeyActions {
    private static final int FEW = 3; // actions that left, down and right stand for

    private final int actions; // 0 where the action is continuous
    private final int start;
    private final float low;
    private final float high;
    private final Shape shape; // of the action of one env

    KeyActions(String env, Space space) {
        this.shape = Rows.shape(space, 1);
        switch (space) {
            case Space.Discrete(int n, int first) -> {
                this.actions = n;
                this.start = first;
                this.low = 0;
                this.high = 0;
            }
            case Space.Box(var _, var _, Bounds bounds)
            when bounds.size() == 1 -> {
                boolean bounded = Float.isFinite(bounds.low(0)) && Float.isFinite(bounds.high(0));
                this.actions = 0;
                this.start = 0;
                this.low = bounded ? bounds.low(0) : -1;
                this.high = bounded ? bounds.high(0) : 1;
            }
            case Space.Box _, Space.MultiDiscrete _, Space.MultiBinary _, Space.Dict _, Space.Tuple _ ->
                throw new IllegalArgumentException(
                        "%s takes actions of %s; keys can give one discrete action or one continuous value; to watch it, use env rollout %s --render"
                                .formatted(env, space, env));
        }
    }

    /// Return the help for the player.
    String help() {
        String keys;
        if (actions == 0) {
            keys = "← smallest, ↓ 0, → largest";
        } else if (actions <= FEW) {
            keys = "← first action, → last%s, or a digit".formatted(actions == FEW ? ", ↓ middle" : "");
        } else {
            keys = "digits 0 to %s".formatted(Math.min(actions, 10) - 1);
        }
        return "keys: %s; Esc ends. Each key press is a step; hold a key to repeat it.".formatted(keys);
    }

    /// Return the action of a key for one env; null for a key without one.
    @Nullable
    Array action(int key) {
        if (actions > 0) {
            int action = index(key);
            return action < 0 || action >= actions ? null : Array.ofInts(shape, start + action);
        }
        return switch (key) {
            case KeyEvent.VK_LEFT -> Array.of(shape, low);
            case KeyEvent.VK_RIGHT -> Array.of(shape, high);
            case KeyEvent.VK_DOWN -> Array.of(shape, 0);
            default -> null;
        };
    }

    /// Return whether the env's mask allows an action of [#action].
    boolean isAllowed(Array action, Step step) {
        return actions == 0 || step.allows(0, action.ints()[0] - start);
    }

    private int index(int key) {
        if (key >= KeyEvent.VK_0 && key <= KeyEvent.VK_9) {
            return key - KeyEvent.VK_0;
        }
        if (key >= KeyEvent.VK_NUMPAD0 && key <= KeyEvent.VK_NUMPAD9) {
            return key - KeyEvent.VK_NUMPAD0;
        }
        if (actions > FEW) {
            return -1;
        }
        return switch (key) {
            case KeyEvent.VK_LEFT -> 0;
            case KeyEvent.VK_RIGHT -> actions - 1;
            case KeyEvent.VK_DOWN -> actions == FEW ? 1 : -1;
            default -> -1;
        };
    }
}
