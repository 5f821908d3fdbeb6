package slmlab.search.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import slmlab.file.Folders;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;

/// Keeps the models and states of the best trials alone, as the others end. Those that ran to their end come before
/// those that were pruned.
final class Keeper {
    private record Ended(int number, boolean isDone, double score) {}

    private final SearchFolder folder;
    private final int most;
    private final TreeSet<Ended> kept = new TreeSet<>(Comparator.comparing(Ended::isDone)
            .thenComparingDouble(Ended::score)
            .thenComparing(Ended::number, Comparator.reverseOrder()));

    /// @param most trials whose models are kept; −1 for all
    Keeper(SearchFolder folder, int most, List<TrialRow> trials) {
        this.folder = folder;
        this.most = most;
        trials.stream()
                .filter(trial -> trial.state().isOver())
                .forEach(trial -> ended(trial.number(), trial.state(), trial.score()));
    }

    /// A trial has ended; the worst of those that are kept may have to go.
    synchronized void ended(int number, TrialState state, double score) {
        if (most < 0) {
            return;
        }
        double rank = Double.isNaN(score) ? Double.NEGATIVE_INFINITY : score;
        kept.add(new Ended(number, state == TrialState.DONE, rank));
        while (kept.size() > most) {
            forget(folder.trial(kept.removeFirst().number));
        }
    }

    private static void forget(Path trial) {
        try {
            for (String part : List.of("model", "state")) {
                if (Files.isDirectory(trial, LinkOption.NOFOLLOW_LINKS)) { // a link leads to somebody else's run
                    Folders.delete(trial.resolve(part));
                    Files.createDirectory(trial.resolve(part)); // the trial can still be trained again
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove the models of %s: %s".formatted(trial, e), e);
        }
    }
}
