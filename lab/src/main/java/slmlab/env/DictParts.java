package slmlab.env;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Suggestion;

/// The named parts of a dict: where each stands in the flat row, and how a value is written there. A part of a dict
/// within a dict is named `outer.inner`, an item of a tuple `outer.0`.
final class DictParts {
    private static final double LEAST_INFINITE = 0x1.ffffffp127; // what is smaller is rounded to a finite float32

    private final Space space;
    private final Map<String, Part> parts = new HashMap<>();

    /// One part.
    ///
    /// @param at its first number in the row
    /// @param sizes numbers of each one-hot value; empty where numbers are written as they are
    private record Part(Space space, int at, int[] sizes) {

        static Part of(Space space, int at) {
            int[] sizes = switch (space) {
                case Space.Discrete(int n, int _) -> new int[] {n};
                case Space.MultiDiscrete(var each) ->
                    each.stream().mapToInt(Integer::intValue).toArray();
                case Space.Box _, Space.MultiBinary _, Space.Dict _, Space.Tuple _ -> new int[0];
            };
            return new Part(space, at, sizes);
        }

        int values() {
            return sizes.length == 0 ? space.flatSize() : sizes.length;
        }
    }

    DictParts(Space space) {
        this.space = space;
        if (space instanceof Space.Dict) {
            add("", space, 0);
        }
    }

    private void add(String name, Space part, int from) {
        int at = from;
        switch (part) {
            case Space.Dict(var entries) -> {
                for (Map.Entry<String, Space> entry : entries.entrySet()) {
                    add(join(name, entry.getKey()), entry.getValue(), at);
                    at += entry.getValue().flatSize();
                }
            }
            case Space.Tuple(List<Space> items) -> {
                for (int i = 0; i < items.size(); i++) {
                    add(join(name, Integer.toString(i)), items.get(i), at);
                    at += items.get(i).flatSize();
                }
            }
            case Space.Box _, Space.Discrete _, Space.MultiDiscrete _, Space.MultiBinary _ ->
                parts.put(name, Part.of(part, at));
        }
    }

    private static String join(String outer, String inner) {
        return outer.isEmpty() ? inner : outer + "." + inner;
    }

    /// Write the only value of a part.
    void write(String name, double value, float @Nullable [] row, int rowAt) {
        Part part = part(name);
        if (part.values() != 1) {
            throw new FrameException("obs(\"%s\", %s): %s has %s values; say which, obs(\"%s\", i, value)"
                    .formatted(name, value, part.space, part.values(), name));
        }
        write(name, part, 0, value, row, rowAt);
    }

    /// Write one value of a part.
    void write(String name, int i, double value, float @Nullable [] row, int rowAt) {
        write(name, part(name), i, value, row, rowAt);
    }

    private static void write(String name, Part part, int i, double value, float @Nullable [] rows, int rowAt) {
        float[] row = Objects.requireNonNull(rows); // a dict is one of FLOAT32
        if (i < 0 || i >= part.values()) {
            throw new FrameException("obs(\"%s\", %s, …) lies outside of %s, which has %s values, counted from 0"
                    .formatted(name, i, part.space, part.values()));
        }
        int at = rowAt + part.at;
        if (part.sizes.length == 0) {
            checkNumber(name, part.space, value);
            row[at + i] = (float) value;
            return;
        }
        for (int k = 0; k < i; k++) {
            at += part.sizes[k];
        }
        int start = part.space instanceof Space.Discrete(int _, int first) ? first : 0;
        int choice = (int) value - start;
        if (value != (int) value || choice < 0 || choice >= part.sizes[i]) {
            throw outside(name, part.space, value);
        }
        Arrays.fill(row, at, at + part.sizes[i], 0);
        row[at + choice] = 1;
    }

    private static void checkNumber(String name, Space part, double value) {
        if (part instanceof Space.MultiBinary && value != 0 && value != 1) {
            throw outside(name, part, value);
        }
        if (!(Math.abs(value) < LEAST_INFINITE)) {
            throw new FrameException(
                    "obs(\"%s\", %s): an observation must be finite in float32".formatted(name, value));
        }
    }

    private static FrameException outside(String name, Space part, double value) {
        return new FrameException("obs(\"%s\", %s) lies outside of %s".formatted(name, value, part));
    }

    private Part part(String name) {
        Part part = parts.get(name);
        if (part == null) {
            throw unknown(name);
        }
        return part;
    }

    private FrameException unknown(String name) {
        if (!(space instanceof Space.Dict)) {
            return new FrameException(
                    "obs(\"%s\", …) is for observations of a Dict, and these are %s".formatted(name, space));
        }
        String hint = Suggestion.of(name, parts.keySet())
                .map("did you mean %s?"::formatted)
                .orElseGet(() -> "there are "
                        + String.join(", ", parts.keySet().stream().sorted().toList()));
        return new FrameException("obs(\"%s\", …): the observation has no such part; %s".formatted(name, hint));
    }
}
