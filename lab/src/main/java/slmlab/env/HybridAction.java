package slmlab.env;

import java.util.ArrayList;
import java.util.List;
import slmlab.tensor.DType;

/// An action of several parts, choices and numbers, as one box: every algorithm for continuous actions acts in it.
///
/// A choice among n takes n scores in [−1, 1]. The largest decides, the first of equal ones. Numbers keep their
/// bounds (Hausknecht and Stone 2016, arXiv:1511.04143). An env gives [#space()] as its action space and reads the
/// parts of each action:
///
/// ```java
/// private static final HybridAction ACTION = HybridAction.of(new Space.Discrete(3), Space.Box.of(0, 100, 1));
/// …
/// int kick = ACTION.choice(frame, 0);
/// double force = ACTION.number(frame, 1, 0);
/// ```
public final class HybridAction {
    private final List<Part> parts;
    private final Space.Box space;

    /// A part of the action.
    ///
    /// @param from its first value in the box
    private record Part(Space space, int from) {}

    private HybridAction(List<Part> parts, Space.Box space) {
        this.parts = parts;
        this.space = space;
    }

    /// Return an action of these parts, each [Space.Discrete] or a [Space.Box] of FLOAT32.
    public static HybridAction of(Space... parts) {
        List<Part> placed = new ArrayList<>();
        int size = 0;
        for (Space part : parts) {
            boolean isNumbers = part instanceof Space.Box box && box.dtype() == DType.FLOAT32;
            if (!isNumbers && !(part instanceof Space.Discrete)) {
                throw new IllegalArgumentException(
                        "part %s of a hybrid action is %s; needs Discrete or a box of FLOAT32"
                                .formatted(placed.size(), part));
            }
            placed.add(new Part(part, size));
            size += part.flatSize();
        }
        if (placed.size() < 2) {
            throw new IllegalArgumentException(
                    "a hybrid action of %s parts: needs at least 2".formatted(placed.size()));
        }
        float[] low = new float[size];
        float[] high = new float[size];
        for (Part part : placed) {
            for (int i = 0; i < part.space.flatSize(); i++) {
                low[part.from + i] =
                        part.space instanceof Space.Box box ? box.bounds().low(i) : -1;
                high[part.from + i] =
                        part.space instanceof Space.Box box ? box.bounds().high(i) : 1;
            }
        }
        return new HybridAction(List.copyOf(placed), Space.Box.of(low, high));
    }

    /// Return the action space of the env.
    public Space.Box space() {
        return space;
    }

    /// Return what was chosen in a discrete part.
    public int choice(Frame frame, int part) {
        Part chosen = parts.get(part);
        if (!(chosen.space instanceof Space.Discrete(int n, int start))) {
            throw new IllegalArgumentException("part %s is %s, not a choice".formatted(part, chosen.space));
        }
        int best = 0;
        for (int i = 1; i < n; i++) {
            if (frame.actionValue(chosen.from + i) > frame.actionValue(chosen.from + best)) {
                best = i;
            }
        }
        return start + best;
    }

    /// Return number `i` of a part that is a box, clipped to its bounds: policies sample beyond them.
    public double number(Frame frame, int part, int i) {
        Part numbers = parts.get(part);
        if (!(numbers.space instanceof Space.Box(var _, var _, Bounds bounds)) || i < 0 || i >= bounds.size()) {
            throw new IllegalArgumentException("part %s is %s; it has no number %s".formatted(part, numbers.space, i));
        }
        return Math.clamp(frame.actionValue(numbers.from + i), bounds.low(i), bounds.high(i));
    }
}
