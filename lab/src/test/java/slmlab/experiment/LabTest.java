package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.plan.Plan;
import slmlab.file.KilledDisk;
import slmlab.run.RunFolder;

class LabTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static RunFolder begin(Plan plan, Path data, long seed) {
        try (Trial trial = Lab.begin(plan, TinySpecs.options(data).seed(seed))) {
            return trial.folder();
        }
    }

    @Test
    void aKillAtAnyStepOfTheBeginningLeavesTheOlderRunOrTheWholeNewOne() {
        Plan plan = TinySpecs.plan(temp, "ppo", "", "");
        boolean done = false;
        int changes = 0;
        for (; !done; changes++) {
            Path data = temp.resolve("data" + changes);
            RunFolder older = begin(plan, data, 1);
            KilledDisk disk = new KilledDisk(changes);
            done = disk.run(() -> begin(plan, disk.path(data), 2));

            RunFolder latest = RunFolder.latest(data, "ppo").orElseThrow();
            assertThat(Provenance.seed(latest))
                    .as("killed after change %d", changes)
                    .isEqualTo(done ? 2 : 1);
            assertThat(latest.path().equals(older.path())).isEqualTo(!done);
            assertThat(RunFolder.all(data)).hasSize(done ? 2 : 1);
        }
        assertThat(changes).isGreaterThan(10);
    }

    @Test
    void aPathAndANameAreEnough() {
        Path file = TinySpecs.file(temp, "a2c", "", "");
        RunOptions options = TinySpecs.options(temp).seed(3);
        TrialResult stopped = Lab.run(file, "a2c", options, new Listener() {
            @Override
            public boolean isEnough() {
                return true;
            }
        });
        assertThat(stopped.finished()).isFalse();
        TrialResult whole = Lab.run(file, "a2c", options);
        TrialResult resumed = Lab.resume(stopped.folder().path());
        assertThat(resumed.finished()).isTrue();
        assertThat(resumed.totalRewardMa()).isEqualTo(whole.totalRewardMa());
    }
}
