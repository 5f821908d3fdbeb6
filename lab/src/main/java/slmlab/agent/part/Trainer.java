package slmlab.agent.part;

import java.util.List;
import slmlab.agent.Clock;
import slmlab.agent.Stats;
import slmlab.agent.net.setting.OptimSpec;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.metric.Metrics;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;
import slmlab.tensor.optim.Clip;
import slmlab.tensor.optim.LrSchedule;
import slmlab.tensor.optim.Optimizer;

/// The weights that one loss trains, with their optimizer.
public final class Trainer {
    private final String name;
    private final List<Variable> parameters;
    private final Optimizer optimizer;
    private final Clip clip;
    private final LrSchedule schedule;
    private final String lr;
    private final String gradNorm;

    /// @param framesPerUpdate frames between two calls of `update`, by which schedules of frames count
    public Trainer(
            String name,
            List<Variable> parameters,
            OptimSpec optim,
            TrainingSettings learning,
            double framesPerUpdate) {
        this.name = name;
        this.parameters = List.copyOf(parameters);
        this.optimizer = optim.make();
        this.clip = learning.clip();
        this.schedule = learning.lrSchedule(framesPerUpdate);
        this.lr = name + ".lr";
        this.gradNorm = name + "." + Metrics.GRAD_NORM.name();
    }

    /// Make each run of the program take one optimizer step on `loss`.
    public void step(Trace trace, Variables state, Tensor loss) {
        Tensor norm = optimizer.step(trace, state, name, loss, parameters, clip, trace.scalar(lr));
        trace.output(gradNorm, norm);
    }

    /// Whether a program takes its step.
    public boolean isIn(Program program) {
        return program.inputs().containsKey(lr);
    }

    /// Set the learning rate of the next run.
    public void prepare(Program program, long updates) {
        program.set(lr, rate(updates));
    }

    /// The learning rate after so many updates.
    public double rate(long updates) {
        return schedule.at(updates, optimizer.lr());
    }

    /// The norm of the gradients of the last run, before clipping.
    double gradNorm(Program program) {
        return program.output(gradNorm).item();
    }

    /// Report and count a run.
    public void report(Program program, Stats stats, Clock clock) {
        stats.add(Metrics.GRAD_NORM, gradNorm(program));
        clock.countOptSteps(1);
    }
}
