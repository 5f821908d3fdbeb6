package slmlab.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// A figure of pixels. Needs neither a screen nor fonts: AWT runs headless unless set otherwise before.
final class PngCanvas implements Canvas {
    static {
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
    }

    private final BufferedImage image;
    private final Graphics2D graphics;

    PngCanvas(Size size, double scale, Color ground) {
        this.image = new BufferedImage(size.width(), size.height(), BufferedImage.TYPE_INT_RGB);
        this.graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setColor(ground);
        graphics.fillRect(0, 0, size.width(), size.height());
        graphics.scale(scale, scale);
    }

    @Override
    public void fill(Shape shape, Color color) {
        graphics.setColor(color);
        graphics.fill(shape);
    }

    @Override
    public void stroke(Shape line, Color color, double width) {
        graphics.setColor(color);
        graphics.setStroke(new BasicStroke((float) width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        graphics.draw(line);
    }

    @Override
    public byte[] finish() throws IOException {
        graphics.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // Not ImageIO's default, a temporary file that it closes at exit, even while it is being written.
        try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            ImageIO.write(image, "png", out);
        }
        return bytes.toByteArray();
    }
}
