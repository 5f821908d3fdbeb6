package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.experiment.plan.Plan;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;

/// A run that was stopped resumes as if it had not been.
class ResumeTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// Stops a run with the first row of so many frames.
    private static final class StopAt implements Listener {
        private final long frame;
        private final AtomicBoolean stop = new AtomicBoolean();

        StopAt(long frame) {
            this.frame = frame;
        }

        @Override
        public void row(int session, Table table, long episodes, double mean) {
            double[] frames = table.column("frame");
            stop.compareAndSet(false, frames[frames.length - 1] >= frame);
        }
    }

    private static TrialResult resume(RunFolder folder, RunOptions options, StopAt listener) {
        return Lab.resume(folder, options, listener, listener.stop);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ppo          |",
                "ppo          | \"normalize_obs\": true, \"normalize_reward\": true",
                "ppo_pendulum | \"normalize_obs\": true, \"normalize_reward\": true, \"max_t\": 60",
                "ppo_rnn      |",
                "a2c          |",
                "reinforce    |",
                "ddqn_per     |",
                "sac          | \"max_t\": 60",
                "ppo          | \"normalize_obs\": true, \"normalize_reward\": true, \"autoreset\": \"next_step\"",
                "ddqn_per     | \"autoreset\": \"next_step\"",
            })
    void stoppedAtRandomFramesEqualsNeverStopped(String name, @Nullable String env) {
        Plan plan = TinySpecs.plan(temp, name, env == null ? "" : env, "\"log_frequency\": 12");
        RunOptions options = TinySpecs.options(temp).seed(3);
        TrialResult whole = Lab.run(plan, options, Listener.NONE);

        Random random = new Random(name.hashCode());
        StopAt first = new StopAt(random.nextInt(300));
        TrialResult stopped = Lab.run(plan, options, first, first.stop);
        assertThat(stopped.finished()).isFalse();
        for (int times = 0; times < 2; times++) {
            long from = stopped.sessions().getFirst().frame();
            stopped = resume(stopped.folder(), options.seed(99), new StopAt(from + 1 + random.nextInt(400)));
            assertThat(stopped.sessions().getFirst().frame()).isGreaterThan(from);
        }
        TrialResult finished = resume(stopped.folder(), options, new StopAt(Long.MAX_VALUE));
        assertThat(finished.finished()).isTrue();
        RunFiles.assertSame(finished.folder(), whole.folder());
        assertThat(finished.totalRewardMa()).isEqualTo(whole.totalRewardMa());
    }

    @Test
    void aFinishedRunHasNothingLeftToDo() {
        Plan plan = TinySpecs.plan(temp, "ppo", "", "");
        TrialResult whole = Lab.run(plan, TinySpecs.options(temp), Listener.NONE);
        Table before = Table.read(whole.folder().sessionTable(0, Phase.TRAIN));
        TrialResult again = resume(whole.folder(), TinySpecs.options(temp), new StopAt(Long.MAX_VALUE));
        assertThat(again.finished()).isTrue();
        assertThat(again.totalRewardMa()).isEqualTo(whole.totalRewardMa());
        RunFiles.assertSame(Table.read(whole.folder().sessionTable(0, Phase.TRAIN)), before, "rows");
    }

    @Test
    void sessionsThatAreDoneStayAsTheyAre() {
        Plan plan = TinySpecs.plan(temp, "a2c", "", "\"max_session\": 3");
        TrialResult whole = Lab.run(plan, TinySpecs.options(temp), Listener.NONE);
        var second = new Listener() {
            private final AtomicBoolean stop = new AtomicBoolean();

            @Override
            public void row(int session, Table table, long episodes, double mean) {
                stop.compareAndSet(false, session == 1 && table.size() == 5);
            }
        };
        TrialResult stopped = Lab.run(plan, TinySpecs.options(temp), second, second.stop);
        assertThat(stopped.sessions()).extracting(SessionResult::finished).containsExactly(true, false, false);
        TrialResult finished = resume(stopped.folder(), TinySpecs.options(temp), new StopAt(Long.MAX_VALUE));
        RunFiles.assertSame(finished.folder(), whole.folder());
    }

    @Test
    void theBestWeightsAreWrittenEvenIfTheKillCameBeforeTheirFile() throws Exception {
        Plan plan = TinySpecs.plan(temp, "ppo", "", "");
        TrialResult whole = Lab.run(plan, TinySpecs.options(temp), Listener.NONE);
        byte[] best = Files.readAllBytes(whole.folder().bestModel(0));
        Files.delete(whole.folder().bestModel(0));
        resume(whole.folder(), TinySpecs.options(temp), new StopAt(Long.MAX_VALUE));
        assertThat(whole.folder().bestModel(0)).hasBinaryContent(best);
    }
}
