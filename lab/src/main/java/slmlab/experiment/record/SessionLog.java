package slmlab.experiment.record;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.Stats;
import slmlab.env.wrapper.EpisodeStats;
import slmlab.metric.Metric;
import slmlab.metric.Metrics;
import slmlab.metric.Series;
import slmlab.run.Table;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.State;

/// The table of a session: SLM-Lab's columns, what the algorithm shows, and the last episodes. [Metrics] explains
/// each.
public final class SessionLog {
    private static final List<Metric> FIRST = List.of(
            Metrics.TOTAL_REWARD,
            Metrics.TOTAL_REWARD_MA,
            Metrics.LOSS,
            Metrics.FPS,
            Metrics.FRAME,
            Metrics.WALL_T,
            Metrics.T,
            Metrics.EPI,
            Metrics.OPT_STEP);
    private static final List<Metric> LAST =
            List.of(Metrics.OBS_MAX, Metrics.TRUNCATED, Metrics.MEAN_RETURN, Metrics.MEAN_LENGTH);
    private static final double SECOND = 1e9;

    private final Algorithm algorithm;
    private final Clock clock;
    private final Consumer<Stats> envStats;
    private final Episodes episodes;
    private final Stats gauges = new Stats();
    private final WeightChange motion;
    private final Table table;
    private double loss = Double.NaN;
    private double best = Double.NEGATIVE_INFINITY;
    private double bestBefore = Double.NEGATIVE_INFINITY; // the rows before an end row
    private boolean endsOdd;
    private long begun = System.nanoTime();
    private double before; // seconds of the sessions that this one resumes

    public SessionLog(Algorithm algorithm, Clock clock) {
        this(algorithm, clock, _ -> {});
    }

    /// @param envStats adds what the envs show beside what the algorithm does
    public SessionLog(Algorithm algorithm, Clock clock, Consumer<Stats> envStats) {
        this.algorithm = algorithm;
        this.envStats = envStats;
        this.clock = clock;
        this.episodes = new Episodes(clock.envs() == 1);
        algorithm.gauges(gauges);
        envStats.accept(gauges);
        List<Metric> columns = new ArrayList<>(FIRST);
        columns.addAll(gauges.metrics());
        this.motion = new WeightChange(algorithm.variables());
        columns.addAll(motion.columns());
        columns.addAll(LAST);
        this.table = new Table(Metrics.names(columns));
    }

    /// Start the clock.
    public void begin() {
        begun = System.nanoTime();
    }

    public void episodes(EpisodeStats stats) {
        episodes.add(stats);
    }

    public Episodes episodes() {
        return episodes;
    }

    public void update(@Nullable Stats stats) {
        if (stats != null) {
            loss = stats.mean(Metrics.LOSS);
        }
    }

    public Table table() {
        return table;
    }

    /// Append a row to the table.
    ///
    /// @param isOdd whether it is here only because the session ends: with more frames there would be none
    /// @param obs what the agent sees now
    /// @return whether no row before had a higher mean return
    public boolean append(boolean isOdd, Array obs) {
        bestBefore = best;
        endsOdd = isOdd;
        double seconds = seconds();
        double[] row = new double[table.columns().size()];
        double totalReward = episodes.totalReward();
        row[0] = totalReward;
        row[1] = table.movingAverage(Metrics.TOTAL_REWARD.name(), Series.WINDOW, totalReward);
        row[2] = loss;
        row[3] = seconds > 0 ? clock.frame() / seconds : 0;
        row[4] = clock.frame();
        row[5] = seconds;
        row[6] = (double) clock.frame() / clock.envs();
        row[7] = episodes.count();
        row[8] = clock.optStep();
        gauges.clear();
        algorithm.gauges(gauges);
        envStats.accept(gauges);
        for (int i = 0; i < gauges.metrics().size(); i++) {
            row[FIRST.size() + i] = gauges.mean(gauges.metrics().get(i));
        }
        motion.measure(clock.optStep(), row, FIRST.size() + gauges.metrics().size(), isOdd);
        row[row.length - 4] = largest(obs);
        row[row.length - 3] = episodes.truncatedShare();
        row[row.length - 2] = episodes.mean();
        row[row.length - 1] = episodes.meanLength();
        table.add(row);
        boolean isBest = row[1] >= best;
        if (isBest) {
            best = row[1];
        }
        return isBest;
    }

    /// Return the largest number in observations, whatever its sign; NaN for those that are no measurements.
    private static double largest(Array obs) {
        if (obs.dtype() != DType.FLOAT32) {
            return Double.NaN;
        }
        double largest = 0;
        for (float each : obs.floats()) {
            largest = Math.max(largest, Math.abs(each));
        }
        return largest;
    }

    /// Remove the row that is there only because the session had ended, as it has frames again.
    ///
    /// @return whether there was one
    public boolean dropEnd() {
        boolean dropped = endsOdd;
        if (dropped) {
            table.removeLast();
            best = bestBefore;
            endsOdd = false;
        }
        return dropped;
    }

    /// Return the frame of the last row; −1 before any.
    public long lastFrame() {
        return table.size() == 0 ? -1 : (long) table.row(table.size() - 1)[FIRST.indexOf(Metrics.FRAME)];
    }

    public double seconds() {
        return before + (System.nanoTime() - begun) / SECOND;
    }

    public void save(State to) {
        episodes.save(to.within("episodes"));
        to.put("loss", loss);
        to.put("best", best);
        if (endsOdd) {
            to.put("best_before", bestBefore);
        }
        to.put("seconds", seconds());
        motion.save(to.within("motion"));
        TableState.save(table, to);
    }

    public void load(State from) {
        episodes.load(from.within("episodes"));
        loss = from.number("loss");
        best = from.number("best");
        endsOdd = from.has("best_before");
        bestBefore = endsOdd ? from.number("best_before") : best;
        before = from.number("seconds");
        motion.load(from.within("motion"));
        TableState.load(table, from);
        begin();
    }
}
