package slmlab.bridge.mujoco;

import java.util.function.BooleanSupplier;

/// Poles on a cart, to be kept upright.
final class Pendulums {
    private static final double MAX_ANGLE = 0.2;
    private static final SceneView VIEW = new SceneView(false, false, 3.2);
    private static final MujocoRange CLIP = new MujocoRange(-10, 10);

    private Pendulums() {}

    static Task one(Setup setup) {
        Simulation sim = setup.sim();
        Field qpos = sim.qpos();
        BooleanSupplier fell = () -> !(Math.abs(qpos.at(1)) <= MAX_ANGLE);
        return new Task(
                sim,
                setup.frameSkip(2),
                false,
                new MujocoObs().add(qpos, 0).add(sim.qvel(), 0),
                setup.noise(setup.isV5(), 0.01, false),
                () -> 0,
                (_, _) -> setup.isV5() && fell.getAsBoolean() ? 0 : 1, // version 4 rewards the fall too
                fell,
                VIEW);
    }

    static Task two(Setup setup) {
        Simulation sim = setup.sim();
        Field qpos = sim.qpos();
        Field qvel = sim.qvel();
        Field tip = sim.output("site_xpos");
        Field forces = sim.output("qfrc_constraint");
        double alive = setup.newNumber("healthy_reward", 10);
        BooleanSupplier fell = () -> tip.at(2) <= 1;
        return new Task(
                sim,
                setup.frameSkip(5),
                false,
                new MujocoObs()
                        .add(qpos, 0, 1)
                        .sin(qpos, 1, qpos.size())
                        .cos(qpos, 1, qpos.size())
                        .clipped(qvel, 0, qvel.size(), CLIP)
                        .clipped(forces, 0, setup.isV5() ? 1 : forces.size(), CLIP),
                setup.noise(setup.isV5(), 0.1, true),
                () -> 0,
                (_, _) -> {
                    double x = tip.at(0);
                    double low = tip.at(2) - 2;
                    double distance = 0.01 * x * x + low * low;
                    double speed = 1e-3 * qvel.at(1) * qvel.at(1) + 5e-3 * qvel.at(2) * qvel.at(2);
                    return (setup.isV5() && fell.getAsBoolean() ? 0 : alive) - distance - speed;
                },
                fell,
                VIEW);
    }
}
