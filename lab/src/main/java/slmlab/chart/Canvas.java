package slmlab.chart;

import java.awt.Color;
import java.awt.Shape;
import java.io.IOException;

/// A sheet to draw shapes on, in any of the [Format]s. Text is shapes too, see [Letters].
public interface Canvas {

    void fill(Shape shape, Color color);

    /// Draw a line with round ends and joins.
    void stroke(Shape line, Color color, double width);

    /// Return the file; nothing can be drawn after it.
    byte[] finish() throws IOException;
}
