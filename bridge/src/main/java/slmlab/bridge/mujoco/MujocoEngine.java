package slmlab.bridge.mujoco;

import java.nio.file.Path;
import slmlab.env.physics.PhysicsEngine;

/// A MuJoCo model as a physics engine, for an env that is written in Java: positions are `qpos`, velocities `qvel`,
/// controls `ctrl`, in the order of the model.
///
/// A model that needs no reward or end of its own is an env already: its path is the name of the env.
public final class MujocoEngine implements PhysicsEngine {
    private final Simulation simulation;
    private final double timestep;
    private final int substeps;
    private boolean isClosed;

    /// @param model an MJCF file
    /// @param substeps of the model's timestep in one step
    /// @throws IllegalArgumentException that says why the model cannot be loaded
    public MujocoEngine(Path model, int substeps) {
        if (substeps < 1) {
            throw new IllegalArgumentException("substeps is %s; needs at least 1".formatted(substeps));
        }
        try (Model read = new Model(model, false)) {
            this.simulation = new Simulation(read);
            this.timestep = substeps * read.timestep();
        }
        this.substeps = substeps;
    }

    @Override
    public int positions() {
        return simulation.qpos().size();
    }

    @Override
    public int velocities() {
        return simulation.qvel().size();
    }

    @Override
    public int controls() {
        return simulation.ctrl().size();
    }

    @Override
    public double timestep() {
        return timestep;
    }

    @Override
    public void reset(double[] position, double[] velocity) {
        simulation.reset();
        fill(simulation.qpos(), "position", position);
        fill(simulation.qvel(), "velocity", velocity);
        simulation.forward();
    }

    private static void fill(Field field, String name, double[] values) {
        if (values.length != field.size()) {
            throw new IllegalArgumentException(
                    "%s has %s numbers; this model has %s".formatted(name, values.length, field.size()));
        }
        field.copyFrom(values);
    }

    @Override
    public void step(double[] control) {
        fill(simulation.ctrl(), "control", control);
        simulation.step(substeps);
    }

    @Override
    public double position(int index) {
        return simulation.qpos().at(index);
    }

    @Override
    public double velocity(int index) {
        return simulation.qvel().at(index);
    }

    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            simulation.close();
        }
    }
}
