package slmlab.bridge.mujoco;

import java.util.stream.IntStream;

/// The shapes of a model, as an image needs them.
///
/// @param type what MuJoCo calls `mjtGeom`
/// @param size three numbers each
/// @param color red, green, blue and opacity each
/// @param body the body that each belongs to; 0 is the world
record Geoms(int[] type, double[] size, float[] color, int[] body, int[] group) {
    static final int PLANE = 0;
    static final int HEIGHTS = 1;
    static final int SPHERE = 2;
    static final int CAPSULE = 3;
    static final int CYLINDER = 5;
    static final int BOX = 6;

    static Geoms of(Model model) {
        return new Geoms(
                model.wholes("geom_type"),
                model.numbers("geom_size"),
                model.floats("geom_rgba"),
                model.wholes("geom_bodyid"),
                model.wholes("geom_group"));
    }

    /// Return the first shape of a type; −1 if there is none.
    int first(int wanted) {
        return IntStream.range(0, type.length)
                .filter(i -> type[i] == wanted)
                .findFirst()
                .orElse(-1);
    }
}
