package slmlab.cli.train;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import slmlab.env.VecEnv;
import slmlab.env.render.Viewer;
import slmlab.experiment.Listener;

/// A window on env 0 of the first session while it trains, at most 30 images per second.
final class Window implements Listener, AutoCloseable {
    /// Show nothing.
    static final Window NONE = new Window(null);

    private static final double FRAMES_PER_SECOND = 30;
    private static final long PERIOD = (long) (1e9 / FRAMES_PER_SECOND);

    private final @Nullable Viewer viewer;
    private long shown;

    private Window(@Nullable Viewer viewer) {
        this.viewer = viewer;
    }

    /// Open a window; where there is no display, say so and show nothing: the run does not need it.
    static Window open(String title, PrintWriter err) {
        try {
            return new Window(new Viewer(title, FRAMES_PER_SECOND));
        } catch (IllegalStateException e) {
            err.println("--render: %s; the run continues without a window".formatted(e.getMessage()));
            return NONE;
        }
    }

    @Override
    public @Nullable Runnable watch(int session, VecEnv env) {
        return viewer == null || session != 0 ? null : () -> show(viewer, env);
    }

    private void show(Viewer on, VecEnv env) {
        long now = System.nanoTime();
        if (now - shown >= PERIOD) {
            shown = now;
            on.show(env.render(0));
        }
    }

    @Override
    public void close() {
        if (viewer != null) {
            viewer.close();
        }
    }
}
