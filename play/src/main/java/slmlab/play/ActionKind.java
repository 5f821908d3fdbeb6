package slmlab.play;

import java.util.Arrays;

/// What actions are, and how the policy's become the env's.
sealed interface ActionKind {

    /// One of `n`, or several choices at once. The env calls the first of each `start`.
    ///
    /// @param choices how many each choice has
    /// @param one whether there is a single choice
    record Choices(int[] choices, int start, boolean one, String name) implements ActionKind {
        @Override
        public int width() {
            return choices.length;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /// Continuous actions.
    ///
    /// @param low what −1 becomes; empty where actions are left as they are
    record Box(int width, float[] low, float[] high) implements ActionKind {
        /// Rescale as the lab's envs do.
        float scaled(float action, int i) {
            if (low.length == 0) {
                return action;
            }
            double from = low[i];
            return (float) (from + (high[i] - from) * ((action + 1.0) / 2));
        }

        @Override
        public String toString() {
            return "%s continuous numbers".formatted(width);
        }
    }

    /// Numbers in one action.
    int width();

    /// Read a line of a file. What it promises is compared with what the graph computes before memory is taken for
    /// it.
    ///
    /// @param computed numbers of one action, as the graph computes it
    /// @param logits of one observation; −1 where the graph computes none
    static ActionKind of(Settings settings, int computed, int logits) {
        return switch (settings.word()) {
            case "discrete" -> {
                int n = settings.positive("n");
                settings.require(1, computed);
                settings.requireLogits(n, logits);
                yield new Choices(new int[] {n}, settings.number("start"), true, "one of %s".formatted(n));
            }
            case "multi_discrete" -> {
                int[] sizes = settings.sizes("sizes");
                settings.require(sizes.length, computed);
                settings.requireLogits(Settings.sum(sizes), logits);
                yield new Choices(sizes, 0, false, "one of each of %s".formatted(Arrays.toString(sizes)));
            }
            case "multi_binary" -> {
                int n = settings.positive("n");
                settings.require(n, computed);
                settings.requireLogits(n, logits);
                int[] sizes = new int[n];
                Arrays.fill(sizes, 1); // one logit each
                yield new Choices(sizes, 0, false, "%s switches".formatted(sizes.length));
            }
            case "box" -> {
                settings.require(Settings.product(settings.sizes("shape")), computed);
                boolean scaled = settings.has("low");
                yield new Box(
                        computed,
                        scaled ? bounds(settings, "low", computed) : new float[0],
                        scaled ? bounds(settings, "high", computed) : new float[0]);
            }
            default -> throw new IllegalArgumentException("actions of an unknown kind, %s".formatted(settings.word()));
        };
    }

    private static float[] bounds(Settings settings, String key, int width) {
        float[] bounds = settings.reals(key);
        if (bounds.length != width) {
            throw new IllegalArgumentException(
                    "the actions have %s bounds %s; needs %s".formatted(bounds.length, key, width));
        }
        for (float bound : bounds) {
            if (!Float.isFinite(bound)) {
                throw new IllegalArgumentException(
                        "a bound %s of the actions is %s; needs a finite number".formatted(key, bound));
            }
        }
        return bounds;
    }
}
