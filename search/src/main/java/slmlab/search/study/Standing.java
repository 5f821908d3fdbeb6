package slmlab.search.study;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a study may claim: its best trial is a candidate until it has been trained again on fresh seeds.
///
/// @param trials of the study
/// @param confirmations so far
public record Standing(List<TrialRow> trials, List<Confirmation> confirmations) {
    /// Finished trials below which a study has no result.
    public static final int LEAST_FINISHED = 4;

    /// The order of trials that ran to their end: the highest score first, of equals the first.
    public static final Comparator<TrialRow> BEST_FIRST =
            Comparator.comparingDouble(TrialRow::score).reversed().thenComparingInt(TrialRow::number);

    /// Return the trials that ran to their end with a score, the best first.
    public List<TrialRow> candidates() {
        return trials.stream()
                .filter(trial -> trial.state() == TrialState.DONE && !Double.isNaN(trial.score()))
                .sorted(BEST_FIRST)
                .toList();
    }

    /// Return the confirmation with the highest mean; empty while the first candidate has not been trained again.
    public Optional<Confirmation> winner() {
        boolean isDue = candidates().stream()
                .findFirst()
                .filter(first -> of(first).isEmpty())
                .isPresent();
        return isDue
                ? Optional.empty()
                : confirmations.stream()
                        .filter(each -> each.error() == null && !Double.isNaN(each.mean()))
                        .max(Comparator.comparingDouble(Confirmation::mean)
                                .thenComparing(Comparator.comparingInt(Confirmation::trial)
                                        .reversed()));
    }

    /// Return the winner if there is one, else the first candidate.
    public Optional<TrialRow> best() {
        Optional<TrialRow> won = winner().flatMap(winner -> trials.stream()
                .filter(trial -> trial.number() == winner.trial())
                .findFirst());
        return won.or(() -> candidates().stream().findFirst());
    }

    /// Return what came of training a trial again.
    public Optional<Confirmation> of(TrialRow trial) {
        return confirmations.stream()
                .filter(each -> each.trial() == trial.number())
                .findFirst();
    }

    /// Return the number to show for the best: the winner's mean, or the candidate's score; NaN if there is none.
    public double score() {
        return winner().map(Confirmation::mean)
                .or(() -> best().map(TrialRow::score))
                .orElse(Double.NaN);
    }

    /// Return `confirmed` or `candidate`.
    public String word() {
        return winner().isPresent() ? "confirmed" : "candidate";
    }

    /// Return in one sentence what is known of the best.
    public String inWords() {
        Optional<TrialRow> best = best();
        if (best.isEmpty()) {
            return "no trial has run to its end yet";
        }
        TrialRow trial = best.get();
        String searched = String.format(Locale.ROOT, "%.2f", trial.score());
        Optional<Confirmation> winner = winner();
        if (winner.isPresent()) {
            return "confirmed: trial %s, %s; in the search it had %s"
                    .formatted(trial.number(), winner.get().inWords(), searched);
        }
        long finished = candidates().size();
        return "candidate: trial %s with %s, which nobody has repeated on other seeds%s"
                .formatted(
                        trial.number(),
                        searched,
                        finished < LEAST_FINISHED
                                ? "; only %s finished; this is not a result"
                                        .formatted(finished == 1 ? "1 trial" : finished + " trials")
                                : "");
    }
}
