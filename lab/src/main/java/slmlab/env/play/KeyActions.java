package slmlab.env.play;

import java.awt.event.KeyEvent;
import org.jspecify.annotations.Nullable;
import slmlab.env.Bounds;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;

/// Which key stands for which action: digits for choices; ← and → for the first and last of a few, or for the ends
/// of a box of one number.
final class KeyActions {
    private static final int FEW = 3; // choices that left, down and right stand for

    private final int choices; // 0 where the action is a number
    private final int start;
    private final float low;
    private final float high;
    private final Shape shape; // of the action of one env

    KeyActions(String env, Space space) {
        this.shape = Rows.shape(space, 1);
        switch (space) {
            case Space.Discrete(int n, int first) -> {
                this.choices = n;
                this.start = first;
                this.low = 0;
                this.high = 0;
            }
            case Space.Box(var _, var _, Bounds bounds)
            when bounds.size() == 1 -> {
                boolean bounded = Float.isFinite(bounds.low(0)) && Float.isFinite(bounds.high(0));
                this.choices = 0;
                this.start = 0;
                this.low = bounded ? bounds.low(0) : -1;
                this.high = bounded ? bounds.high(0) : 1;
            }
            case Space.Box _, Space.MultiDiscrete _, Space.MultiBinary _, Space.Dict _, Space.Tuple _ ->
                throw new IllegalArgumentException(
                        "%s takes actions of %s; keys can say one choice or one number; watch env rollout %s --render"
                                .formatted(env, space, env));
        }
    }

    /// What to tell the player.
    String help() {
        String keys;
        if (choices == 0) {
            keys = "← smallest, ↓ 0, → largest";
        } else if (choices <= FEW) {
            keys = "← first action, → last%s, or a digit".formatted(choices == FEW ? ", ↓ middle" : "");
        } else {
            keys = "digits 0 to %s".formatted(Math.min(choices, 10) - 1);
        }
        return "keys: %s; Esc ends. Each key is a step: hold it to go on.".formatted(keys);
    }

    /// The action of a key for one env; null for a key that means nothing.
    @Nullable
    Array action(int key) {
        if (choices > 0) {
            int choice = choice(key);
            return choice < 0 || choice >= choices ? null : Array.ofInts(shape, start + choice);
        }
        return switch (key) {
            case KeyEvent.VK_LEFT -> Array.of(shape, low);
            case KeyEvent.VK_RIGHT -> Array.of(shape, high);
            case KeyEvent.VK_DOWN -> Array.of(shape, 0);
            default -> null;
        };
    }

    private int choice(int key) {
        if (key >= KeyEvent.VK_0 && key <= KeyEvent.VK_9) {
            return key - KeyEvent.VK_0;
        }
        if (key >= KeyEvent.VK_NUMPAD0 && key <= KeyEvent.VK_NUMPAD9) {
            return key - KeyEvent.VK_NUMPAD0;
        }
        if (choices > FEW) {
            return -1;
        }
        return switch (key) {
            case KeyEvent.VK_LEFT -> 0;
            case KeyEvent.VK_RIGHT -> choices - 1;
            case KeyEvent.VK_DOWN -> choices == FEW ? 1 : -1;
            default -> -1;
        };
    }
}
