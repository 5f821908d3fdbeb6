package slmlab.bridge.gym;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slmlab.env.NotInstalledException;
import slmlab.env.RandomActions;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.python.PythonPackages;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Playground's batch. The first run compiles its kernels, which takes a minute or two.
@Tag("long")
class PlaygroundTest {
    private static final String ID = "playground/CartpoleBalance";
    private static final int SIZE = 4;

    private static Playground playground() {
        Playground playground = new Playground(PythonPackages.ofMachine(PythonPackages.PLAYGROUND));
        assumeTrue(playground.missing().isEmpty(), "needs MuJoCo Playground: slm-lab setup playground");
        return playground;
    }

    @Test
    void aBatchStepsEndsAndResumesBitForBit() {
        Playground playground = playground();
        // A limit of 5 steps, so that episodes end.
        Map<String, ?> arguments = Map.of("max_episode_steps", 5, "device", "cpu");
        try (VecEnv env = playground.make(ID, SIZE, arguments, 2);
                VecEnv other = playground.make(ID, SIZE, arguments, 1)) {
            assertThat(env.actionSpace()).isEqualTo(Space.Box.of(-1, 1, 1));
            assertThat(env.obsSpace().row()).isEqualTo(Shape.of(5));
            Step step = env.reset(3);
            float[] first = step.obs().floats().clone();
            assertThat(first).doesNotHaveDuplicates();
            RandomActions actions = PythonTestEnvs.actions(env, 1);
            for (int t = 1; t <= 7; t++) {
                env.step(actions.next());
                boolean ends = t == 5;
                assertThat(step.truncated().bytes()).containsOnly(ends ? 1 : 0);
                assertThat(step.terminated().bytes()).containsOnly(0);
                if (ends) { // Playground restarts an episode where the first one began
                    assertThat(step.obs().floats()).isEqualTo(first);
                    assertThat(step.finalObs().floats()).isNotEqualTo(first);
                }
            }
            State state = new State();
            env.save(state);
            other.reset(8);
            Step loaded = other.load(state);
            for (int t = 0; t < 7; t++) {
                Array action = actions.next();
                env.step(action);
                other.step(action);
                assertThat(loaded.obs().floats()).isEqualTo(step.obs().floats());
                assertThat(loaded.reward().floats()).isEqualTo(step.reward().floats());
                assertThat(loaded.truncated().bytes())
                        .isEqualTo(step.truncated().bytes());
            }
        }
    }

    @Test
    void whatItDoesNotHaveIsSaid() {
        Playground playground = playground();
        assertThatThrownBy(() -> playground.make("playground/Moonwalk", 1, Map.of(), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Playground has no Moonwalk; it has AcrobotSwingup");
        assertThatThrownBy(() -> playground.make(ID, 1, Map.of("device", "abacus"), 1))
                .hasMessageContaining("device is abacus; needs one of auto, cpu, cuda");
        assertThatThrownBy(() -> playground.make(ID, 1, Map.of("gravity", 3), 1))
                .hasMessageContaining("gravity");
    }

    @Test
    void withoutPlaygroundTheLineToTypeIsSaid() {
        assertThatThrownBy(() -> new Playground(new PythonPackages(List.of())).make(ID, 1, Map.of(), 1))
                .isInstanceOf(NotInstalledException.class)
                .hasMessage(ID + ": MuJoCo Playground is not installed; type slm-lab setup playground");
    }
}
