package slmlab.search.trial;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.spec.MetaConfig.Scheduler;
import slmlab.spec.key.Problems;

/// How poor trials are stopped early: a pruner by name, and its settings from `meta.search_scheduler`.
public final class Pruning {
    /// The pruner that stops none.
    public static final String NONE = "none";

    private static final String PATH = "meta.search_scheduler";
    private static final int REDUCTION = 3;
    private static final int RUNGS = 27; // the first third of a third of a third of the frames
    private static final int START_TRIALS = 5;

    private Pruning() {}

    /// Return a pruner with its settings, as a study keeps it.
    ///
    /// @param name null for `asha` where the spec has a scheduler, else `none`
    /// @param scheduler of the spec; null for none
    /// @param maxFrame of a whole trial
    public static Map<String, @Nullable Object> of(
            @Nullable String name, @Nullable Scheduler scheduler, long maxFrame, Problems problems) {
        String chosen = name != null ? name : scheduler == null ? NONE : "asha";
        Map<String, @Nullable Object> pruner = new LinkedHashMap<>();
        pruner.put("name", chosen);
        if (chosen.equals(NONE)) {
            return pruner;
        }
        if (scheduler != null) {
            check(chosen, scheduler, maxFrame, problems);
        }
        long grace = scheduler == null ? Math.max(1, maxFrame / RUNGS) : scheduler.gracePeriod();
        long reduction = scheduler == null ? REDUCTION : Math.round(scheduler.reductionFactor());
        if (chosen.equals("median")) {
            pruner.put("start_trials", START_TRIALS);
            pruner.put("warmup", grace);
            return pruner;
        }
        pruner.put("grace_period", grace);
        pruner.put("reduction_factor", reduction);
        if (chosen.equals("hyperband")) {
            pruner.put("max_frame", scheduler == null || scheduler.maxT() == null ? maxFrame : scheduler.maxT());
        }
        return pruner;
    }

    private static void check(String pruner, Scheduler scheduler, long maxFrame, Problems problems) {
        double reduction = scheduler.reductionFactor();
        if (reduction != Math.rint(reduction)) {
            problems.add(PATH + ".reduction_factor", "is %s; needs a whole number of at least 2", reduction);
        }
        if (scheduler.brackets() != 1) {
            problems.add(
                    PATH + ".brackets",
                    "is %s; needs 1: for several brackets take --pruner hyperband, which counts them itself",
                    scheduler.brackets());
        }
        if (scheduler.maxT() != null && !pruner.equals("hyperband")) {
            problems.add(PATH + ".max_t", "is for --pruner hyperband alone; remove it");
        }
        if (scheduler.gracePeriod() > maxFrame) {
            problems.add(
                    PATH + ".grace_period",
                    "is %s, above max_frame %s, so no trial would ever be stopped; lower it, or give --pruner none",
                    scheduler.gracePeriod(),
                    maxFrame);
        }
    }

    /// Return what is worth saying about a pruner before the search begins.
    public static List<String> notes(
            Map<String, @Nullable Object> pruner, int sessions, @Nullable Scheduler scheduler) {
        List<String> notes = new ArrayList<>();
        if (pruner.get("name") instanceof String name && !name.equals(NONE)) {
            if (sessions > 1) {
                notes.add("a trial has 1 session, not max_session = %s: the pruner compares single runs"
                        .formatted(sessions));
            }
            if (scheduler != null && name.equals("median")) {
                notes.add("median takes grace_period of meta.search_scheduler, and has no reduction_factor");
            }
        }
        return notes;
    }
}
