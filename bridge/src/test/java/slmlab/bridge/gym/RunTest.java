package slmlab.bridge.gym;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.RunFailedException;
import slmlab.experiment.RunOptions;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.spec.SpecFile;

/// Whole runs in envs of Gymnasium's.
@Tag("python")
class RunTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @BeforeEach
    void needsGymnasium() {
        PythonTestEnvs.python();
    }

    private Plan plan(String env) throws IOException {
        Path file = Files.writeString(temp.resolve("spec.json"), """
                {"ppo": {
                  "agent": {"name": "ppo",
                    "algorithm": {"name": "PPO", "gamma": 0.99, "lam": 0.95, "time_horizon": 16, "minibatch_size": 32,
                      "training_epoch": 2, "clip_eps_spec": {"name": "no_decay", "start_val": 0.2},
                      "entropy_coef_spec": {"name": "no_decay", "start_val": 0.01}, "val_loss_coef": 0.5},
                    "memory": {"name": "OnPolicyBatchReplay"},
                    "net": {"type": "MLPNet", "shared": false, "hid_layers": [8], "hid_layers_activation": "tanh",
                      "clip_grad_val": 0.5, "optim_spec": {"name": "Adam", "lr": 0.01}}},
                  "env": {%s, "num_envs": 4, "max_frame": 2000},
                  "meta": {"distributed": false, "log_frequency": 40, "max_session": 1, "eval_frequency": 1000}}}
                """.formatted(env));
        return Plan.read(SpecFile.read(file, Map.of()), "ppo");
    }

    private RunOptions options() {
        return RunOptions.defaults().data(temp.resolve("data")).seed(3).stateSeconds(0.01);
    }

    @Test
    void aStoppedRunResumesBitForBit() throws IOException {
        Plan plan = plan("\"name\": \"gym:CartPole-v1\", \"normalize_obs\": true");
        TrialResult whole = Lab.run(plan, options(), Listener.NONE);
        AtomicBoolean stop = new AtomicBoolean();
        Listener stopping = new Listener() {
            @Override
            public void row(int session, Table table, long episodes, double mean) {
                stop.compareAndSet(false, table.size() == 13);
            }
        };
        TrialResult stopped = Lab.run(plan, options(), stopping, stop);
        assertThat(stopped.finished()).isFalse();
        TrialResult finished = Lab.resume(stopped.folder(), options(), Listener.NONE, new AtomicBoolean());
        assertThat(finished.finished()).isTrue();
        assertSame(finished.folder(), whole.folder());
    }

    private static void assertSame(RunFolder ours, RunFolder theirs) {
        Table actual = Table.read(ours.sessionTable(0, Phase.TRAIN));
        Table expected = Table.read(theirs.sessionTable(0, Phase.TRAIN));
        assertThat(actual.size()).isGreaterThan(20);
        for (String column : expected.columns()) {
            if (!column.equals("fps") && !column.equals("wall_t")) {
                assertThat(actual.column(column)).as(column).isEqualTo(expected.column(column));
            }
        }
        assertThat(ours.model(0)).hasSameBinaryContentAs(theirs.model(0));
    }

    @Test
    void aRunWhoseWorkerFailsEndsWithItsLastStateAndOneThatMayRestartsIt() throws IOException {
        String env = "\"name\": \"%sFaulty-v0\", \"fault\": \"kill\", \"at\": 200".formatted(PythonTestEnvs.EXOTIC);
        Plan failing = plan(env);
        assertThatThrownBy(() -> Lab.run(failing, options(), Listener.NONE))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("its worker was ended by signal 9");
        TrialResult finished = Lab.run(plan(env + ", \"restart_workers\": true"), options(), Listener.NONE);
        assertThat(finished.finished()).isTrue();
    }
}
