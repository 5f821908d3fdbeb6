package slmlab.bridge.mujoco;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import slmlab.env.Trig;

/// What an env shows: parts of a simulation's fields, one after the other.
final class MujocoObs {
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

    /// Add the field's numbers, the first `from` of them omitted.
    MujocoObs add(Field field, int from) {
        return add(field, from, field.size());
    }

    MujocoObs add(Field field, int from, int to) {
        return part(to - from, i -> field.at(from + i));
    }

    MujocoObs clipped(Field field, int from, int to, MujocoRange range) {
        return part(to - from, i -> range.clip(field.at(from + i)));
    }

    MujocoObs sin(Field field, int from, int to) {
        return part(to - from, i -> Trig.sin(field.at(from + i)));
    }

    MujocoObs cos(Field field, int from, int to) {
        return part(to - from, i -> Trig.cos(field.at(from + i)));
    }

    MujocoObs part(int count, IntToDoubleFunction number) {
        parts.add(new Part(count, number));
        size += count;
        return this;
    }
}
