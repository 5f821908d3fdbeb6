package slmlab.env.physics;

import java.util.Arrays;

/// The built-in engine: integrates [MotionEquations] in double precision, without allocation and without state besides
/// positions and velocities.
public final class PlanarEngine implements PhysicsEngine {
    private static final double[] STAGE = {0, 0.5, 0.5, 1}; // of a Runge-Kutta step, where the rates are taken
    private static final double[] WEIGHT = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};

    private final MotionEquations equations;
    private final Integrator integrator;
    private final double timestep;
    private final int substeps;
    private final double[] position;
    private final double[] velocity;
    private final double[] acceleration;
    private final double[] stagePosition;
    private final double[] stageVelocity;
    private final double[] meanVelocity;
    private final double[] meanAcceleration;

    /// @param timestep seconds of a step
    /// @param substeps equal parts in which a step is integrated
    public PlanarEngine(MotionEquations equations, Integrator integrator, double timestep, int substeps) {
        if (!(timestep > 0) || timestep == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("timestep is %s; needs seconds above 0".formatted(timestep));
        }
        if (substeps < 1) {
            throw new IllegalArgumentException("substeps is %s; needs at least 1".formatted(substeps));
        }
        this.equations = equations;
        this.integrator = integrator;
        this.timestep = timestep;
        this.substeps = substeps;
        int size = equations.coordinates();
        this.position = new double[size];
        this.velocity = new double[size];
        this.acceleration = new double[size];
        this.stagePosition = new double[size];
        this.stageVelocity = new double[size];
        this.meanVelocity = new double[size];
        this.meanAcceleration = new double[size];
    }

    @Override
    public int positions() {
        return position.length;
    }

    @Override
    public int velocities() {
        return velocity.length;
    }

    @Override
    public int controls() {
        return equations.controls();
    }

    @Override
    public double timestep() {
        return timestep;
    }

    @Override
    public void reset(double[] position, double[] velocity) {
        checkLength("position", position.length, positions());
        checkLength("velocity", velocity.length, velocities());
        System.arraycopy(position, 0, this.position, 0, position.length);
        System.arraycopy(velocity, 0, this.velocity, 0, velocity.length);
    }

    @Override
    public void step(double[] control) {
        checkLength("control", control.length, controls());
        double h = timestep / substeps;
        for (int i = 0; i < substeps; i++) {
            switch (integrator) {
                case RK4 -> rungeKutta(control, h);
                case SEMI_IMPLICIT -> semiImplicit(control, h);
            }
            equations.impacts(position, velocity);
        }
    }

    private static void checkLength(String name, int length, int needed) {
        if (length != needed) {
            throw new IllegalArgumentException("%s has %s numbers; this engine has %s".formatted(name, length, needed));
        }
    }

    /// v ← v + h·a(x, v), then x ← x + h·v with the new v.
    private void semiImplicit(double[] control, double h) {
        equations.accelerations(position, velocity, control, acceleration);
        for (int i = 0; i < position.length; i++) {
            velocity[i] += h * acceleration[i];
            position[i] += h * velocity[i];
        }
    }

    /// y ← y + h·(k₁ + 2k₂ + 2k₃ + k₄)/6 with y = (x, v) and k = (v, a) at four stages.
    private void rungeKutta(double[] control, double h) {
        Arrays.fill(meanVelocity, 0);
        Arrays.fill(meanAcceleration, 0);
        for (int stage = 0; stage < STAGE.length; stage++) {
            for (int i = 0; i < position.length; i++) {
                // the first stage is the state itself; the others start there too, with the rates of the stage before
                double ahead = STAGE[stage] * h;
                stagePosition[i] = stage == 0 ? position[i] : position[i] + ahead * stageVelocity[i];
                stageVelocity[i] = stage == 0 ? velocity[i] : velocity[i] + ahead * acceleration[i];
            }
            equations.accelerations(stagePosition, stageVelocity, control, acceleration);
            for (int i = 0; i < position.length; i++) {
                meanVelocity[i] += WEIGHT[stage] * stageVelocity[i];
                meanAcceleration[i] += WEIGHT[stage] * acceleration[i];
            }
        }
        for (int i = 0; i < position.length; i++) {
            position[i] += h * meanVelocity[i];
            velocity[i] += h * meanAcceleration[i];
        }
    }

    @Override
    public double position(int index) {
        return position[index];
    }

    @Override
    public double velocity(int index) {
        return velocity[index];
    }

    @Override
    public double energy() {
        return equations.energy(position, velocity);
    }
}
