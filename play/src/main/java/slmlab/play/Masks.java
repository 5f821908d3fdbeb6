package slmlab.play;

/// Action masks.
final class Masks {
    private Masks() {}

    /// Copy a mask of any number of rows; refuse one that leaves a choice without any action.
    static void copy(boolean[] possible, byte[] to, ActionKind.Choices choices) {
        check(possible, choices);
        for (int i = 0; i < to.length; i++) {
            to[i] = (byte) (possible[i] ? 1 : 0);
        }
    }

    /// Refuse a mask that leaves a choice without any action.
    static void check(boolean[] possible, ActionKind.Choices choices) {
        int at = 0;
        while (at < possible.length) {
            for (int size : choices.choices()) {
                boolean any = false;
                for (int i = at; i < at + size; i++) {
                    any |= possible[i];
                }
                if (!any) {
                    throw new IllegalArgumentException(
                            "the action mask allows nothing from entry %s to %s; allow at least one action"
                                    .formatted(at, at + size - 1));
                }
                at += size;
            }
        }
    }
}
