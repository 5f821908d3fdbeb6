package slmlab.board;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.Insight;
import slmlab.experiment.TrainedAgent;
import slmlab.run.RunFolder;
import slmlab.tensor.Array;
import slmlab.tensor.DType;

/// Record an episode of a run's agent.
///
/// It works for a third of the time at most and sleeps for the rest, since the machine may be training.
final class Recorder implements TrainedAgent.Watcher {
    private static final int MOST = 240; // moments; of a longer episode every second is dropped, again and again
    private static final int LONGEST = 20_000; // steps
    private static final int LARGE = 40_000; // bytes of a PNG from which on images are JPEGs

    private final VecEnv env;
    private final List<Episode.Moment> moments = new ArrayList<>();
    private int stride = 1;
    private int step;
    private String format = "png";
    private String bars = "";
    private String note = "";
    private double episodeReturn;
    private long worked = System.nanoTime();

    private Recorder(VecEnv env) {
        this.env = env;
    }

    /// Play the best session of a run.
    ///
    /// @param best its best weights rather than its last
    /// @throws IllegalArgumentException if there are no weights yet
    static Episode play(RunFolder run, boolean best, int id) throws InterruptedException {
        int session = TrainedAgent.bestSession(run);
        long seed = 1_000_000L + id;
        try (TrainedAgent player = TrainedAgent.read(run, session, best)) {
            WrapperStack stack = player.stack(1);
            try (VecEnv env = stack.env()) {
                Recorder recorder = new Recorder(env);
                player.watch(stack, seed, recorder);
                OptionalLong frame = player.frame();
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                return new Episode(
                        id,
                        session,
                        frame.isPresent() ? Long.valueOf(frame.getAsLong()) : null,
                        seed,
                        recorder.bars,
                        Actions.names(run, env.actionSpace()),
                        recorder.episodeReturn,
                        recorder.step,
                        recorder.note,
                        recorder.moments);
            }
        }
    }

    @Override
    public boolean act(Array action, @Nullable Insight insight, double sum) {
        if (step % stride == 0) {
            if (moments.size() == MOST) {
                IntStream.iterate(MOST - 1, i -> i > 0, i -> i - 2).forEach(moments::remove);
                stride *= 2;
            }
            if (step % stride == 0) {
                moments.add(moment(action, insight, sum));
                if (!rest()) {
                    return false;
                }
            }
        }
        step++;
        episodeReturn = sum;
        if (step > LONGEST) {
            note = "cut short after %s steps".formatted(LONGEST);
            return false;
        }
        return true;
    }

    @Override
    public void end(double total, int steps) {
        episodeReturn = total;
    }

    private Episode.Moment moment(Array action, @Nullable Insight insight, double sum) {
        boolean discrete = action.dtype() == DType.INT32 && action.shape().volume() == 1;
        int chosen = discrete ? action.ints()[0] - start() : -1;
        float @Nullable [] probabilities = insight == null ? null : insight.probabilities();
        float @Nullable [] logits = insight == null ? null : insight.logits();
        float[] heights;
        if (probabilities != null) {
            bars = "probability";
            heights = probabilities;
        } else if (logits != null) {
            bars = "action value";
            heights = logits;
        } else {
            bars = "action";
            heights = action.dtype() == DType.FLOAT32 ? action.floats().clone() : floats(action.ints());
        }
        return new Episode.Moment(step, image(), heights, chosen, insight == null ? Double.NaN : insight.value(), sum);
    }

    private int start() {
        return env.actionSpace() instanceof Space.Discrete(int _, int start) ? start : 0;
    }

    private static float[] floats(int[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = values[i];
        }
        return floats;
    }

    /// Return the current image. An env that cannot be drawn says why; the episode continues.
    private byte[] image() {
        if (!note.isEmpty()) {
            return new byte[0];
        }
        try {
            BufferedImage image = env.render(0);
            byte[] bytes = encoded(image);
            if (bytes.length > LARGE && format.equals("png")) {
                format = "jpg";
                bytes = encoded(image);
            }
            return bytes;
        } catch (RuntimeException | LinkageError e) {
            note = "no image: %s".formatted(e.getMessage());
            return new byte[0];
        }
    }

    private byte[] encoded(BufferedImage image) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, format, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory cannot fail
        }
        return bytes.toByteArray();
    }

    /// Sleep twice as long as the last moment took; false if the dashboard closes.
    private boolean rest() {
        long now = System.nanoTime();
        try {
            Thread.sleep(Math.min(200, 2 * (now - worked) / 1_000_000));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
        worked = System.nanoTime();
        return true;
    }
}
