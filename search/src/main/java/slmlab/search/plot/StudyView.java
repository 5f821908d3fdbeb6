package slmlab.search.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.search.Importance;
import slmlab.search.Outcome;
import slmlab.search.study.Standing;
import slmlab.search.study.StudyPlan;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;

/// A study with what all of its figures need.
///
/// @param trials in the order of their numbers
/// @param scored those that ended with a score; a pruned one has its last
/// @param standing what the study may claim
/// @param best the confirmed winner or the candidate; null before there is one
/// @param axes of the parameters, in the order of the space
/// @param shares how much each parameter matters, learned from the trials that ran to their end: pruned ones had
///     fewer frames; see [Importance]
/// @param shared what the names of all workers begin with, up to a slash
public record StudyView(
        StudyPlan plan,
        List<TrialRow> trials,
        List<TrialRow> scored,
        Standing standing,
        @Nullable TrialRow best,
        List<ParameterAxis> axes,
        double[] shares,
        String shared) {
    private static final String GRACE = "grace_period";
    private static final String REDUCTION = "reduction_factor";

    public static StudyView of(StudyPlan plan, Standing standing) {
        List<TrialRow> trials = standing.trials().stream()
                .sorted(Comparator.comparingInt(TrialRow::number))
                .toList();
        List<TrialRow> scored = trials.stream()
                .filter(trial -> trial.state() == TrialState.DONE || trial.state() == TrialState.PRUNED)
                .filter(trial -> Double.isFinite(trial.score())
                        && trial.point().length == plan.space().size())
                .toList();
        List<Outcome> finished = scored.stream()
                .filter(trial -> trial.state() == TrialState.DONE)
                .map(trial -> new Outcome(trial.number(), trial.point(), trial.score()))
                .toList();
        TrialRow best = standing.best().orElse(null);
        double[] shares = Importance.of(plan.space(), finished, plan.seed());
        return new StudyView(
                plan, trials, scored, standing, best, ParameterAxis.of(plan.space()), shares, shared(trials));
    }

    boolean isBest(TrialRow trial) {
        return best != null && best.number() == trial.number();
    }

    /// Return the numbers of the parameters, the most important first.
    public List<Integer> ranked() {
        return IntStream.range(0, axes.size())
                .boxed()
                .sorted(Comparator.comparingDouble(i -> -shares[i]))
                .toList();
    }

    /// Return the frames at which the pruner compares trials; none where it has no rungs.
    public List<Long> rungs() {
        Map<String, @Nullable Object> pruner = plan.pruner();
        List<Long> rungs = new ArrayList<>();
        long longest = trials.stream().mapToLong(TrialRow::frame).max().orElse(0);
        if (pruner.get(GRACE) instanceof Number grace
                && pruner.get(REDUCTION) instanceof Number reduction
                && grace.longValue() > 0
                && reduction.longValue() > 1) {
            for (long rung = grace.longValue(); rung <= longest; rung *= reduction.longValue()) {
                rungs.add(rung);
            }
        }
        return rungs;
    }

    /// Return a worker's name without what all begin with.
    public String worker(TrialRow trial) {
        return shared.isEmpty() ? trial.worker() : "worker " + trial.worker().substring(shared.length());
    }

    private static String shared(List<TrialRow> trials) {
        String first = trials.isEmpty() ? "" : trials.getFirst().worker();
        String begin = first.substring(0, first.lastIndexOf('/') + 1);
        return trials.stream().allMatch(trial -> trial.worker().startsWith(begin)) ? begin : "";
    }

    /// Return from what the shares were learned, or why there are none.
    public String basis() {
        long finished = scored.stream()
                .filter(trial -> trial.state() == TrialState.DONE)
                .count();
        return finished < Importance.LEAST
                ? "%s finished; importance needs %s".formatted(finished, Importance.LEAST)
                : Arrays.stream(shares).sum() == 0
                        ? "all %s finished trials have the same score".formatted(finished)
                        : "from %s finished trials".formatted(finished);
    }

    long count(TrialState state) {
        return trials.stream().filter(trial -> trial.state() == state).count();
    }

    /// Return the lowest and the highest score of trials; 0 and 1 where there are none.
    static double[] range(List<TrialRow> trials) {
        return trials.isEmpty()
                ? new double[] {0, 1}
                : new double[] {
                    trials.stream().mapToDouble(TrialRow::score).min().orElseThrow(),
                    trials.stream().mapToDouble(TrialRow::score).max().orElseThrow()
                };
    }
}
