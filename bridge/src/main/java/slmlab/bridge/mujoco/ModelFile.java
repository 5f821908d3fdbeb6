package slmlab.bridge.mujoco;

import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;

/// A task made of any MJCF file: all positions and velocities are seen, and the spec says what is rewarded.
///
/// reward = forward · speed − ctrl_cost · |action|² + alive, where the speed is that of a body or a joint. The
/// episode ends where a body leaves its range of heights.
final class ModelFile {
    static final int MAX_STEPS = 1000;

    private ModelFile() {}

    static Task task(Setup setup) {
        Simulation sim = setup.sim();
        int frameSkip = setup.frameSkip(1);
        double seconds = setup.seconds(frameSkip);
        DoubleSupplier x = place(setup);
        double forward = setup.args().number("reward.forward", 0);
        double control = setup.args().number("reward.ctrl_cost", 0);
        double alive = setup.args().number("reward.alive", 0);
        BooleanSupplier isOver = termination(setup);
        int skipped = setup.args().integer("skipped_qpos", 0);
        if (skipped < 0 || skipped > sim.qpos().size()) {
            setup.args()
                    .problem("skipped_qpos is %s; the model has %s positions"
                            .formatted(skipped, sim.qpos().size()));
            skipped = 0;
        }
        return new Task(
                sim,
                frameSkip,
                false,
                new MujocoObs().add(sim.qpos(), skipped).add(sim.qvel(), 0),
                setup.noise(true, 0, false),
                x,
                (before, action) -> forward * ((x.getAsDouble() - before) / seconds)
                        - Squares.cost(control, action)
                        + (isOver.getAsBoolean() ? 0 : alive),
                isOver,
                SceneView.fitting(setup));
    }

    /// Return what the speed is taken of: a joint's position, or the x of a body, the first one if none is named.
    private static DoubleSupplier place(Setup setup) {
        String joint = setup.args().text("reward.joint", "");
        String body = setup.args().text("reward.body", "");
        if (!joint.isEmpty()) {
            if (!body.isEmpty()) {
                setup.args()
                        .problem("reward.joint is %s and reward.body is %s; give one of them".formatted(joint, body));
            }
            int at = setup.model().wholes("jnt_qposadr")[setup.model().joint(joint)];
            Field qpos = setup.sim().qpos();
            return () -> qpos.at(at);
        }
        int at = at(setup, body);
        Field xpos = setup.sim().output("xpos");
        return () -> xpos.at(at);
    }

    private static BooleanSupplier termination(Setup setup) {
        MujocoRange z = setup.range("termination.healthy_z_range", MujocoRange.ALL.low(), MujocoRange.ALL.high());
        int at = at(setup, setup.args().text("termination.body", ""));
        Field xpos = setup.sim().output("xpos");
        return () -> !z.has(xpos.at(at + 2));
    }

    private static int at(Setup setup, String body) {
        return body.isEmpty() ? 3 : setup.at(body);
    }
}
