package slmlab.cli;

import java.io.IOException;
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

    private Screen(VecEnv env, @Nullable GifRecorder recorder, @Nullable Viewer viewer) {
        this.env = env;
        this.recorder = recorder;
        this.viewer = viewer;
    }

    /// Opens what is asked for; an [IllegalArgumentException] says what cannot be had here.
    static Screen open(VecEnv env, String title, @Nullable Path gif, boolean window, double framesPerSecond) {
        Viewer viewer = null;
        if (window) {
            try {
                viewer = new Viewer(title, framesPerSecond);
            } catch (IllegalStateException e) {
                throw new IllegalArgumentException(
                        "--render: %s; or record it: --gif FILE in the place of --render".formatted(e.getMessage()), e);
            }
        }
        try {
            return new Screen(env, gif == null ? null : new GifRecorder(env, gif, framesPerSecond), viewer);
        } catch (IOException e) {
            throw new IllegalArgumentException("--gif: cannot write %s: %s".formatted(gif, e), e);
        }
    }

    boolean isUsed() {
        return recorder != null || viewer != null;
    }

    void show() {
        if (viewer != null) {
            viewer.show(env.render(0));
        }
        if (recorder != null) {
            try {
                recorder.record();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
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
