package slmlab.env.physics;

/// A simulator of bodies: what an env needs of it, and no more.
///
/// An env owns one engine. It calls [#reset] with the start that it drew, [#step] with what the action does, and reads
/// positions and velocities for its observation and reward:
///
/// ```java
/// public void step(Frame frame) {
///     control[0] = Math.clamp(frame.actionValue(0), -1, 1);
///     engine.step(control);
///     frame.obs(0, Math.sin(engine.position(0)));
///     …
/// }
/// ```
///
/// An engine draws no random numbers and reads no clock: after the same reset, the same controls give the same
/// trajectory, bit for bit. [EngineCheck] tests that. One thread at a time uses an engine.
public interface PhysicsEngine extends AutoCloseable {

    /// Return how many numbers say where everything is.
    int positions();

    /// Return how many numbers say how everything moves; fewer than [#positions] where a rotation is a quaternion.
    int velocities();

    /// Return how many forces, torques or commands a step takes.
    int controls();

    /// Return the seconds of one [#step].
    double timestep();

    /// Begin again from a state. Nothing of the trajectory before it is left.
    ///
    /// @param position of length [#positions]; copied
    /// @param velocity of length [#velocities]; copied
    void reset(double[] position, double[] velocity);

    /// Advance by [#timestep], while the controls stay the same.
    ///
    /// @param control of length [#controls]
    void step(double[] control);

    double position(int index);

    double velocity(int index);

    /// Return the kinetic and potential energy in joules; NaN if the engine does not know it.
    default double energy() {
        return Double.NaN;
    }

    /// Release what the engine holds. One that is closed already does nothing.
    @Override
    default void close() {}
}
