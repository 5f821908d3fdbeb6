package slmlab.env.render;

import java.awt.AWTError;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.GraphicsEnvironment;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.awt.image.BufferedImage;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.swing.JFrame;
import javax.swing.JPanel;
import org.jspecify.annotations.Nullable;

/// A window that shows what envs draw and reads keys.
///
/// ```java
/// try (Viewer viewer = new Viewer("CartPole-v1", 30)) {
///     viewer.show(env.render(0));
/// }
/// ```
///
/// Without a display the constructor throws an [IllegalStateException] that says what to do.
public final class Viewer implements AutoCloseable {
    private static final String NO_DISPLAY =
            "no window can be opened: %s; set DISPLAY, connect with ssh -X, or start it under xvfb-run";

    private final JFrame window;
    private final Canvas canvas;
    private final BlockingQueue<Integer> keys = new LinkedBlockingQueue<>();
    private final long pause; // ns between images
    private long due; // when the next image may be shown
    private volatile boolean open = true;

    /// @param framesPerSecond maximum frame rate
    public Viewer(String title, double framesPerSecond) {
        if (!(framesPerSecond > 0)) {
            throw new IllegalArgumentException("%s frames per second; needs more than 0".formatted(framesPerSecond));
        }
        if (GraphicsEnvironment.isHeadless()) {
            throw new IllegalStateException(NO_DISPLAY.formatted("there is no display"));
        }
        this.pause = (long) (TimeUnit.SECONDS.toNanos(1) / framesPerSecond);
        try {
            this.window = new JFrame(title);
            this.canvas = new Canvas();
        } catch (RuntimeException | AWTError | LinkageError | InternalError e) { // wrong DISPLAY, no fonts, no windows
            throw new IllegalStateException(NO_DISPLAY.formatted(e.getMessage()), e);
        }
        window.setDefaultCloseOperation(JFrame.DISPOSE_ON_CLOSE);
        window.setResizable(false);
        window.add(canvas);
        window.addWindowListener(new WindowAdapter() {
            @Override
            public void windowClosed(WindowEvent event) {
                open = false;
            }
        });
        window.addKeyListener(new KeyAdapter() {
            @Override
            public void keyPressed(KeyEvent event) {
                keys.add(event.getKeyCode());
            }
        });
        this.due = System.nanoTime();
    }

    /// Return false once the user has closed the window.
    public boolean isOpen() {
        return open;
    }

    /// Show a copy of an image, after a pause if the last one is too recent; do nothing once the window is
    /// closed.
    public void show(BufferedImage image) {
        if (!open) {
            return;
        }
        long early = due - System.nanoTime();
        if (early > 0) {
            try {
                TimeUnit.NANOSECONDS.sleep(early);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt(); // for the caller; the image is shown at once
            }
        }
        due = Math.max(due + pause, System.nanoTime());
        if (canvas.take(image)) {
            window.pack();
            window.setLocationByPlatform(true);
            window.setVisible(true);
        }
    }

    /// Return the next key pressed, as a [KeyEvent] code; -1 if there was none in time or the window is closed.
    public int key(long millis) {
        try {
            Integer key = keys.poll(millis, TimeUnit.MILLISECONDS);
            return key == null ? -1 : key;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    @Override
    public void close() {
        window.dispose();
    }

    /// Panel with its own copy of the image, so that the env may draw the next one meanwhile.
    private static final class Canvas extends JPanel {
        private static final long serialVersionUID = 1;

        /// Written by the caller, painted by AWT's thread.
        private transient volatile @Nullable BufferedImage shown;

        /// Copy an image; return whether its size is new.
        boolean take(BufferedImage image) {
            BufferedImage copy = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
            image.copyData(copy.getRaster());
            BufferedImage last = shown;
            shown = copy;
            setPreferredSize(new Dimension(image.getWidth(), image.getHeight()));
            repaint();
            return last == null || last.getWidth() != copy.getWidth() || last.getHeight() != copy.getHeight();
        }

        @Override
        protected void paintComponent(Graphics graphics) {
            graphics.drawImage(shown, 0, 0, null);
        }
    }
}
