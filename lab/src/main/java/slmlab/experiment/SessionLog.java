package slmlab.experiment;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.Stats;
import slmlab.env.EpisodeStats;
import slmlab.report.Table;
import slmlab.tensor.State;

/// What a session has to tell: a row of SLM-Lab's columns at every checkpoint.
final class SessionLog {
    private static final List<String> FIRST =
            List.of("total_reward", "total_reward_ma", "loss", "fps", "frame", "wall_t", "t", "epi", "opt_step");
    private static final int WINDOW = 100;
    private static final double SECOND = 1e9;

    private final Algorithm algorithm;
    private final Clock clock;
    private final Episodes episodes;
    private final Stats gauges = new Stats();
    private final Table table;
    private double loss = Double.NaN;
    private double best = Double.NEGATIVE_INFINITY;
    private long begun = System.nanoTime();
    private double before; // seconds of the sessions that this one goes on from

    SessionLog(Algorithm algorithm, Clock clock) {
        this.algorithm = algorithm;
        this.clock = clock;
        this.episodes = new Episodes(clock.envs() == 1);
        algorithm.gauges(gauges);
        List<String> columns = new ArrayList<>(FIRST);
        columns.addAll(gauges.names());
        this.table = new Table(columns);
    }

    /// Time begins to count.
    void begin() {
        begun = System.nanoTime();
    }

    void episodes(EpisodeStats stats) {
        episodes.add(stats);
    }

    Episodes episodes() {
        return episodes;
    }

    void update(@Nullable Stats stats) {
        if (stats != null) {
            loss = stats.mean("loss");
        }
    }

    Table table() {
        return table;
    }

    /// Adds a row.
    ///
    /// @return whether no row before had a higher mean return
    boolean row() {
        double seconds = seconds();
        double[] row = new double[table.columns().size()];
        double totalReward = episodes.totalReward();
        row[0] = totalReward;
        row[1] = movingAverage(totalReward);
        row[2] = loss;
        row[3] = seconds > 0 ? clock.frame() / seconds : 0;
        row[4] = clock.frame();
        row[5] = seconds;
        row[6] = (double) clock.frame() / clock.envs();
        row[7] = clock.envs() == 1 ? episodes.count() : Double.NaN;
        row[8] = clock.optStep();
        gauges.clear();
        algorithm.gauges(gauges);
        for (int i = 0; i < gauges.names().size(); i++) {
            row[FIRST.size() + i] = gauges.mean(gauges.names().get(i));
        }
        table.add(row);
        boolean isBest = row[1] >= best;
        if (isBest) {
            best = row[1];
        }
        return isBest;
    }

    /// The frame of the last row; −1 before any.
    long lastFrame() {
        return table.size() == 0 ? -1 : (long) table.row(table.size() - 1)[FIRST.indexOf("frame")];
    }

    double seconds() {
        return before + (System.nanoTime() - begun) / SECOND;
    }

    /// The mean of the last 100 rows' returns, this one's too, those that are none left out.
    private double movingAverage(double newest) {
        double[] returns = table.column("total_reward");
        double sum = Double.isNaN(newest) ? 0 : newest;
        int count = Double.isNaN(newest) ? 0 : 1;
        for (int i = Math.max(0, returns.length - WINDOW + 1); i < returns.length; i++) {
            if (!Double.isNaN(returns[i])) {
                sum += returns[i];
                count++;
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }

    void save(State to) {
        episodes.save(to.within("episodes"));
        to.put("loss", loss);
        to.put("best", best);
        to.put("seconds", seconds());
        to.put("rows", (long) table.size());
        double[] cells = new double[table.size() * table.columns().size()];
        for (int i = 0; i < table.size(); i++) {
            double[] row = table.row(i);
            System.arraycopy(row, 0, cells, i * row.length, row.length);
        }
        if (cells.length > 0) {
            to.put("cells", Doubles.array(cells));
        }
    }

    void load(State from) {
        episodes.load(from.within("episodes"));
        loss = from.number("loss");
        best = from.number("best");
        before = from.number("seconds");
        long rows = from.whole("rows");
        double[] cells = rows == 0 ? new double[0] : Doubles.of(from.array("cells"));
        int width = table.columns().size();
        for (int i = 0; i < rows; i++) {
            table.add(java.util.Arrays.copyOfRange(cells, i * width, (i + 1) * width));
        }
        begin();
    }
}
