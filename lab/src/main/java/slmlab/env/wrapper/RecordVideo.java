package slmlab.env.wrapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.render.GifRecorder;
import slmlab.tensor.State;

/// Records every N-th episode of env 0 as `episode-000100.gif`, counted from 0. The other episodes cost
/// nothing.
///
/// A GIF ends with the last image before the end of its episode: an env that ends restarts in the same step.
final class RecordVideo extends Wrapper {
    private static final String NAME = "record_video";

    private final Path folder;
    private final int every;
    private final double framesPerSecond;
    private @Nullable GifRecorder recorder; // null between recordings
    private long episode = -1;

    RecordVideo(VecEnv inner, Path folder, int every, double framesPerSecond) {
        super(NAME, inner);
        if (every < 1) {
            throw new IllegalArgumentException(
                    "%s: every is %s; needs at least 1, which records all episodes".formatted(NAME, every));
        }
        GifRecorder.checkSpeed(folder, framesPerSecond);
        this.folder = folder;
        this.every = every;
        this.framesPerSecond = framesPerSecond;
    }

    @Override
    protected void begin(Step step, long seed) {
        nextEpisode();
    }

    @Override
    protected void observe(Step step) {
        if (ended(step, 0)) {
            nextEpisode();
        } else if (recorder != null && !isPaused(0)) {
            record(recorder);
        }
    }

    @Override
    protected void closeOwn() {
        finish();
    }

    @Override
    protected void saveOwn(State to) {
        to.put("episode", episode);
    }

    /// Skip the rest of a loaded episode: its beginning would be missing.
    @Override
    protected void loadOwn(State from) {
        finish();
        episode = from.whole("episode");
    }

    private void nextEpisode() {
        finish();
        episode++;
        if (episode % every == 0) {
            Path file = folder.resolve(String.format(Locale.ROOT, "episode-%06d.gif", episode));
            try {
                recorder = new GifRecorder(file, framesPerSecond);
            } catch (IOException e) {
                throw failed(e);
            }
            record(recorder);
        }
    }

    private void record(GifRecorder to) {
        try {
            to.record(inner.render(0));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private void finish() {
        GifRecorder open = recorder;
        recorder = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw failed(e);
            }
        }
    }

    private UncheckedIOException failed(IOException e) {
        return new UncheckedIOException("%s: cannot write episode %s to %s: %s".formatted(NAME, episode, folder, e), e);
    }
}
