package slmlab.chart;

import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.io.IOException;

/// A sheet that begins further right or further down on another one.
public record Shifted(Canvas canvas, double left, double top) implements Canvas {
    private Shape moved(Shape shape) {
        return AffineTransform.getTranslateInstance(left, top).createTransformedShape(shape);
    }

    @Override
    public void fill(Shape shape, Color color) {
        canvas.fill(moved(shape), color);
    }

    @Override
    public void stroke(Shape line, Color color, double width) {
        canvas.stroke(moved(line), color, width);
    }

    @Override
    public byte[] finish() throws IOException {
        return canvas.finish();
    }
}
