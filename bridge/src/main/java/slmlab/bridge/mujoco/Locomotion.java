package slmlab.bridge.mujoco;

import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/// Builds a task that rewards moving forward: weight · speed + healthy reward − costs of control and contacts.
final class Locomotion {
    private final Setup setup;
    private final int frameSkip;
    private final DoubleSupplier x;
    private final double forwardWeight;
    private final double controlWeight;
    private final Task.Start start;
    private final MujocoObs obs = new MujocoObs();
    private final int skipped;
    private boolean isControlDouble;
    private @Nullable DoubleSupplier contactCost;
    private boolean needsContacts;
    private BooleanSupplier isHealthy = () -> true;
    private double healthyReward;
    private boolean endsUnhealthy;

    /// @param x what moving forward increases
    /// @param skipped positions that are left out of observations, if the argument says so
    Locomotion(
            Setup setup,
            int frameSkip,
            DoubleSupplier x,
            double forwardWeight,
            double controlWeight,
            Task.Start start,
            int skipped) {
        this.setup = setup;
        this.frameSkip = setup.frameSkip(frameSkip);
        this.x = x;
        this.forwardWeight = forwardWeight;
        this.controlWeight = setup.args().number("ctrl_cost_weight", controlWeight);
        this.start = start;
        this.skipped = setup.args().flag("exclude_current_positions_from_observation", true) ? skipped : 0;
    }

    /// Observe positions and velocities.
    Locomotion observe(MujocoRange velocities) {
        obs.add(setup.sim().qpos(), skipped);
        obs.clipped(setup.sim().qvel(), 0, setup.sim().qvel().size(), velocities);
        return this;
    }

    /// Observe something more.
    Locomotion observe(boolean isIncluded, Field field, int from, MujocoRange clip) {
        if (isIncluded) {
            obs.clipped(field, from, field.size(), clip);
        }
        return this;
    }

    /// Compute the cost of control in float64, from what MuJoCo was told.
    Locomotion controlInDouble() {
        isControlDouble = true;
        return this;
    }

    Locomotion contacts(DoubleSupplier cost) {
        contactCost = cost;
        return needContacts();
    }

    /// Compute contact forces: they are observed or cost something.
    Locomotion needContacts() {
        needsContacts = true;
        return this;
    }

    Locomotion healthy(double reward, BooleanSupplier whether) {
        healthyReward = setup.args().number("healthy_reward", reward);
        endsUnhealthy = setup.args().flag("terminate_when_unhealthy", true);
        isHealthy = whether;
        return this;
    }

    Task task(SceneView view) {
        double seconds = setup.seconds(frameSkip);
        return new Task(
                setup.sim(),
                frameSkip,
                needsContacts,
                obs,
                start,
                x,
                (before, action) -> {
                    double forward = forwardWeight * ((x.getAsDouble() - before) / seconds);
                    double cost = isControlDouble
                            ? controlWeight * Squares.sum(setup.sim().ctrl(), MujocoRange.ALL)
                            : Squares.cost(controlWeight, action);
                    if (contactCost != null) {
                        cost += contactCost.getAsDouble();
                    }
                    return forward + alive() - cost;
                },
                () -> endsUnhealthy && !isHealthy.getAsBoolean(),
                view);
    }

    /// In version 4, the step that ends an episode is rewarded like the others.
    private double alive() {
        boolean always = !setup.isV5() && endsUnhealthy;
        return always || isHealthy.getAsBoolean() ? healthyReward : 0;
    }
}
