package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.plan.Plan;
import slmlab.report.KilledDisk;
import slmlab.report.RunFolder;

class LabTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void aKillAtAnyStepOfTheBeginningLeavesTheOlderRunOrTheWholeNewOne() {
        Plan plan = TinySpecs.plan(temp, "ppo", "", "");
        boolean done = false;
        int changes = 0;
        for (; !done; changes++) {
            Path data = temp.resolve("data" + changes);
            RunFolder older = Lab.begin(plan, TinySpecs.options(data).seed(1));
            KilledDisk disk = new KilledDisk(changes);
            done = disk.run(
                    () -> Lab.begin(plan, TinySpecs.options(disk.path(data)).seed(2)));

            RunFolder latest = RunFolder.latest(data, "ppo").orElseThrow();
            assertThat(Provenance.seed(latest))
                    .as("killed after change %d", changes)
                    .isEqualTo(done ? 2 : 1);
            assertThat(latest.path().equals(older.path())).isEqualTo(!done);
            assertThat(RunFolder.all(data)).hasSize(done ? 2 : 1);
        }
        assertThat(changes).isGreaterThan(10);
    }
}
