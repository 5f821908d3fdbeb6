package slmlab.agent.part;

import org.jspecify.annotations.Nullable;
import slmlab.agent.Savable;
import slmlab.agent.Stats;
import slmlab.metric.Metrics;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.State;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;

/// What the last batch of a Q-learner shows: mean and largest Q(s, a) of the actions taken, and the mean |y − Q(s, a)|.
///
/// They are computed from what the update left, and only when a row of the table or a saved state asks.
public final class QGauges implements Savable {
    private @Nullable Program last; // the program that ran last, if its outputs are not read yet
    private double mean = Double.NaN;
    private double max = Double.NaN;
    private double error = Double.NaN;

    /// Let a program keep what is read here. Traced.
    ///
    /// @param q Q(s, a) of each row
    /// @param error y − Q(s, a) of each row, of either sign
    public static void output(Trace trace, Tensor q, Tensor error) {
        trace.output("q", q);
        trace.output(Metrics.TD_ERROR.name(), error);
    }

    /// A program has learned from a batch.
    public void learned(Program program) {
        last = program;
    }

    public void gauge(Stats to) {
        read();
        to.add(Metrics.Q_MEAN, mean);
        to.add(Metrics.Q_MAX, max);
        to.add(Metrics.TD_ERROR, error);
    }

    /// Rows whose `weight` is 0 only fill up.
    private void read() {
        if (last == null) {
            return;
        }
        float[] q = last.output("q").floats();
        float[] errors = last.output(Metrics.TD_ERROR.name()).floats();
        Array weight = last.inputs().get("weight");
        double sum = 0;
        double errorSum = 0;
        int count = 0;
        max = Double.NaN;
        for (int i = 0; i < q.length; i++) {
            if (weight == null || weight.floats()[i] > 0) {
                sum += q[i];
                errorSum += Math.abs(errors[i]);
                max = count == 0 ? q[i] : Math.max(max, q[i]);
                count++;
            }
        }
        mean = sum / count;
        error = errorSum / count;
        last = null;
    }

    @Override
    public void save(State to) {
        read();
        to.put("mean", mean);
        to.put("max", max);
        to.put("error", error);
    }

    @Override
    public void load(State from) {
        last = null;
        mean = from.number("mean");
        max = from.number("max");
        error = from.number("error");
    }
}
