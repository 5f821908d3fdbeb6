package slmlab.env.physics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.tensor.RandomStream;

/// Energy, momentum and repeatability of the built-in engine.
class PlanarEngineTest {
    private static final double[] REST = {0};

    /// A point mass of 1 kg on a rod of 1 m, with a torque.
    private static final class Pendulum implements MotionEquations {
        private static final double GRAVITY = 9.81;

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
            acceleration[0] = control[0] - GRAVITY * Math.sin(position[0]);
        }

        @Override
        public double energy(double[] position, double[] velocity) {
            return velocity[0] * velocity[0] / 2 + GRAVITY * (1 - Math.cos(position[0]));
        }
    }

    private static PlanarEngine pendulum(Integrator integrator) {
        return new PlanarEngine(new Pendulum(), integrator, 0.01, 1);
    }

    /// Released at rest from 1 rad, 10 s with steps of 0.01 s: measured 1.1e-8 and 1.5e-2.
    @Test
    void aPendulumKeepsItsEnergy() {
        double[] start = {1};
        assertThat(EngineCheck.drift(pendulum(Integrator.RK4), start, REST, 10)).isBetween(1e-9, 1e-7);
        assertThat(EngineCheck.drift(pendulum(Integrator.SEMI_IMPLICIT), start, REST, 10))
                .isBetween(1e-3, 2e-2);
    }

    /// The period of a pendulum at 1 rad is 4·√(l/g)·K(sin ½) = 2.139 s with K the complete elliptic integral.
    @Test
    void aPendulumSwingsInItsPeriod() {
        double mean = 1; // of the arithmetic-geometric mean of 1 and cos ½: K = π / (2·M)
        double geometric = Math.cos(0.5);
        for (int i = 0; i < 10; i++) {
            double next = (mean + geometric) / 2;
            geometric = Math.sqrt(mean * geometric);
            mean = next;
        }
        double period = 2 * Math.PI / (mean * Math.sqrt(9.81));
        PlanarEngine engine = new PlanarEngine(new Pendulum(), Integrator.RK4, period / 200, 2);
        engine.reset(new double[] {1}, REST);
        for (int i = 0; i < 200; i++) {
            engine.step(REST);
        }
        assertThat(engine.position(0)).isCloseTo(1, within(1e-7));
        assertThat(engine.velocity(0)).isCloseTo(0, within(1e-6));
    }

    /// The step is right to order 4 and 1: half of it leaves 1/16 and 1/2 of the error.
    @Test
    void ordersOfConvergence() {
        assertThat(error(Integrator.RK4, 80) / error(Integrator.RK4, 160)).isBetween(14.0, 18.0);
        assertThat(error(Integrator.SEMI_IMPLICIT, 200) / error(Integrator.SEMI_IMPLICIT, 400))
                .isBetween(1.9, 2.1);
    }

    private static double error(Integrator integrator, int substeps) {
        PlanarEngine coarse = new PlanarEngine(new Pendulum(), integrator, 1, substeps);
        PlanarEngine fine = new PlanarEngine(new Pendulum(), Integrator.RK4, 1, 5000);
        coarse.reset(new double[] {1}, REST);
        fine.reset(new double[] {1}, REST);
        coarse.step(new double[] {0.5});
        fine.step(new double[] {0.5});
        return Math.abs(coarse.position(0) - fine.position(0));
    }

    /// m₁ = 1 at 3 m/s meets m₂ = 2 at rest, head on: v₁ = −1, v₂ = 2.
    @Test
    void anElasticCollisionKeepsMomentumAndEnergy() {
        PlanarEngine engine = discs(new double[] {1, 2}, Double.POSITIVE_INFINITY, 0, 1);
        engine.reset(new double[] {0, 0, 1, 0}, new double[] {3, 0, 0, 0});
        run(engine, 100);
        assertThat(engine.velocity(0)).isCloseTo(-1, within(1e-12));
        assertThat(engine.velocity(2)).isCloseTo(2, within(1e-12));
        // off center: both components change
        engine.reset(new double[] {0, 0, 1, 0.12}, new double[] {3, 0.5, -1, 0});
        double energy = engine.energy();
        run(engine, 100);
        assertThat(engine.velocity(1)).isNotEqualTo(0.5);
        assertThat(engine.velocity(0) + 2 * engine.velocity(2)).isCloseTo(1, within(1e-9));
        assertThat(engine.velocity(1) + 2 * engine.velocity(3)).isCloseTo(0.5, within(1e-9));
        assertThat(engine.energy()).isCloseTo(energy, within(1e-9));
    }

    @Test
    void aCollisionWithoutBounceSharesTheMomentum() {
        PlanarEngine engine = discs(new double[] {1, 2}, Double.POSITIVE_INFINITY, 0, 0);
        engine.reset(new double[] {0, 0, 1, 0}, new double[] {3, 0, 0, 0});
        run(engine, 100);
        assertThat(engine.velocity(0)).isCloseTo(1, within(1e-12));
        assertThat(engine.velocity(2)).isCloseTo(1, within(1e-12));
    }

    /// Collisions with each other and with walls, for 20 s.
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2})
    void aBoxOfDiscsKeepsItsEnergy(long seed) {
        RandomStream random = RandomStream.ofSeed(seed);
        double[] position = new double[12];
        double[] velocity = new double[12];
        for (int i = 0; i < 6; i++) {
            position[2 * i] = 0.5 + i % 3;
            position[2 * i + 1] = i < 3 ? 0.5 : 1.5;
            velocity[2 * i] = 4 * random.nextUniform() - 2;
            velocity[2 * i + 1] = 4 * random.nextUniform() - 2;
        }
        PlanarEngine engine = discs(new double[] {1, 2, 3, 1, 2, 3}, 3, 0, 1);
        assertThat(EngineCheck.drift(engine, position, velocity, 20)).isLessThan(1e-9);
        for (int i = 0; i < 12; i++) {
            assertThat(engine.position(i)).isBetween(0.0, 3.0);
        }
    }

    /// Dropped from 1 m above where it rests: it comes back to its height, and lies still without bounce.
    @Test
    void aDiscBouncesAndRests() {
        PlanarEngine engine = discs(new double[] {1}, 2, -9.81, 1);
        assertThat(EngineCheck.drift(engine, new double[] {1, 1.1}, new double[2], 20))
                .isLessThan(1e-9);
        PlanarEngine dead = discs(new double[] {1}, 2, -9.81, 0);
        dead.reset(new double[] {1, 1.1}, new double[2]);
        run(dead, 200);
        assertThat(dead.position(1)).isCloseTo(0.1, within(1e-12));
        assertThat(dead.velocity(1)).isZero();
    }

    @Test
    void theSameControlsGiveTheSameTrajectoryBitForBit() {
        double[][] controls = new double[1000][1];
        RandomStream random = RandomStream.ofSeed(0);
        for (double[] control : controls) {
            control[0] = 4 * random.nextUniform() - 2;
        }
        assertThat(EngineCheck.repeats(pendulum(Integrator.RK4), new double[] {1}, REST, controls))
                .isTrue();
        assertThat(EngineCheck.repeats(pendulum(Integrator.SEMI_IMPLICIT), new double[] {1}, REST, controls))
                .isTrue();
        MotionEquations forgetful = new MotionEquations() {
            private double wear; // state that no reset knows

            @Override
            public int coordinates() {
                return 1;
            }

            @Override
            public void accelerations(double[] position, double[] velocity, double[] control, double[] acceleration) {
                wear += 1e-9;
                acceleration[0] = -position[0] - wear;
            }
        };
        PlanarEngine worn = new PlanarEngine(forgetful, Integrator.RK4, 0.01, 1);
        assertThat(EngineCheck.repeats(worn, new double[] {1}, REST, new double[100][0]))
                .isFalse();
        assertThatThrownBy(() -> EngineCheck.drift(worn, new double[] {1}, REST, 1))
                .hasMessageContaining("the energy at the start is NaN");
    }

    @Test
    void explicitEulerIsRefused() {
        assertThat(Integrator.named("rk4")).isEqualTo(Integrator.RK4);
        assertThat(Integrator.named("semi_implicit")).isEqualTo(Integrator.SEMI_IMPLICIT);
        for (String name : new String[] {"euler", "Euler", "explicit_euler", "forward_euler"}) {
            assertThatThrownBy(() -> Integrator.named(name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("adds energy in every step")
                    .hasMessageContaining("use semi_implicit, which costs the same, or rk4");
        }
        assertThatThrownBy(() -> Integrator.named("verlet"))
                .hasMessage("there is no integrator verlet; choose one of rk4, semi_implicit");
    }

    /// The figure in the sentence: explicit Euler on the same pendulum.
    @Test
    void explicitEulerGainsWhatTheRefusalSays() {
        double angle = 1;
        double speed = 0;
        double[] none = new double[1];
        Pendulum pendulum = new Pendulum();
        double first = pendulum.energy(new double[] {angle}, new double[] {speed});
        double drift = 0;
        for (int i = 0; i < 1000; i++) {
            pendulum.accelerations(new double[] {angle}, new double[] {speed}, REST, none);
            angle += 0.01 * speed;
            speed += 0.01 * none[0];
            drift = Math.max(drift, pendulum.energy(new double[] {angle}, new double[] {speed}) / first - 1);
        }
        assertThat(drift).isCloseTo(1.13, within(0.005)); // more than doubled
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> new PlanarEngine(new Pendulum(), Integrator.RK4, 0, 1))
                .hasMessage("timestep is 0.0; needs seconds above 0");
        assertThatThrownBy(() -> new PlanarEngine(new Pendulum(), Integrator.RK4, 0.01, 0))
                .hasMessage("substeps is 0; needs at least 1");
        assertThatThrownBy(() -> pendulum(Integrator.RK4).step(new double[2]))
                .hasMessage("control has 2 numbers; this engine has 1");
        assertThatThrownBy(() -> new Discs(new double[] {1}, new double[2], 1, 1, 0, 1))
                .hasMessageContaining("1 masses and 2 radii");
        assertThatThrownBy(() -> discs(new double[] {0}, 1, 0, 1)).hasMessageContaining("disc 0 has mass 0.0");
        assertThatThrownBy(() -> discs(new double[] {1}, 1, 0, 2)).hasMessageContaining("restitution is 2.0");
    }

    private static PlanarEngine discs(double[] mass, double size, double gravity, double restitution) {
        double[] radius = new double[mass.length];
        Arrays.fill(radius, 0.1);
        return new PlanarEngine(new Discs(mass, radius, size, size, gravity, restitution), Integrator.RK4, 0.01, 1);
    }

    private static void run(PhysicsEngine engine, int steps) {
        double[] control = new double[engine.controls()];
        for (int i = 0; i < steps; i++) {
            engine.step(control);
        }
    }
}
