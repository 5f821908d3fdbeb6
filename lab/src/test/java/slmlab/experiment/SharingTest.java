package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.experiment.plan.Plan;
import slmlab.run.RunFolder;
import slmlab.spec.MetaConfig.Distributed;

/// Workers that learn one set of weights.
class SharingTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private RunFolder run(String name, Distributed distributed, int workers) {
        Plan plan = TinySpecs.plan(temp, name, "", "\"max_session\": " + workers);
        Plan shared = plan.with(plan.env(), plan.meta().distributed(distributed));
        return Lab.run(shared, TinySpecs.options(temp), Listener.NONE).folder();
    }

    @ParameterizedTest
    @CsvSource({"ppo, SHARED", "ppo, SYNCED", "a2c, SYNCED", "ddqn_per, SHARED", "sac, SHARED", "reinforce, SYNCED"})
    void oneWorkerIsAsReproducibleAsAnySession(String name, Distributed distributed) {
        // alone, a worker has nobody to share with: it learns what a session of its own learns, to the last bit
        RunFolder alone = run(name, Distributed.NO, 1);
        RunFolder worker = run(name, distributed, 1);
        RunFiles.assertSameWeights(worker.model(0), alone.model(0));
    }

    @Test
    void workersDivideTheFramesAndEndWithOneSetOfWeights() throws IOException {
        Plan plan = TinySpecs.plan(temp, "a2c", "", "\"max_session\": 2");
        Plan shared = plan.with(plan.env(), plan.meta().distributed(Distributed.SHARED));
        TrialResult result = Lab.run(shared, TinySpecs.options(temp), Listener.NONE);
        long each = plan.env().maxFrame() / 2;
        assertThat(result.sessions())
                .allSatisfy(session -> assertThat(session.frame())
                        .isBetween(each, each + plan.env().numEnvs()));
        // whoever ended last saw the other's last step
        RunFolder folder = result.folder();
        assertThat(Files.size(folder.model(0))).isEqualTo(Files.size(folder.model(1)));
    }

    @Test
    void aSecondWorkerChangesWhatTheFirstLearns() {
        RunFolder alone = run("ppo", Distributed.NO, 2);
        RunFolder together = run("ppo", Distributed.SYNCED, 2);
        assertThat(RunFiles.weights(together.model(0))).isNotEqualTo(RunFiles.weights(alone.model(0)));
    }
}
