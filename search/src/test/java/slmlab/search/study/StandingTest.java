package slmlab.search.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What a study may claim.
class StandingTest {

    private static TrialRow trial(int number, TrialState state, double score) {
        return new TrialRow(
                number,
                state,
                new double[0],
                Map.of(),
                new TreeMap<>(),
                score,
                Map.of(),
                null,
                "a",
                "",
                1,
                false,
                Instant.EPOCH,
                Instant.EPOCH);
    }

    private static final List<TrialRow> TRIALS = List.of(
            trial(0, TrialState.DONE, 100),
            trial(1, TrialState.PRUNED, 900),
            trial(2, TrialState.DONE, 300),
            trial(3, TrialState.DONE, 300),
            trial(4, TrialState.FAILED, Double.NaN),
            trial(5, TrialState.DONE, 200));

    private static Confirmation again(int trial, Double... scores) {
        return new Confirmation(trial, 7, List.of(scores), null);
    }

    @Test
    void aTrialThatNobodyRepeatedIsACandidate() {
        Standing standing = new Standing(TRIALS, List.of());
        assertThat(standing.candidates()).extracting(TrialRow::number).containsExactly(2, 3, 5, 0);
        assertThat(standing.winner()).isEmpty();
        assertThat(standing.word()).isEqualTo("candidate");
        assertThat(standing.score()).isEqualTo(300);
        assertThat(standing.inWords())
                .isEqualTo("candidate: trial 2 with 300.00, which nobody has repeated on other seeds");
    }

    @Test
    void fewFinishedTrialsAreNoResult() {
        assertThat(new Standing(List.of(), List.of()).inWords()).isEqualTo("no trial has run to its end yet");
        assertThat(new Standing(TRIALS.subList(0, 2), List.of()).inWords())
                .endsWith("; only 1 trial finished; this is not a result");
        assertThat(new Standing(TRIALS.subList(0, 4), List.of()).inWords())
                .endsWith("; only 3 trials finished; this is not a result");
        assertThat(new Standing(TRIALS, List.of()).inWords()).doesNotContain("not a result");
    }

    /// (400 + 100) / 2 = 250 and (260 + 240 + 280) / 3 = 260: the candidate was lucky.
    @Test
    void theWinnerIsTheBestOnFreshSeeds() {
        Standing standing = new Standing(TRIALS, List.of(again(2, 400.0, 100.0), again(5, 260.0, 240.0, 280.0)));
        assertThat(standing.best().orElseThrow().number()).isEqualTo(5);
        assertThat(standing.word()).isEqualTo("confirmed");
        assertThat(standing.score()).isEqualTo(260);
        assertThat(standing.inWords())
                .isEqualTo("confirmed: trial 5, mean 260.00 (240.00 to 280.00) over 3 fresh seeds; "
                        + "in the search it had 200.00");
    }

    /// More trials may bring a better candidate; a failure on fresh seeds is no win.
    @Test
    void nothingIsConfirmedWhileTheFirstCandidateIsNot() {
        assertThat(new Standing(TRIALS, List.of(again(5, 260.0))).word()).isEqualTo("candidate");
        Confirmation failed = new Confirmation(2, 7, List.of(), "policy_loss is NaN");
        assertThat(new Standing(TRIALS, List.of(failed)).word()).isEqualTo("candidate");
        Standing other = new Standing(TRIALS, List.of(failed, again(5, 260.0)));
        assertThat(other.best().orElseThrow().number()).isEqualTo(5);
        assertThat(failed.inWords()).isEqualTo("failed on fresh seeds: policy_loss is NaN");
    }
}
