package slmlab.bridge.mujoco;

import java.util.function.DoubleSupplier;
import slmlab.env.NumpyRandom;

/// Arms that reach for a target, or push something to it.
final class Arms {
    private static final double SPEED = 0.005; // largest velocity at the start

    private Arms() {}

    static Task reacher(Setup setup) {
        Simulation sim = setup.sim();
        Field qpos = sim.qpos();
        Field xpos = sim.output("xpos");
        int finger = setup.at("fingertip");
        int target = setup.at("target");
        DoubleSupplier distance = setup.distance("fingertip", "target");
        double near = setup.newNumber("reward_dist_weight", 1);
        double control = setup.newNumber("reward_control_weight", 1);
        MujocoObs obs = new MujocoObs()
                .cos(qpos, 0, 2)
                .sin(qpos, 0, 2)
                .add(qpos, 2)
                .add(sim.qvel(), 0, 2)
                .part(setup.isV5() ? 2 : 3, i -> xpos.at(finger + i) - xpos.at(target + i)); // z is always 0
        return new Task(
                sim,
                setup.frameSkip(2),
                false,
                obs,
                Arms::startReacher,
                distance,
                (before, action) -> {
                    // version 4 rewards the distance before the step
                    double now = setup.isV5() ? distance.getAsDouble() : before;
                    return -now * near - Squares.cost(control, action);
                },
                () -> false,
                new SceneView(true, false, 1));
    }

    private static void startReacher(NumpyRandom random, double[] qpos, double[] qvel) {
        for (int i = 0; i < qpos.length; i++) {
            qpos[i] += random.uniform(-0.1, 0.1);
        }
        int at = qpos.length - 2;
        do {
            qpos[at] = random.uniform(-0.2, 0.2);
            qpos[at + 1] = random.uniform(-0.2, 0.2);
        } while (!(Math.sqrt(qpos[at] * qpos[at] + qpos[at + 1] * qpos[at + 1]) < 0.2));
        startVelocities(random, qvel, 2);
    }

    static Task pusher(Setup setup) {
        Simulation sim = setup.sim();
        Field xpos = sim.output("xpos");
        DoubleSupplier toArm = setup.distance("object", "tips_arm");
        DoubleSupplier toGoal = setup.distance("object", "goal");
        double near = setup.args().number("reward_near_weight", 0.5);
        double far = setup.args().number("reward_dist_weight", 1);
        double control = setup.args().number("reward_control_weight", 0.1);
        MujocoObs obs = new MujocoObs().add(sim.qpos(), 0, 7).add(sim.qvel(), 0, 7);
        for (String body : new String[] {"tips_arm", "object", "goal"}) {
            obs.add(xpos, setup.at(body), setup.at(body) + 3);
        }
        return new Task(
                sim,
                setup.frameSkip(5),
                false,
                obs,
                Arms::startPusher,
                () -> 0,
                (_, action) -> -toGoal.getAsDouble() * far - Squares.cost(control, action) - toArm.getAsDouble() * near,
                () -> false,
                new SceneView(true, false, 2.6));
    }

    /// Put the object somewhere, but not on the goal, which is at (0, 0).
    private static void startPusher(NumpyRandom random, double[] qpos, double[] qvel) {
        int at = qpos.length - 4;
        do {
            qpos[at] = random.uniform(-0.3, 0);
            qpos[at + 1] = random.uniform(-0.2, 0.2);
        } while (!(Math.sqrt(qpos[at] * qpos[at] + qpos[at + 1] * qpos[at + 1]) > 0.17));
        qpos[at + 2] = 0;
        qpos[at + 3] = 0;
        startVelocities(random, qvel, 4);
    }

    /// Draw small velocities; the last `still` numbers, those of the target and the object, are 0.
    private static void startVelocities(NumpyRandom random, double[] qvel, int still) {
        for (int i = 0; i < qvel.length; i++) {
            qvel[i] += random.uniform(-SPEED, SPEED);
        }
        for (int i = qvel.length - still; i < qvel.length; i++) {
            qvel[i] = 0;
        }
    }
}
