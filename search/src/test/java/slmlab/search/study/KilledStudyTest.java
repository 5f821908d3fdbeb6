package slmlab.search.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;

/// One worker and one seed: a study that is killed between any two steps ends like one that is not.
class KilledStudyTest {
    private static final String WORKER = "w";
    private static final int TRIALS = 14; // beyond TPE's ten random ones
    private static final int STEPS = 8; // of a trial that runs to its end
    private static final SearchSpace SPACE = new SearchSpace(List.of(
            new Parameter("x", new Domain.Range(-1, 1, 0, false, false)),
            new Parameter("y", new Domain.Choice(List.of("a", "b", "c")))));
    private static final StudyPlan PLAN = new StudyPlan(
            "one", Map.of(), SPACE, "tpe", Map.of("name", "asha", "grace_period", 1, "reduction_factor", 2), 7, TRIALS);

    /// Thrown where the process is killed.
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private int trial; // that runs now
    private int step; // of the trial
    private int kill; // at this step of trial 0, at the next of trial 1, and so on; -1 for never
    private final Set<Integer> killed = new HashSet<>(); // once a trial

    private void step() {
        if (kill >= 0 && step++ == (trial + kill) % STEPS && killed.add(trial)) {
            throw new Killed();
        }
    }

    @Test
    void aStudyThatIsKilledBetweenTwoStepsEndsTheSame(@TempDir Path folder) {
        List<String> whole = run(folder.resolve("whole.db"), -1);
        assertThat(whole)
                .hasSize(TRIALS)
                .anyMatch(row -> row.contains("PRUNED"))
                .anyMatch(row -> row.contains("DONE"));
        assertThat(run(folder.resolve("again.db"), -1)).isEqualTo(whole);
        for (int at = 0; at < STEPS; at++) {
            assertThat(run(folder.resolve(at + ".db"), at))
                    .as("killed at step " + at)
                    .isEqualTo(whole);
            assertThat(killed).as("kills").hasSizeGreaterThan(TRIALS / 2);
        }
    }

    /// Run a study to its end and return its rows; open it again after each kill.
    private List<String> run(Path file, int killedAt) {
        kill = killedAt;
        killed.clear();
        while (!isWorkDone(file)) {
            step = 0;
        }
        try (Database database = Database.of(file.toString())) {
            List<String> rows = new ArrayList<>();
            for (TrialRow row : Study.open(database, PLAN.name()).trials()) {
                rows.add(
                        "%s %s %s %s %s".formatted(row.number(), row.state(), row.values(), row.scores(), row.score()));
            }
            return rows;
        }
    }

    /// Work as a new process would.
    private boolean isWorkDone(Path file) {
        try (Database database = Database.of(file.toString())) {
            Study study = Study.create(database, PLAN);
            study.bury(WORKER);
            while (!study.isOver()) {
                step = 0;
                trial = (int) study.trials().stream()
                        .filter(row -> row.state().isOver())
                        .count();
                run(study, claim(database, study));
            }
            return true;
        } catch (Killed _) {
            return false;
        }
    }

    /// Claim a trial. Who is killed here has claimed it without choosing its point.
    private Claim claim(Database database, Study study) {
        try {
            step();
        } catch (Killed killed) {
            Optional<Claim> pointless = new Claims(database, PLAN.name(), Study.LOST_AFTER).take(WORKER, "token");
            assertThat(pointless)
                    .hasValueSatisfying(claim -> assertThat(claim.point()).isEmpty());
            throw killed;
        }
        return study.claim(WORKER).orElseThrow();
    }

    private void run(Study study, Claim claim) {
        step();
        TrialState state = TrialState.DONE;
        for (long frame = 1; frame <= 4 && state == TrialState.DONE; frame++) {
            assertThat(study.report(claim, frame, score(claim) + frame)).isTrue();
            step();
            state = study.isPruned(claim) ? TrialState.PRUNED : state;
        }
        step();
        assertThat(study.end(claim, state, score(claim), Map.of(), null)).isTrue();
        step();
    }

    private static double score(Claim claim) {
        return claim.point()[1] - Math.abs(claim.point()[0]);
    }
}
