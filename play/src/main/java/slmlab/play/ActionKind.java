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

    static ActionKind of(Settings settings) {
        return switch (settings.word()) {
            case "discrete" -> {
                int n = settings.number("n");
                yield new Choices(new int[] {n}, settings.number("start"), true, "one of %s".formatted(n));
            }
            case "multi_discrete" -> {
                int[] sizes = settings.numbers("sizes");
                yield new Choices(sizes, 0, false, "one of each of %s".formatted(Arrays.toString(sizes)));
            }
            case "multi_binary" -> {
                int[] sizes = new int[settings.number("n")];
                Arrays.fill(sizes, 1); // one logit each
                yield new Choices(sizes, 0, false, "%s switches".formatted(sizes.length));
            }
            case "box" -> {
                int width = Arrays.stream(settings.numbers("shape")).reduce(1, (a, b) -> a * b);
                boolean scaled = settings.has("low");
                yield new Box(
                        width,
                        scaled ? settings.reals("low") : new float[0],
                        scaled ? settings.reals("high") : new float[0]);
            }
            default -> throw new IllegalArgumentException("actions of an unknown kind, %s".formatted(settings.word()));
        };
    }
}
