package slmlab.bridge.mujoco;

import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import slmlab.env.NumpyRandom;

/// A simulation with a purpose: what is seen of it, how an episode begins, what is rewarded and when it ends.
///
/// @param frameSkip substeps of one step
/// @param needsContacts whether `cfrc_ext` is read
/// @param measure a number of the state that the reward compares across a step: a position, a distance
/// @param view where images are taken from
record Task(
        Simulation sim,
        int frameSkip,
        boolean needsContacts,
        MujocoObs obs,
        Start start,
        DoubleSupplier measure,
        Reward reward,
        BooleanSupplier isOver,
        SceneView view) {

    /// Draws the state in which an episode begins.
    @FunctionalInterface
    interface Start {
        /// @param qpos the model's own positions, to be changed; so `qvel`
        void draw(NumpyRandom random, double[] qpos, double[] qvel);

        /// Add noise from [−scale, scale] to the positions; to the velocities the same, or normal noise.
        static Start noise(double scale, boolean isNormal) {
            return (random, qpos, qvel) -> {
                for (int i = 0; i < qpos.length; i++) {
                    qpos[i] += random.uniform(-scale, scale);
                }
                for (int i = 0; i < qvel.length; i++) {
                    qvel[i] += isNormal ? scale * random.normal() : random.uniform(-scale, scale);
                }
            };
        }
    }

    /// Rewards a step.
    @FunctionalInterface
    interface Reward {
        /// @param before what was measured before the step
        double of(double before, float[] action);
    }
}
