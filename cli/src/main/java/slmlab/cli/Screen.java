package slmlab.cli;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import slmlab.env.EnvException;
import slmlab.env.VecEnv;
import slmlab.env.render.GifRecorder;
import slmlab.env.render.Viewer;
import slmlab.file.OutputFile;

/// Where the images of env 0 go: a window, a GIF, both or neither.
public final class Screen implements AutoCloseable {
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
    /// @param err gets a line if images cannot be drawn
    public static Screen open(
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

    /// Record every so many steps alone, and no more than so many images: GIFs grow large.
    public Screen recording(int everySteps, int mostFrames) {
        this.every = everySteps;
        this.most = mostFrames;
        return this;
    }

    public boolean isUsed() {
        return recorder != null || viewer != null;
    }

    /// Show the current image. If it cannot be drawn, as text without fonts, say so once and show no more; the
    /// episodes continue.
    public void show() {
        if (broken || !isUsed()) {
            return;
        }
        boolean recorded = recorder != null && steps % every == 0 && recorder.frames() < most;
        steps++;
        if (viewer == null && !recorded) {
            return;
        }
        try {
            BufferedImage image = env.render(0);
            if (viewer != null) {
                viewer.show(image);
            }
            if (recorder != null && recorded) {
                recorder.record(image);
            }
        } catch (IOException e) {
            throw failed(e);
        } catch (RuntimeException | Error e) {
            broken = true;
            Object why = e instanceof EnvException ? e.getMessage() : e;
            err.println("no more images: the env cannot be drawn (%s)".formatted(why));
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
