package slmlab.env.render;

import java.awt.Dimension;
import java.awt.Graphics2D;

/// An env that can be drawn. An author implements it beside `Env` to see episodes in a window, a GIF or on the
/// dashboard; an env without it needs no AWT.
public interface Drawable {

    /// Return the default size of an image, in pixels.
    default Dimension imageSize() {
        return new Dimension(400, 300);
    }

    /// Draw the current state over the whole canvas, from (0, 0). Never called during another call.
    ///
    /// @param canvas for this call only: its color, stroke and transform need not be restored
    void draw(Graphics2D canvas, int width, int height);

    /// Return how an env is drawn. One that is not drawable shows its name.
    static Drawable of(Object env) {
        return env instanceof Drawable drawable
                ? drawable
                : (canvas, width, height) ->
                        Drawing.none(canvas, width, height, env.getClass().getSimpleName());
    }
}
