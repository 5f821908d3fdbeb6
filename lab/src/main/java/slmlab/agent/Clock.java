package slmlab.agent;

import slmlab.tensor.State;

/// How far a session has come. Schedules, checkpoints and the end are functions of the frame.
public final class Clock {
    private final int envs;
    private final long maxFrame;
    private long frame;
    private long optStep;

    /// @param envs frames that one step of the vector counts
    public Clock(int envs, long maxFrame) {
        this.envs = envs;
        this.maxFrame = maxFrame;
    }

    /// Transitions of all envs together.
    public long frame() {
        return frame;
    }

    public long maxFrame() {
        return maxFrame;
    }

    public int envs() {
        return envs;
    }

    /// Steps of optimizers.
    public long optStep() {
        return optStep;
    }

    public boolean isDone() {
        return frame >= maxFrame;
    }

    /// Every env took one step.
    public void advance() {
        frame += envs;
    }

    /// Set the frame, for an agent that is loaded.
    public void jump(long to) {
        frame = to;
    }

    public void countOptSteps(int count) {
        optStep += count;
    }

    /// Whether a period of `every` frames ended with the last step.
    public boolean isEvery(double every) {
        return frame % every < envs;
    }

    public void save(State to) {
        to.put("frame", frame);
        to.put("opt_step", optStep);
    }

    public void load(State from) {
        frame = from.whole("frame");
        optStep = from.whole("opt_step");
    }
}
