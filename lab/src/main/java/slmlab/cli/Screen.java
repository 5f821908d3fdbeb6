package slmlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import slmlab.env.GifRecorder;
import slmlab.env.VecEnv;
import slmlab.env.Viewer;

/// Where the pictures of env 0 go: a window, a GIF, both or neither.
final class Screen implements AutoCloseable {
    private final VecEnv env;
    private final @Nullable GifRecorder recorder;
    private final @Nullable Viewer viewer;
    private final PrintWriter err;
    private boolean broken;

    private Screen(VecEnv env, @Nullable GifRecorder recorder, @Nullable Viewer viewer, PrintWriter err) {
        this.env = env;
        this.recorder = recorder;
        this.viewer = viewer;
        this.err = err;
    }

    /// Opens what is asked for; an [IllegalArgumentException] says what cannot be had here.
    ///
    /// @param err hears of pictures that cannot be drawn
    static Screen open(
            VecEnv env, String title, @Nullable Path gif, boolean window, double framesPerSecond, PrintWriter err) {
        Viewer viewer = null;
        if (!window && System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true"); // a GIF is drawn where DISPLAY names no display too
        }
        if (window) {
            try {
                viewer = new Viewer(title, framesPerSecond);
            } catch (IllegalStateException e) {
                throw new IllegalArgumentException(
                        "--render: %s; or record it: --gif FILE in the place of --render".formatted(e.getMessage()), e);
            }
        }
        try {
            return new Screen(env, gif == null ? null : new GifRecorder(env, gif, framesPerSecond), viewer, err);
        } catch (IOException e) {
            throw new IllegalArgumentException("--gif: cannot write %s: %s".formatted(gif, e), e);
        }
    }

    boolean isUsed() {
        return recorder != null || viewer != null;
    }

    /// Shows what there is to see. What cannot be drawn, as text without fonts, is told once and ends the pictures,
    /// not
    /// the episodes.
    void show() {
        if (broken) {
            return;
        }
        try {
            if (viewer != null) {
                viewer.show(env.render(0));
            }
            if (recorder != null) {
                recorder.record();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RuntimeException | Error e) {
            broken = true;
            err.println("no more pictures: the env cannot be drawn (%s)".formatted(e));
        }
    }

    @Override
    public void close() {
        if (viewer != null) {
            viewer.close();
        }
        if (recorder != null) {
            try {
                recorder.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
