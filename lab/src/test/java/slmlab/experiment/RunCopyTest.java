package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.experiment.plan.Plan;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;

class RunCopyTest {
    private static final String ENV = "\"normalize_obs\": true";
    private static final long HALF = 600;
    private static final long MORE = 840;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    private static final Map<String, RunFolder> PARENTS = new ConcurrentHashMap<>();

    /// Both runs have the same seed, and so the same random numbers.
    @ParameterizedTest
    @ValueSource(strings = {"ppo", "ddqn_per", "sac"})
    void aCopyWithTheSameSettingsContinuesAsTheOtherRun(String name) {
        RunFolder parent = begin(plan(name, Map.of()), name + "_parent", HALF);
        RunFolder copy = begin(plan(name, Map.of("agent.net.optim_spec.lr", 0.1)), name + "_same", HALF);
        RunCopy.make(copy, parent, 1, Lab.plan(parent));
        resume(parent, MORE);
        resume(copy, MORE);
        RunFiles.assertSame(copy, parent);
    }

    @ParameterizedTest
    @CsvSource({
        "ppo, agent.algorithm.gamma, 0.9",
        "ppo, agent.algorithm.lam, 0.5",
        "ppo, agent.algorithm.val_loss_coef, 0.1",
        "ppo, agent.algorithm.training_epoch, 5",
        "ppo, agent.net.optim_spec.eps, 0.01",
        "ppo, agent.net.optim_spec.weight_decay, 0.1",
        "ppo, agent.net.clip_grad_val, 0.01",
        "a2c, agent.algorithm.policy_loss_coef, 0.1",
        "sac, agent.algorithm.target_entropy, -3",
        "sac, agent.net.polyak_coef, 0.5",
    })
    void aChangedSettingChangesWhatFollows(String name, String path, double value) {
        RunFolder parent = PARENTS.computeIfAbsent(name, _ -> begin(plan(name, Map.of()), name + "_half", HALF));
        RunFolder same = PARENTS.computeIfAbsent(name + " continued", _ -> {
            RunFolder continued = begin(plan(name, Map.of()), name + "_more", 4);
            RunCopy.make(continued, parent, 1, Lab.plan(parent));
            resume(continued, MORE);
            return continued;
        });
        RunFolder copy = begin(plan(name, Map.of()), name + path, 4);
        Plan changed = plan(name, Map.of(path, number(value)));
        RunCopy.make(copy, parent, 1, changed);
        resume(copy, MORE);
        RunCopy.make(copy, parent, 1, changed); // made already, so it does nothing
        assertThat(copy.lastState(0)).hasValue(MORE);
        assertThat(RunFiles.weights(copy.model(0)))
                .isNotEqualTo(RunFiles.weights(same.model(0)))
                .hasSameSizeAs(RunFiles.weights(same.model(0)));
    }

    @Test
    void whatAStateHoldsCannotChange() {
        RunFolder parent = begin(plan("ppo", Map.of()), "fixed", 4);
        for (String path : new String[] {"agent.algorithm.time_horizon", "env.num_envs"}) {
            assertThatThrownBy(() -> RunCopy.make(parent, parent, 1, plan("ppo", Map.of(path, 8))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(path + " cannot change in a copy of a run");
        }
    }

    private static Object number(double value) {
        return value == Math.rint(value) ? (Object) (int) value : (Object) value;
    }

    private static Plan plan(String name, Map<String, ?> values) {
        SpecFile file = SpecFile.read(TinySpecs.file(temp, name, ENV, ""), Map.of());
        return Plan.read(file.with(values), name);
    }

    private static RunFolder begin(Plan plan, String folder, long until) {
        StopAt stop = new StopAt(until, new AtomicBoolean());
        RunOptions options = TinySpecs.options(temp).name(folder);
        return Lab.run(plan, options, stop, stop.stop()).folder();
    }

    private static void resume(RunFolder folder, long until) {
        StopAt stop = new StopAt(until, new AtomicBoolean());
        Lab.resume(folder, TinySpecs.options(temp), stop, stop.stop());
    }
}
