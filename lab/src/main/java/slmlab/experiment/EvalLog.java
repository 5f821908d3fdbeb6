package slmlab.experiment;

import java.util.List;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.plan.Worlds;
import slmlab.report.Table;
import slmlab.tensor.State;

/// Evaluations beside training, as `meta.rigorous_eval` asks: one episode in each of so many envs, with the policy's
/// mode and the statistics of training. Training sees nothing of it.
final class EvalLog implements AutoCloseable {
    private final Algorithm algorithm;
    private final Clock clock;
    private final WrapperStack worlds;
    private final long seed;
    private final Table table = new Table(
            List.of("total_reward", "total_reward_ma", "total_reward_std", "length", "frame", "wall_t", "opt_step"));
    private boolean endsOdd;

    /// @param seed of the envs; every evaluation begins from the same, so its state is the table alone
    EvalLog(Plan plan, Learner learner, long seed) {
        this.algorithm = learner.algorithm();
        this.clock = learner.clock();
        this.worlds = Worlds.evaluate(plan, learner.worlds(), plan.meta().rigorousEval());
        this.seed = seed;
    }

    Table table() {
        return table;
    }

    /// Evaluate, and append the result to the table.
    ///
    /// @param isOdd whether it is here only because the session ends
    Evaluation.Result evaluate(double seconds, boolean isOdd) {
        endsOdd = isOdd;
        int size = worlds.env().size();
        Evaluation.Result result = Evaluation.run(worlds, algorithm.policy(size, false), size, seed, () -> {});
        table.add(
                result.mean(),
                Doubles.movingAverage(table, result.mean()),
                result.std(),
                result.meanLength(),
                (double) clock.frame(),
                seconds,
                (double) clock.optStep());
        return result;
    }

    /// Remove the row that is there only because the session had ended, as it has frames again.
    void dropEnd() {
        if (endsOdd) {
            table.removeLast();
            endsOdd = false;
        }
    }

    void save(State to) {
        Doubles.save(table, to);
        if (endsOdd) {
            to.put("ends_odd", 1);
        }
    }

    void load(State from) {
        Doubles.load(table, from, 0);
        endsOdd = from.has("ends_odd");
    }

    @Override
    public void close() {
        worlds.env().close();
    }
}
