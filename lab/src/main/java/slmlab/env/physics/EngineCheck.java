package slmlab.env.physics;

/// Measures an engine before an env is built on it.
public final class EngineCheck {
    private EngineCheck() {}

    /// Return the largest change of the energy in a run without control, as a fraction of the energy at its start.
    ///
    /// @param position at the start; choose the zero of the potential so that the energy there is not 0
    /// @param velocity at the start
    /// @throws IllegalArgumentException that says why there is none
    public static double drift(PhysicsEngine engine, double[] position, double[] velocity, double seconds) {
        engine.reset(position, velocity);
        double first = engine.energy();
        if (!Double.isFinite(first) || first == 0) {
            throw new IllegalArgumentException(
                    "the energy at the start is %s, so its drift has no size; give the engine an energy(), with a zero of the potential at which the start has another"
                            .formatted(first));
        }
        double[] control = new double[engine.controls()];
        long steps = Math.round(seconds / engine.timestep());
        double drift = 0;
        for (long step = 0; step < steps; step++) {
            engine.step(control);
            drift = Math.max(drift, Math.abs(engine.energy() - first) / Math.abs(first)); // NaN stays NaN
        }
        return drift;
    }

    /// Return whether the same reset and controls give the same trajectory, bit for bit.
    ///
    /// @param controls of each step
    public static boolean repeats(PhysicsEngine engine, double[] position, double[] velocity, double[][] controls) {
        long first = trajectory(engine, position, velocity, controls);
        return first == trajectory(engine, position, velocity, controls);
    }

    /// Return a hash of every bit of a trajectory.
    private static long trajectory(PhysicsEngine engine, double[] position, double[] velocity, double[][] controls) {
        engine.reset(position, velocity);
        long hash = 1;
        for (double[] control : controls) {
            engine.step(control);
            for (int i = 0; i < engine.positions(); i++) {
                hash = 31 * hash + Double.doubleToRawLongBits(engine.position(i));
            }
            for (int i = 0; i < engine.velocities(); i++) {
                hash = 31 * hash + Double.doubleToRawLongBits(engine.velocity(i));
            }
        }
        return hash;
    }
}
