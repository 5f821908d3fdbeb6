package slmlab.bridge.mujoco;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import slmlab.env.Args;

/// Gymnasium's MuJoCo tasks, with the arguments and defaults of its version 1.4.0.
///
/// Version 4 differs where `isV5` is asked; what has no such question is the same in both.
final class Tasks {
    private static final MujocoRange VELOCITIES = new MujocoRange(-10, 10);
    private static final SceneView WALKING = new SceneView(false, true, 3.6);
    private static final int CINERT = 10; // numbers of one body in cinert
    private static final int SPATIAL = 6; // … in cvel and cfrc_ext
    private static final int FREE_JOINT = 6; // degrees of freedom of one
    private static final int LONG = 1000;

    /// @param modelV4 model of version 4, where it is another
    record Entry(String model, String modelV4, int maxSteps, Function<Setup, Task> build) {}

    private static final SequencedMap<String, Entry> ALL = new LinkedHashMap<>();

    static {
        add("Ant", "ant.xml", LONG, Tasks::ant);
        add("HalfCheetah", "half_cheetah.xml", LONG, Tasks::halfCheetah);
        add("Hopper", "hopper.xml", LONG, Tasks::hopper);
        add("Humanoid", "humanoid.xml", LONG, Tasks::humanoid);
        add("HumanoidStandup", "humanoidstandup.xml", LONG, Tasks::humanoidStandup);
        add("InvertedDoublePendulum", "inverted_double_pendulum.xml", LONG, Pendulums::two);
        add("InvertedPendulum", "inverted_pendulum.xml", LONG, Pendulums::one);
        ALL.put("Pusher", new Entry("pusher_v5.xml", "pusher.xml", 100, Arms::pusher));
        add("Reacher", "reacher.xml", 50, Arms::reacher);
        add("Swimmer", "swimmer.xml", LONG, Tasks::swimmer);
        ALL.put("Walker2d", new Entry("walker2d_v5.xml", "walker2d.xml", LONG, Tasks::walker2d));
    }

    private Tasks() {}

    private static void add(String name, String model, int maxSteps, Function<Setup, Task> build) {
        ALL.put(name, new Entry(model, model, maxSteps, build));
    }

    /// Return the tasks by name.
    static Map<String, Entry> all() {
        return ALL;
    }

    private static Task halfCheetah(Setup setup) {
        return new Locomotion(setup, 5, x(setup), forward(setup, 1), 0.1, setup.noise(true, 0.1, true), 1)
                .observe(MujocoRange.ALL)
                .task(WALKING);
    }

    private static Task swimmer(Setup setup) {
        return new Locomotion(setup, 4, x(setup), forward(setup, 1), 1e-4, setup.noise(true, 0.1, false), 2)
                .observe(MujocoRange.ALL)
                .task(new SceneView(true, true, 6));
    }

    private static Task hopper(Setup setup) {
        Field qpos = setup.sim().qpos();
        Field qvel = setup.sim().qvel();
        MujocoRange state = setup.range("healthy_state_range", -100, 100);
        MujocoRange z = setup.range("healthy_z_range", 0.7, Double.POSITIVE_INFINITY);
        MujocoRange angle = setup.range("healthy_angle_range", -0.2, 0.2);
        return new Locomotion(setup, 4, x(setup), forward(setup, 1), 1e-3, setup.noise(true, 5e-3, false), 1)
                .observe(VELOCITIES)
                .healthy(
                        1,
                        () -> z.isAround(qpos.at(1))
                                && angle.isAround(qpos.at(2))
                                && areAround(state, qpos, 2)
                                && areAround(state, qvel, 0))
                .task(WALKING);
    }

    private static Task walker2d(Setup setup) {
        Field qpos = setup.sim().qpos();
        MujocoRange z = setup.range("healthy_z_range", 0.8, 2);
        MujocoRange angle = setup.range("healthy_angle_range", -1, 1);
        return new Locomotion(setup, 4, x(setup), forward(setup, 1), 1e-3, setup.noise(true, 5e-3, false), 1)
                .observe(VELOCITIES)
                .healthy(1, () -> z.isAround(qpos.at(1)) && angle.isAround(qpos.at(2)))
                .task(WALKING);
    }

    private static Task ant(Setup setup) {
        Args args = setup.args();
        Simulation sim = setup.sim();
        Field qpos = sim.qpos();
        Field qvel = sim.qvel();
        Field xpos = sim.output("xpos");
        int body = mainBody(setup, xpos.size() / 3);
        MujocoRange z = setup.range("healthy_z_range", 0.2, 1);
        double forward = setup.newNumber("forward_reward_weight", 1);
        Locomotion ant = new Locomotion(
                        setup, 5, () -> xpos.at(3 * body), forward, 0.5, setup.noise(true, 0.1, true), 2)
                .observe(MujocoRange.ALL)
                .healthy(1, () -> z.has(qpos.at(2)) && areFinite(qpos) && areFinite(qvel));
        if (setup.isV5() || args.flag("use_contact_forces", false)) {
            double weight = args.number("contact_cost_weight", 5e-4);
            MujocoRange forces = setup.range("contact_force_range", -1, 1);
            Field contacts = sim.output("cfrc_ext");
            boolean isSeen = setup.newFlag("include_cfrc_ext_in_observation", true);
            ant.observe(isSeen, contacts, setup.isV5() ? SPATIAL : 0, forces);
            ant.contacts(() -> weight * Squares.sum(contacts, forces));
        }
        return ant.task(WALKING);
    }

    private static int mainBody(Setup setup, int bodies) {
        if (!setup.isV5()) {
            return setup.model().body("torso");
        }
        String name = setup.args().text("main_body", "1");
        if (!name.matches("\\d{1,6}")) {
            return setup.model().body(name);
        }
        int body = Integer.parseInt(name);
        if (body >= bodies) {
            setup.args().problem("main_body is %s; the model has %s bodies, counted from 0".formatted(body, bodies));
            return 0;
        }
        return body;
    }

    private static Task humanoid(Setup setup) {
        Field qpos = setup.sim().qpos();
        MujocoRange z = setup.range("healthy_z_range", 1, 2);
        Locomotion humanoid = new Locomotion(
                        setup, 5, massCenter(setup), forward(setup, 1.25), 0.1, setup.noise(true, 1e-2, false), 2)
                .controlInDouble()
                .observe(MujocoRange.ALL)
                .healthy(5, () -> z.isAround(qpos.at(2)))
                .needContacts();
        for (Body body : bodyFields(setup)) {
            humanoid.observe(body.isSeen, body.field, body.from, MujocoRange.ALL);
        }
        if (setup.isV5()) {
            humanoid.contacts(contactCost(setup, "contact_cost", 5e-7));
        }
        return humanoid.task(WALKING);
    }

    private static Task humanoidStandup(Setup setup) {
        Args args = setup.args();
        Simulation sim = setup.sim();
        if (setup.newNumber("uph_cost_weight", 1) != 1) {
            args.problem("uph_cost_weight is not 1; Gymnasium does not read it, so leave it out");
        }
        int skipped = setup.newFlag("exclude_current_positions_from_observation", true) ? 2 : 0;
        MujocoObs obs = new MujocoObs().add(sim.qpos(), skipped).add(sim.qvel(), 0);
        for (Body body : bodyFields(setup)) {
            if (body.isSeen) {
                obs.add(body.field, body.from);
            }
        }
        double control = setup.newNumber("ctrl_cost_weight", 0.1);
        DoubleSupplier impact = contactCost(setup, "impact_cost", 0.5e-6);
        double timestep = setup.model().timestep(); // of a substep: Gymnasium's choice
        return new Task(
                sim,
                setup.frameSkip(5),
                true,
                obs,
                setup.noise(setup.isV5(), 1e-2, false),
                () -> 0,
                (_, _) -> sim.qpos().at(2) / timestep
                        - control * Squares.sum(sim.ctrl(), MujocoRange.ALL)
                        - impact.getAsDouble()
                        + 1,
                () -> false,
                WALKING);
    }

    /// A field of all bodies that a humanoid observes, the first `from` numbers omitted.
    private record Body(boolean isSeen, Field field, int from) {}

    private static Body[] bodyFields(Setup setup) {
        Simulation sim = setup.sim();
        boolean v5 = setup.isV5(); // leaves out the world and the root joint, which are always 0
        return new Body[] {
            new Body(setup.newFlag("include_cinert_in_observation", true), sim.output("cinert"), v5 ? CINERT : 0),
            new Body(setup.newFlag("include_cvel_in_observation", true), sim.output("cvel"), v5 ? SPATIAL : 0),
            new Body(
                    setup.newFlag("include_qfrc_actuator_in_observation", true),
                    sim.output("qfrc_actuator"),
                    v5 ? FREE_JOINT : 0),
            new Body(setup.newFlag("include_cfrc_ext_in_observation", true), sim.output("cfrc_ext"), v5 ? SPATIAL : 0)
        };
    }

    private static DoubleSupplier contactCost(Setup setup, String name, double weight) {
        Field forces = setup.sim().output("cfrc_ext");
        double by = setup.newNumber(name + "_weight", weight);
        MujocoRange range = setup.newRange(name + "_range", Double.NEGATIVE_INFINITY, 10);
        return () -> range.clip(by * Squares.sum(forces, MujocoRange.ALL));
    }

    /// Return the x of the center of all masses.
    private static DoubleSupplier massCenter(Setup setup) {
        double[] mass = setup.model().numbers("body_mass");
        Field xipos = setup.sim().output("xipos");
        double total = 0;
        for (double each : mass) {
            total += each;
        }
        double all = total;
        return () -> {
            double sum = 0;
            for (int i = 0; i < mass.length; i++) {
                sum += mass[i] * xipos.at(3 * i);
            }
            return sum / all;
        };
    }

    private static DoubleSupplier x(Setup setup) {
        Field qpos = setup.sim().qpos();
        return () -> qpos.at(0);
    }

    private static double forward(Setup setup, double weight) {
        return setup.args().number("forward_reward_weight", weight);
    }

    private static boolean areAround(MujocoRange range, Field field, int from) {
        for (int i = from; i < field.size(); i++) {
            if (!range.isAround(field.at(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean areFinite(Field field) {
        for (int i = 0; i < field.size(); i++) {
            if (!Double.isFinite(field.at(i))) {
                return false;
            }
        }
        return true;
    }
}
