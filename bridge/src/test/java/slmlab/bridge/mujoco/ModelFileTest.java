package slmlab.bridge.mujoco;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.env.Envs;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Files of the user's.
@Tag("python")
final class ModelFileTest {
    /// A box of 1 kg that a motor pushes along x, without friction, and that falls.
    private static final String BOX = """
            <mujoco>
              <option timestep="0.01" integrator="Euler"/>
              <worldbody>
                <body name="box" pos="0 0 1">
                  <joint name="along" type="slide" axis="1 0 0"/>
                  <joint name="fall" type="slide" axis="0 0 1"/>
                  <geom type="box" size=".1 .1 .1" mass="1"/>
                </body>
              </worldbody>
              <actuator><motor joint="along" ctrlrange="-2 2"/></actuator>
            </mujoco>
            """;

    @TempDir
    Path folder;

    @BeforeAll
    static void installed() {
        Installed.assume();
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("box.xml"), text).toString();
    }

    @Test
    void theSpecSaysWhatIsRewarded() throws IOException {
        Map<String, ?> arguments = Map.of(
                "frame_skip", 2, "reward", Map.of("forward", 3, "joint", "along", "ctrl_cost", 0.5, "alive", 0.25));
        try (VecEnv env = Envs.make(file(BOX), 1, arguments)) {
            assertThat(env.actionSpace()).isEqualTo(Space.Box.of(-2, 2, 1));
            Step step = env.reset(0);
            assertThat(step.obs().floats()).containsExactly(0, 0, 0, 0);
            env.step(Array.of(Shape.of(1, 1), 1f));
            // v grows by 0.01 each substep: x = 0.01² + 2 · 0.01², so the speed is 3e-4 / 0.02
            assertThat(step.obs().floats()[0]).isCloseTo(3e-4f, within(1e-8f));
            assertThat(step.obs().floats()[2]).isCloseTo(0.02f, within(1e-7f));
            assertThat(step.reward().floats()[0]).isCloseTo(3 * 0.015f - 0.5f + 0.25f, within(1e-6f));
        }
    }

    @Test
    void anEpisodeEndsWhereTheBodyLeavesItsHeights() throws IOException {
        Map<String, ?> arguments = Map.of(
                "termination", Map.of("healthy_z_range", List.of(0.5, "inf"), "body", "box"),
                "reward", Map.of("alive", 1));
        try (VecEnv env = Envs.make(file(BOX), 1, arguments)) {
            Step step = env.reset(0);
            int steps = 0;
            do {
                env.step(Array.of(Shape.of(1, 1), 0f));
                steps++;
                assertThat(step.reward().floats()[0])
                        .isEqualTo(step.terminated().bytes()[0] == 0 ? 1 : 0);
            } while (step.terminated().bytes()[0] == 0);
            // after n steps it fell 9.81 · 0.01² · n(n + 1)/2; MuJoCo's xpos is one step late
            assertThat(steps).isEqualTo(33);
        }
    }

    @Test
    void mujocosMessageAboutAFileIsKept() throws IOException {
        String broken = file(BOX.replace("type=\"box\"", "type=\"bax\""));
        assertThatThrownBy(() -> Envs.make(broken, 1, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(broken + ": MuJoCo says: XML Error: ")
                .hasMessageContaining("invalid keyword: 'bax'")
                .hasMessageContaining("line 7");
        String unfinished = file("<mujoco>");
        assertThatThrownBy(() -> Envs.make(unfinished, 1, Map.of())).hasMessageContaining("MuJoCo says: ");
    }

    @Test
    void everyProblemIsNamed() throws IOException {
        String file = file(BOX);
        refused(file, Map.of("reward", Map.of("speed", 1, "alive", "yes")), "reward.speed is unknown; ");
        refused(file, Map.of("reward", Map.of("speed", 1, "alive", "yes")), "reward.alive is yes; needs a number");
        refused(file, Map.of("reward", Map.of("joint", "knee")), "has no joint named knee");
        refused(file, Map.of("reward", Map.of("joint", "along", "body", "box")), "give one of them");
        refused(file, Map.of("reward", 3), "reward is unknown");
        refused(file, Map.of("skipped_qpos", 3), "skipped_qpos is 3; the model has 2 positions");
        refused(folder.resolve("none.xml").toString(), Map.of(), "there is no model file");
        refused(file(BOX.replace(" ctrlrange=\"-2 2\"", "")), Map.of(), "actuator 0 has no ctrlrange");
        refused(file(BOX.replaceAll("<actuator>.*</actuator>", "")), Map.of(), "has no actuators");
    }

    private static void refused(String id, Map<String, ?> arguments, String why) {
        assertThatThrownBy(() -> Envs.make(id, 1, arguments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void aModelThatKeepsMoreThanItsStateIsReplayed() throws IOException {
        String sleepy = BOX.replace("integrator=\"Euler\"/>", "integrator=\"Euler\"><flag sleep=\"enable\"/></option>");
        State state = new State();
        float[] expected;
        try (VecEnv env = Envs.make(file(sleepy), 1, Map.of())) {
            Step step = env.reset(0);
            env.step(Array.of(Shape.of(1, 1), 1f));
            env.save(state);
            assertThat(state.whole("fields")).isZero();
            env.step(Array.of(Shape.of(1, 1), 1f));
            expected = step.obs().floats().clone();
        }
        try (VecEnv env = Envs.make(file(sleepy), 1, Map.of())) {
            Step step = env.load(state);
            env.step(Array.of(Shape.of(1, 1), 1f));
            assertThat(step.obs().floats()).isEqualTo(expected);
        }
    }
}
