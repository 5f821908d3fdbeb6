package slmlab.bridge.mujoco;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import slmlab.env.Trig;

/// What an env shows: parts of a simulation's fields, one after the other.
final class Observation {
    private record Part(int size, IntToDoubleFunction number) {}

    private final List<Part> parts = new ArrayList<>();
    private int size;

    int size() {
        return size;
    }

    /// Write all numbers.
    void write(double[] to) {
        int at = 0;
        for (int p = 0; p < parts.size(); p++) {
            Part part = parts.get(p);
            for (int i = 0; i < part.size; i++) {
                to[at++] = part.number.applyAsDouble(i);
            }
        }
    }

    /// Add the field's numbers, the first `from` of them left out.
    Observation add(Field field, int from) {
        return add(field, from, field.size());
    }

    Observation add(Field field, int from, int to) {
        return part(to - from, i -> field.at(from + i));
    }

    Observation clipped(Field field, int from, int to, Range range) {
        return part(to - from, i -> range.clip(field.at(from + i)));
    }

    Observation sin(Field field, int from, int to) {
        return part(to - from, i -> Trig.sin(field.at(from + i)));
    }

    Observation cos(Field field, int from, int to) {
        return part(to - from, i -> Trig.cos(field.at(from + i)));
    }

    Observation part(int count, IntToDoubleFunction number) {
        parts.add(new Part(count, number));
        size += count;
        return this;
    }
}
