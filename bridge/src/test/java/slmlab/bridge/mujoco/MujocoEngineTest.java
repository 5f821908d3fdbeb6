package slmlab.bridge.mujoco;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.env.physics.EngineCheck;
import slmlab.env.physics.Integrator;
import slmlab.env.physics.MotionEquations;
import slmlab.env.physics.PlanarEngine;

/// A model behind the interface of physics engines, next to the built-in engine.
@Tag("python")
final class MujocoEngineTest {
    /// A point mass of 1 kg on a rod of 1 m without mass; the angle is 0 where it hangs.
    private static final String PENDULUM = """
            <mujoco>
              <option timestep="0.01" integrator="RK4" gravity="0 0 -9.81"/>
              <worldbody>
                <body>
                  <joint name="hinge" type="hinge" axis="0 1 0"/>
                  <inertial pos="0 0 -1" mass="1" diaginertia="1e-9 1e-9 1e-9"/>
                </body>
              </worldbody>
              <actuator><motor joint="hinge"/></actuator>
            </mujoco>
            """;

    private static final class Pendulum implements MotionEquations {
        @Override
        public int coordinates() {
            return 1;
        }

        @Override
        public int controls() {
            return 1;
        }

        @Override
        public void accelerations(double[] position, double[] velocity, double[] control, double[] acceleration) {
            acceleration[0] = control[0] - 9.81 * Math.sin(position[0]);
        }
    }

    @TempDir
    Path folder;

    @BeforeAll
    static void installed() {
        Installed.assume();
    }

    private MujocoEngine engine(int substeps) throws IOException {
        return new MujocoEngine(Files.writeString(folder.resolve("pendulum.xml"), PENDULUM), substeps);
    }

    @Test
    void bothEnginesSwingAlike() throws IOException {
        PlanarEngine planar = new PlanarEngine(new Pendulum(), Integrator.RK4, 0.02, 2);
        try (MujocoEngine mujoco = engine(2)) {
            assertThat(mujoco.timestep()).isEqualTo(0.02);
            assertThat(mujoco.positions()).isEqualTo(planar.positions());
            assertThat(mujoco.velocities()).isEqualTo(planar.velocities());
            assertThat(mujoco.controls()).isEqualTo(planar.controls());
            assertThat(mujoco.energy()).isNaN();
            planar.reset(new double[] {1}, new double[] {-0.5});
            mujoco.reset(new double[] {1}, new double[] {-0.5});
            for (int i = 0; i < 250; i++) {
                double[] torque = {Math.sin(0.1 * i)};
                planar.step(torque);
                mujoco.step(torque);
                assertThat(mujoco.position(0)).isCloseTo(planar.position(0), within(1e-6));
                assertThat(mujoco.velocity(0)).isCloseTo(planar.velocity(0), within(1e-6));
            }
        }
    }

    @Test
    void theSameControlsGiveTheSameTrajectory() throws IOException {
        double[][] controls = new double[500][1];
        for (int i = 0; i < controls.length; i++) {
            controls[i][0] = Math.cos(i);
        }
        MujocoEngine engine = engine(1);
        assertThat(EngineCheck.repeats(engine, new double[] {1}, new double[] {0}, controls))
                .isTrue();
        engine.close();
        engine.close();
    }

    @Test
    void whatDoesNotFitIsRefused() throws IOException {
        try (MujocoEngine engine = engine(1)) {
            assertThatThrownBy(() -> engine.reset(new double[2], new double[1]))
                    .hasMessage("position has 2 numbers; this model has 1");
            assertThatThrownBy(() -> engine.step(new double[0])).hasMessage("control has 0 numbers; this model has 1");
        }
        assertThatThrownBy(() -> new MujocoEngine(folder.resolve("no.xml"), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no model file");
        assertThatThrownBy(() -> engine(0)).hasMessage("substeps is 0; needs at least 1");
    }
}
