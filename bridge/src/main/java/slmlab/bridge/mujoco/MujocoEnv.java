package slmlab.bridge.mujoco;

import java.awt.Dimension;
import java.awt.Graphics2D;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.render.Drawable;
import slmlab.tensor.State;

/// A task in a simulation, as the lab runs it.
final class MujocoEnv implements Env, Drawable {
    private final Task task;
    private final Simulation sim;
    private final Space actionSpace;
    private final Geoms geoms;
    private final float[] action;
    private final double[] obs;
    private final double[] qpos;
    private final double[] qvel;
    private double reward;
    private double measured;

    MujocoEnv(Task task, Space actionSpace, Geoms geoms) {
        this.task = task;
        this.sim = task.sim();
        this.actionSpace = actionSpace;
        this.geoms = geoms;
        this.action = new float[sim.ctrl().size()];
        this.obs = new double[task.obs().size()];
        this.qpos = new double[sim.qpos().size()];
        this.qvel = new double[sim.qvel().size()];
    }

    @Override
    public Space obsSpace() {
        return Space.Box.of(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, obs.length);
    }

    @Override
    public Space actionSpace() {
        return actionSpace;
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        sim.reset();
        sim.qpos().copyTo(qpos);
        sim.qvel().copyTo(qvel);
        task.start().draw(random, qpos, qvel);
        sim.qpos().copyFrom(qpos);
        sim.qvel().copyFrom(qvel);
        sim.forward();
        reward = 0;
        show(frame);
    }

    @Override
    public void step(Frame frame) {
        for (int i = 0; i < action.length; i++) {
            action[i] = frame.actionValue(i); // MuJoCo clips it
            sim.ctrl().set(i, action[i]);
        }
        sim.step(task.frameSkip());
        if (task.needsContacts()) {
            sim.contactForces();
        }
        reward = task.reward().of(measured, action);
        frame.reward(reward);
        show(frame);
        if (task.isOver().getAsBoolean()) {
            frame.terminate();
        }
    }

    private void show(Frame frame) {
        measured = task.measure().getAsDouble();
        task.obs().write(obs);
        for (int i = 0; i < obs.length; i++) {
            frame.obs(i, obs[i]);
        }
    }

    /// Return the observation before it was rounded to float32.
    double[] obs() {
        return obs;
    }

    /// Return the last reward before it was rounded to float32.
    double reward() {
        return reward;
    }

    @Override
    public boolean save(State to) {
        to.put("measured", measured);
        return sim.save(to);
    }

    @Override
    public void load(State from, NumpyRandom random) {
        measured = from.number("measured");
        sim.load(from);
    }

    @Override
    public Dimension imageSize() {
        return SceneView.SIZE;
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        task.view().draw(canvas, width, height, sim, geoms);
    }

    @Override
    public void close() {
        sim.close();
    }
}
