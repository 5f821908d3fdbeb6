package slmlab.env.physics;

/// A mechanical system for [PlanarEngine]: coordinates, and how they accelerate.
///
/// A coordinate is whatever the equations are written in: a distance in m, an angle in rad. An implementation keeps no
/// state that changes, so that equal arguments give equal bits.
public interface MotionEquations {

    int coordinates();

    /// Return how many forces and torques act from outside; none by default.
    default int controls() {
        return 0;
    }

    /// Write the second derivative of each coordinate.
    ///
    /// @param position of the coordinates; read only
    /// @param velocity their first derivatives; read only
    /// @param control forces and torques, constant during a step
    /// @param acceleration to write
    void accelerations(double[] position, double[] velocity, double[] control, double[] acceleration);

    /// Return the kinetic and potential energy in joules; NaN if it is not known.
    default double energy(double[] position, double[] velocity) {
        return Double.NaN;
    }

    /// Apply what happens at once, such as a collision: change velocities, and positions that overlap. Called after
    /// every substep; by default nothing happens at once.
    default void impacts(double[] position, double[] velocity) {}
}
