package slmlab.experiment.record;

import java.util.List;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.plan.EnvFactory;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.metric.Metrics;
import slmlab.metric.Series;
import slmlab.run.Table;
import slmlab.tensor.State;

/// Evaluations beside training, as `meta.rigorous_eval` asks: one episode in each of so many envs, with the policy's
/// mode and the statistics of training. Training sees nothing of it.
public final class EvalLog implements AutoCloseable {
    private final Algorithm algorithm;
    private final Clock clock;
    private final WrapperStack stack;
    private final long seed;
    private final Table table = new Table(Metrics.names(List.of(
            Metrics.TOTAL_REWARD,
            Metrics.TOTAL_REWARD_MA,
            Metrics.TOTAL_REWARD_STD,
            Metrics.LENGTH,
            Metrics.FRAME,
            Metrics.WALL_T,
            Metrics.OPT_STEP)));
    private boolean endsOdd;

    /// @param seed of the envs; every evaluation begins from the same, so its state is the table alone
    public EvalLog(Plan plan, Learner learner, long seed) {
        this.algorithm = learner.algorithm();
        this.clock = learner.clock();
        this.stack = EnvFactory.evaluate(plan, learner.stack(), plan.meta().rigorousEval());
        this.seed = seed;
    }

    public Table table() {
        return table;
    }

    /// Evaluate, and append the result to the table.
    ///
    /// @param isOdd whether it is here only because the session ends
    public Evaluation.Result evaluate(double seconds, boolean isOdd) {
        endsOdd = isOdd;
        int size = stack.env().size();
        Evaluation.Result result = Evaluation.run(stack, algorithm.policy(size, false), size, seed, () -> {});
        table.add(
                result.mean(),
                table.movingAverage(Metrics.TOTAL_REWARD.name(), Series.WINDOW, result.mean()),
                result.std(),
                result.meanLength(),
                (double) clock.frame(),
                seconds,
                (double) clock.optStep());
        return result;
    }

    /// Remove the row that is there only because the session had ended, as it has frames again.
    public void dropEnd() {
        if (endsOdd) {
            table.removeLast();
            endsOdd = false;
        }
    }

    public void save(State to) {
        TableState.save(table, to);
        if (endsOdd) {
            to.put("ends_odd", 1);
        }
    }

    public void load(State from) {
        TableState.load(table, from);
        endsOdd = from.has("ends_odd");
    }

    @Override
    public void close() {
        stack.env().close();
    }
}
