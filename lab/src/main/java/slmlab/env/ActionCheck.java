package slmlab.env;

import slmlab.tensor.Array;
import slmlab.tensor.Shape;

/// Checks the actions given to a vector before its envs see them: refuses a wrong type or shape, a discrete
/// action outside its space, a NaN. A value beyond a box's bounds passes; the env clips it.
public final class ActionCheck {
    private final String name;
    private final Space space;
    private final Shape shape;

    public ActionCheck(String name, Space space, int size) {
        this.name = name;
        this.space = space;
        this.shape = Rows.shape(space, size);
    }

    /// Throw an [IllegalArgumentException] that names env and value if an action is not valid.
    public void accept(Array action) {
        if (action.dtype() != space.rowType() || !action.shape().equals(shape)) {
            throw new IllegalArgumentException(
                    "%s: an action of %s; needs %s %s for %s".formatted(name, action, space.rowType(), shape, space));
        }
        switch (space) {
            case Space.Discrete(int n, int start) -> {
                int[] values = action.ints();
                for (int i = 0; i < values.length; i++) {
                    if (values[i] < start || values[i] >= start + n) {
                        throw outside(i, 1, values[i]);
                    }
                }
            }
            case Space.MultiDiscrete(var sizes) -> {
                int[] values = action.ints();
                for (int i = 0; i < values.length; i++) {
                    if (values[i] < 0 || values[i] >= sizes.get(i % sizes.size())) {
                        throw outside(i, sizes.size(), values[i]);
                    }
                }
            }
            case Space.MultiBinary(int n) -> {
                int[] values = action.ints();
                for (int i = 0; i < values.length; i++) {
                    if (values[i] != 0 && values[i] != 1) {
                        throw outside(i, n, values[i]);
                    }
                }
            }
            case Space.Box box -> {
                float[] values = action.floats();
                for (int i = 0; i < values.length; i++) {
                    if (Float.isNaN(values[i])) {
                        throw outside(i, box.row().volume(), values[i]);
                    }
                }
            }
            case Space.Dict _, Space.Tuple _ ->
                throw new IllegalArgumentException("%s: actions of %s are not supported".formatted(name, space));
        }
    }

    private IllegalArgumentException outside(int at, int perEnv, Number value) {
        return new IllegalArgumentException(
                "%s: action %s of env %s lies outside %s".formatted(name, value, at / Math.max(1, perEnv), space));
    }
}
