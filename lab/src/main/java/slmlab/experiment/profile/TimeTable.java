package slmlab.experiment.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Where the time of a run went, by phase.
public final class TimeTable {
    private final Map<FramePhase, Integer> samples;
    private final double seconds;
    private final long frames;

    /// @param samples of each phase
    /// @param seconds that the run took
    TimeTable(Map<FramePhase, Integer> samples, double seconds, long frames) {
        this.samples = samples;
        this.seconds = seconds;
        this.frames = frames;
    }

    /// Return one line per phase with its share of the samples and its time per frame.
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        int all = samples.values().stream().mapToInt(Integer::intValue).sum();
        lines.add(String.format(
                Locale.ROOT, "profile: %,d frames in %.1f s, %,d samples of 10 ms", frames, seconds, all));
        double busy = all * 0.01;
        for (FramePhase phase : FramePhase.values()) {
            int count = samples.getOrDefault(phase, 0);
            if (count > 0) {
                double share = (double) count / all;
                lines.add(String.format(
                        Locale.ROOT,
                        "  %-8s %5.1f %%  %8.2f s  %10.3f µs/frame",
                        phase,
                        100 * share,
                        share * busy,
                        1e6 * share * busy / Math.max(1, frames)));
            }
        }
        return lines;
    }
}
