package slmlab.atari;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.RunOptions;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.run.Phase;
import slmlab.run.Table;
import slmlab.spec.SpecFile;

/// A run in a game, its replay of stacks included, resumes from its state as if it had not been stopped.
@Tag("python")
final class AtariResumeTest {
    private static final String SPEC = """
            {"resume": {
              "agent": {
                "name": "DoubleDQN",
                "algorithm": {
                  "name": "DoubleDQN", "action_pdtype": "Argmax", "action_policy": "epsilon_greedy",
                  "explore_var_spec": {"name": "linear_decay", "start_val": 1.0, "end_val": 0.1, "start_step": 0, "end_step": 300},
                  "gamma": 0.99, "training_batch_iter": 1, "training_iter": 1, "training_frequency": 20, "training_start_step": 60
                },
                "memory": {"name": "PrioritizedReplay", "alpha": 0.6, "epsilon": 0.0001, "batch_size": 4, "max_size": 150, "use_cer": false},
                "net": {
                  "type": "ConvNet", "conv_hid_layers": [[4, 8, 8, 0, 1]], "fc_hid_layers": [8], "hid_layers_activation": "relu",
                  "normalize": true, "update_type": "replace", "update_frequency": 40,
                  "optim_spec": {"name": "Adam", "lr": 0.001}, "loss_spec": {"name": "SmoothL1Loss"}
                }
              },
              "env": {"name": "ALE/Breakout-v5", "num_envs": 2, "max_frame": 500, "life_loss_info": true},
              "meta": {"distributed": false, "max_session": 1, "max_trial": 1, "log_frequency": 50, "eval_frequency": 1000}
            }}
            """;

    @TempDir
    private Path temp;

    @Test
    void aStoppedRunEqualsOneThatWasNot() throws IOException {
        Installed.games();
        Path file = temp.resolve("spec.json");
        Files.writeString(file, SPEC);
        Plan plan = Plan.read(SpecFile.read(file, Map.of()), "resume");
        RunOptions options =
                RunOptions.defaults().data(temp.resolve("data")).threads(1).seed(3);
        TrialResult whole = Lab.run(plan, options, Listener.NONE);

        AtomicBoolean stop = new AtomicBoolean();
        Listener stopper = new Listener() {
            @Override
            public void row(int session, Table table, long episodes, double mean) {
                double[] frames = table.column("frame");
                stop.set(frames[frames.length - 1] >= 300);
            }
        };
        TrialResult stopped = Lab.run(plan, options, stopper, stop);
        assertThat(stopped.finished()).isFalse();
        TrialResult resumed = Lab.resume(stopped.folder(), options, Listener.NONE, new AtomicBoolean());
        assertThat(resumed.finished()).isTrue();
        assertThat(resumed.folder().model(0))
                .hasSameBinaryContentAs(whole.folder().model(0));
        Table ours = Table.read(resumed.folder().sessionTable(0, Phase.TRAIN));
        Table expected = Table.read(whole.folder().sessionTable(0, Phase.TRAIN));
        for (String column : new String[] {"frame", "epi", "opt_step", "loss", "total_reward"}) {
            assertThat(ours.column(column)).as(column).isEqualTo(expected.column(column));
        }
    }
}
