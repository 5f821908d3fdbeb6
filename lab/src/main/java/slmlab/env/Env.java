package slmlab.env;

import java.awt.Dimension;
import java.awt.Graphics2D;
import slmlab.env.picture.Pictures;
import slmlab.tensor.State;

/// One world. What an author writes; docs/envs.md shows all of it.
///
/// ```java
/// final class Corridor implements Env {
///     private int at;
///     public Space obsSpace() { return Space.Box.of(0, 10, 1); }
///     public Space actionSpace() { return new Space.Discrete(2); }
///     public void reset(NumpyRandom random, Frame frame) { at = 0; frame.obs(0, at); }
///     public void step(Frame frame) {
///         at = Math.max(0, at + (frame.action() == 1 ? 1 : -1));
///         frame.obs(0, at);
///         frame.reward(at == 10 ? 1 : -0.1);
///         if (at == 10) frame.terminate();
///     }
/// }
/// ```
///
/// Nothing is to be allocated in [#step]. Arithmetic inside is in double; observations and rewards are rounded to
/// float32 when written.
public interface Env extends AutoCloseable {

    Space obsSpace();

    Space actionSpace();

    /// Whether the env says which actions can be taken, through [Frame#mask].
    default boolean hasActionMask() {
        return false;
    }

    /// Begins an episode: writes its first observation (and mask).
    ///
    /// @param random the only source of chance, until the next reset; it goes on where the last episode left it
    void reset(NumpyRandom random, Frame frame);

    /// Advances by the frame's action: writes observation, reward and whether the episode ended.
    ///
    /// A choice outside of its space and a NaN never come here. A box's number may lie outside of its bounds, as
    /// policies draw from all numbers: clip it, as Gymnasium's envs do.
    void step(Frame frame);

    /// Writes all fields that change in an episode, if the env can do that: then a resume is [#load]. One that
    /// cannot
    /// is begun again and takes the same actions.
    ///
    /// @return whether it did; the same every time
    default boolean save(State to) {
        return false;
    }

    /// Reads what [#save] wrote, in the place of a reset.
    ///
    /// @param random the source of chance from here on, as it stood at the save
    default void load(State from, NumpyRandom random) {
        throw new UnsupportedOperationException("%s saves its fields, so it needs load() too"
                .formatted(getClass().getSimpleName()));
    }

    /// How large a picture is unless another size is asked for, in pixels.
    default Dimension pictureSize() {
        return new Dimension(400, 300);
    }

    /// Draws the world as it stands, over all of the canvas from (0, 0) on; called between other calls only.
    ///
    /// @param canvas the env's alone: its colour, stroke and transform need not be put back
    default void draw(Graphics2D canvas, int width, int height) {
        Pictures.none(canvas, width, height, getClass().getSimpleName());
    }

    @Override
    default void close() {}
}
