package slmlab.cli;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import slmlab.env.EnvException;
import slmlab.env.VecEnv;
import slmlab.env.picture.GifRecorder;
import slmlab.env.picture.Viewer;
import slmlab.file.OutputFile;

/// Where the pictures of env 0 go: a window, a GIF, both or neither.
final class Screen implements AutoCloseable {
    private final VecEnv env;
    private final @Nullable Path gif;
    private final @Nullable GifRecorder recorder;
    private final @Nullable Viewer viewer;
    private final PrintWriter err;
    private int every = 1;
    private int most = Integer.MAX_VALUE;
    private long steps;
    private boolean broken;

    private Screen(
            VecEnv env, @Nullable Path gif, @Nullable GifRecorder recorder, @Nullable Viewer viewer, PrintWriter err) {
        this.env = env;
        this.gif = gif;
        this.recorder = recorder;
        this.viewer = viewer;
        this.err = err;
    }

    /// Open the window and the GIF that are asked for; an [IllegalArgumentException] says what is not available.
    ///
    /// @param err gets a line if pictures cannot be drawn
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
            return new Screen(env, gif, gif == null ? null : new GifRecorder(gif, framesPerSecond), viewer, err);
        } catch (IOException e) {
            throw new IllegalArgumentException("--gif: cannot write %s: %s".formatted(gif, OutputFile.reason(e)), e);
        }
    }

    /// Record every so many steps alone, and no more than so many pictures: GIFs grow large.
    Screen recording(int everySteps, int mostPictures) {
        this.every = everySteps;
        this.most = mostPictures;
        return this;
    }

    boolean isUsed() {
        return recorder != null || viewer != null;
    }

    /// Show the current picture. If it cannot be drawn, as text without fonts, say so once and show no more; the
    /// episodes continue.
    void show() {
        if (broken || !isUsed()) {
            return;
        }
        boolean recorded = recorder != null && steps % every == 0 && recorder.frames() < most;
        steps++;
        if (viewer == null && !recorded) {
            return;
        }
        try {
            BufferedImage picture = env.render(0);
            if (viewer != null) {
                viewer.show(picture);
            }
            if (recorder != null && recorded) {
                recorder.record(picture);
            }
        } catch (IOException e) {
            throw failed(e);
        } catch (RuntimeException | Error e) {
            broken = true;
            Object why = e instanceof EnvException ? e.getMessage() : e;
            err.println("no more pictures: the env cannot be drawn (%s)".formatted(why));
        }
    }

    private UncheckedIOException failed(IOException e) {
        return new UncheckedIOException("--gif: cannot write %s: %s".formatted(gif, OutputFile.reason(e)), e);
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
                throw failed(e);
            }
        }
    }
}
