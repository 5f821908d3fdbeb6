package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.Stats;
import slmlab.agent.part.Sharing;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.experiment.plan.EnvFactory;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.record.SessionLog;
import slmlab.experiment.record.TableState;
import slmlab.metric.Metrics;
import slmlab.run.Phase;
import slmlab.run.Table;
import slmlab.tensor.RandomStream;
import slmlab.tensor.State;

/// `session_df`, column by column, against a loop that keeps every episode and every loss and counts for itself.
class SessionTableTest {
    private static final long SEED = 6;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// A row as it should be.
    private record Row(
            long frame,
            long t,
            double totalReward,
            double meanReturn,
            double meanLength,
            double loss,
            long episodes,
            long optStep,
            double entropy,
            double norm) {}

    private static double mean(List<Double> values, int most) {
        return values.subList(Math.max(0, values.size() - most), values.size()).stream()
                .filter(value -> !value.isNaN())
                .mapToDouble(value -> value)
                .average()
                .orElse(Double.NaN);
    }

    /// Trains without a session.
    ///
    /// @param returns takes those of all episodes
    private static List<Row> rows(Plan plan, int envs, int logFrequency, List<Double> returns) {
        List<Double> lengths = new ArrayList<>();
        int[] steps = new int[envs];
        RandomStream random = RandomStream.ofSeed(SEED).split("session0");
        List<Row> rows = new ArrayList<>();
        double[] running = new double[envs];
        double loss = Double.NaN;
        try (VecEnv env = EnvFactory.train(plan).env()) {
            Clock clock = new Clock(envs, plan.env().maxFrame());
            Algorithm agent = Learner.agent(plan, env, clock, random.split("agent"), Sharing.none());
            Step step = env.reset(random.split("env").nextInt(Integer.MAX_VALUE));
            for (long t = 1; (t - 1) * envs < plan.env().maxFrame(); t++) {
                env.step(agent.act(step));
                agent.observe(step);
                clock.advance();
                for (int i = 0; i < envs; i++) {
                    running[i] += step.reward().floats()[i];
                    steps[i]++;
                    if ((step.terminated().bytes()[i] | step.truncated().bytes()[i]) != 0) {
                        returns.add(running[i]);
                        running[i] = 0;
                        lengths.add((double) steps[i]);
                        steps[i] = 0;
                    }
                }
                @Nullable Stats stats = agent.update();
                loss = stats == null ? loss : stats.mean(Metrics.LOSS);
                long frame = t * envs;
                boolean passed = frame / logFrequency > (frame - envs) / logFrequency;
                if (passed || frame >= plan.env().maxFrame()) {
                    Stats gauges = new Stats();
                    agent.gauges(gauges);
                    double last = returns.isEmpty() ? 0 : returns.getLast();
                    rows.add(new Row(
                            frame,
                            t,
                            envs == 1 ? last : mean(returns, 100),
                            mean(returns, 100),
                            mean(lengths, 100),
                            loss,
                            returns.size(),
                            clock.optStep(),
                            gauges.mean(Metrics.ENTROPY),
                            gauges.mean(Metrics.GRAD_NORM)));
                }
            }
        }
        return rows;
    }

    private static double[] all(List<Row> rows, java.util.function.ToDoubleFunction<Row> column) {
        return rows.stream().mapToDouble(column).toArray();
    }

    @ParameterizedTest
    @CsvSource({"ppo, 4, 100, 12010, 12012", "reinforce, 1, 60, 7630, 7630"})
    void everyColumnIsAsCountedByHand(String name, int envs, int logFrequency, int maxFrame, long last) {
        Plan plan = TinySpecs.plan(temp, name, "\"max_frame\": " + maxFrame, "\"log_frequency\": " + logFrequency);
        List<Double> returns = new ArrayList<>();
        List<Row> rows = rows(plan, envs, logFrequency, returns);
        assertThat(rows).hasSizeGreaterThan(110);
        assertThat(rows.getLast().episodes).isGreaterThan(110);
        assertThat(rows.getLast().frame).isEqualTo(last);
        assertThat(rows.getLast().frame - rows.get(rows.size() - 2).frame).isLessThan(logFrequency);

        long before = System.nanoTime();
        TrialResult result = Lab.run(plan, TinySpecs.options(temp).seed(SEED), Listener.NONE);
        double elapsed = (System.nanoTime() - before) / 1e9;
        Table table = Table.read(result.folder().sessionTable(0, Phase.TRAIN));
        assertThat(table.column("frame")).containsExactly(all(rows, row -> row.frame));
        assertThat(table.column("t")).containsExactly(all(rows, row -> row.t));
        assertThat(table.column("opt_step")).containsExactly(all(rows, row -> row.optStep));
        assertThat(table.column("epi")).containsExactly(all(rows, row -> row.episodes));
        assertThat(table.column("total_reward")).containsExactly(all(rows, row -> row.totalReward), within(1e-9));
        double[] averages = new double[rows.size()];
        List<Double> shown = new ArrayList<>();
        for (int i = 0; i < averages.length; i++) {
            shown.add(rows.get(i).totalReward);
            averages[i] = mean(shown, 100);
        }
        assertThat(table.column("total_reward_ma")).containsExactly(averages, within(1e-9));
        assertThat(table.column("mean_return")).containsExactly(all(rows, row -> row.meanReturn), within(1e-9));
        assertThat(table.column("mean_length")).containsExactly(all(rows, row -> row.meanLength), within(1e-9));
        assertThat(table.columns()).endsWith("mean_return", "mean_length");
        assertThat(table.column("loss")).containsExactly(all(rows, row -> row.loss));
        assertThat(table.column("entropy")).containsExactly(all(rows, row -> row.entropy));
        assertThat(table.column("grad_norm")).containsExactly(all(rows, row -> row.norm));
        assertThat(table.column("lr")).containsOnly(0.01);
        // the specs' schedules: a line from .2 to .1 and one from .01 to 0, both in 900 frames
        if (name.equals("ppo")) {
            assertThat(table.column("clip_eps"))
                    .containsExactly(all(rows, row -> Math.max(0.1, 0.2 - 0.1 * row.frame / 900)), within(1e-12));
            assertThat(table.column("entropy_coef")).containsOnly(0.01);
        } else {
            assertThat(table.column("entropy_coef"))
                    .containsExactly(all(rows, row -> Math.max(0, 0.01 - 0.01 * row.frame / 900)), within(1e-12));
        }
        double[] seconds = table.column("wall_t");
        double[] speed = table.column("fps");
        for (int i = 0; i < seconds.length; i++) {
            assertThat(seconds[i]).isGreaterThan(i == 0 ? 0 : seconds[i - 1]).isLessThan(elapsed);
            assertThat(speed[i] * seconds[i]).isCloseTo((double) rows.get(i).frame, within(1e-6 * rows.get(i).frame));
        }
        assertThat(table.columns())
                .startsWith(
                        "total_reward", "total_reward_ma", "loss", "fps", "frame", "wall_t", "t", "epi", "opt_step");
        assertThat(result.sessions().getFirst().meanReturn()).isCloseTo(mean(returns, 100), within(1e-9));
    }

    /// Time before a stop counts, the time until a resume does not.
    @Test
    void secondsContinueWhereTheyWereSaved() {
        Plan plan = TinySpecs.plan(temp, "ppo", "", "");
        try (VecEnv env = EnvFactory.train(plan).env()) {
            Clock clock = new Clock(4, 100_000);
            Algorithm agent = Learner.agent(plan, env, clock, RandomStream.ofSeed(1), Sharing.none());
            State state = new State();
            new SessionLog(agent, clock).save(state);
            state.put("seconds", 1000.0);
            long before = System.nanoTime();
            SessionLog log = new SessionLog(agent, clock);
            log.load(state);
            log.begin();
            clock.jump(50_000);
            log.append(false, env.reset(1).obs());
            double most = 1000 + (System.nanoTime() - before) / 1e9;
            assertThat(log.table().column("wall_t")[0]).isBetween(1000.0, most);
            assertThat(log.table().column("fps")[0]).isBetween(50_000 / most, 50.0);
        }
    }

    @Test
    void wallTimeNeverGoesBackOverAResume() {
        Plan plan = TinySpecs.plan(temp, "ppo", "\"max_frame\": 8000", "\"log_frequency\": 40");
        AtomicBoolean stop = new AtomicBoolean();
        TrialResult stopped = Lab.run(
                plan,
                TinySpecs.options(temp),
                new Listener() {
                    @Override
                    public void row(int session, Table table, long episodes, double mean) {
                        stop.compareAndSet(false, table.size() == 150);
                    }
                },
                stop);
        double before = stopped.sessions().getFirst().seconds();
        TrialResult finished =
                Lab.resume(stopped.folder(), TinySpecs.options(temp), Listener.NONE, new AtomicBoolean());
        double[] seconds =
                Table.read(finished.folder().sessionTable(0, Phase.TRAIN)).column("wall_t");
        assertThat(seconds).hasSize(200);
        for (int i = 1; i < seconds.length; i++) {
            assertThat(seconds[i]).isGreaterThanOrEqualTo(i == 150 ? before : seconds[i - 1]);
        }
    }

    @Test
    void rowsOfAStateKeepTheirColumns() {
        State state = new State();
        Table saved = new Table(List.of("frame", "approx_kl", "mean_return"));
        saved.add(new double[] {1, 2, 3});
        saved.add(new double[] {4, Double.NaN, 6});
        TableState.save(saved, state);
        Table same = new Table(saved.columns());
        TableState.load(same, state);
        assertThat(same.row(0)).containsExactly(1, 2, 3);
        assertThat(same.row(1)).containsExactly(4, Double.NaN, 6);
        Table other = new Table(List.of("frame", "entropy", "mean_return"));
        TableState.load(other, state);
        assertThat(other.row(0)).containsExactly(1, Double.NaN, 3);
    }
}
