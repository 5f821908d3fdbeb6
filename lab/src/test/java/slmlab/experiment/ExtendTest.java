package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.plan.PlanChange;

/// A finished run that gets more frames equals one that had them from the start.
class ExtendTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static Plan longer(Plan plan, long frames) {
        return plan.with(plan.env().maxFrame(frames), plan.meta());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ppo          | \"normalize_obs\": true | \"log_frequency\": 100", // 510 is between two rows
                "ppo          |                         | \"log_frequency\": 100, \"rigorous_eval\": 2, \"eval_frequency\": 200",
                "ppo          |                         | \"log_frequency\": 10000", // no row but the last
                "ppo          |                         | \"log_frequency\": 100, \"max_session\": 2",
                "a2c          |                         | \"log_frequency\": 102",
                "ddqn_per     |                         | \"log_frequency\": 100",
                "sac          | \"max_t\": 60           | \"log_frequency\": 100",
            })
    void extendedEqualsAskedForAtTheStart(String name, @Nullable String env, String meta) {
        Plan whole = TinySpecs.plan(temp, name, env == null ? "" : env, meta);
        RunOptions options = TinySpecs.options(temp).seed(5);
        TrialResult expected = Lab.run(whole, options, Listener.NONE);

        TrialResult run = Lab.run(longer(whole, 510), options, Listener.NONE);
        assertThat(run.finished()).isTrue();
        for (long frames : new long[] {513, 777, 1200}) {
            run = Lab.resume(run.folder(), longer(whole, frames), options, Listener.NONE, new AtomicBoolean());
            assertThat(run.finished()).isTrue();
            assertThat(run.sessions().getFirst().frame()).isGreaterThanOrEqualTo(frames);
        }
        assertThat(PlanChange.tiedToMaxFrame(longer(whole, 510))).isEmpty();
        RunFiles.assertSame(run.folder(), expected.folder());
        assertThat(Lab.plan(run.folder()).resolved()).isEqualTo(whole.resolved());
    }

    /// The row at the first end is taken back once, also by a run that is stopped again before its next row.
    @Test
    void anExtendedRunThatIsStoppedSoonEqualsOneThatIsNot() {
        Plan whole = TinySpecs.plan(temp, "ppo", "", "\"log_frequency\": 100");
        RunOptions options = TinySpecs.options(temp).seed(5);
        TrialResult expected = Lab.run(whole, options, Listener.NONE);
        TrialResult ended = Lab.run(longer(whole, 510), options, Listener.NONE);
        StopAt soon = new StopAt(540, new AtomicBoolean()); // the next row is at 600
        TrialResult stopped = Lab.resume(ended.folder(), whole, options, soon, soon.stop());
        assertThat(stopped.finished()).isFalse();
        assertThat(stopped.sessions().getFirst().frame()).isEqualTo(540);
        TrialResult run = Lab.resume(ended.folder(), whole, options, Listener.NONE, new AtomicBoolean());
        RunFiles.assertSame(run.folder(), expected.folder());
    }

    @Test
    void whatIsTiedToTheFramesIsNamed() {
        Plan plan = TinySpecs.plan(temp, "ppo", "\"max_frame\": 900", "");
        assertThat(PlanChange.tiedToMaxFrame(plan))
                .containsExactly("agent.algorithm.clip_eps_spec.end_step is 900, as max_frame was, and stays so");
    }

    @Test
    void fewerFramesThanAreRunAreRefused() {
        Plan plan = TinySpecs.plan(temp, "ppo", "\"max_frame\": 400", "");
        TrialResult run = Lab.run(plan, TinySpecs.options(temp), Listener.NONE);
        assertThatThrownBy(() -> Lab.reopen(run.folder(), longer(plan, 300), TinySpecs.options(temp)))
                .hasMessage("max_frame is 300, but session 0 has reached frame 400 already; give at least as many");
        Plan other = plan.with(plan.env(), plan.meta().maxSession(2));
        assertThatThrownBy(() -> Lab.reopen(run.folder(), other, TinySpecs.options(temp)))
                .hasMessage("meta.max_session cannot change in a run that has begun: 1 → 2");
    }
}
