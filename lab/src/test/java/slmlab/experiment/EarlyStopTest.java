package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.record.EarlyStop;
import slmlab.experiment.record.Episodes;
import slmlab.file.JsonFile;
import slmlab.run.Phase;
import slmlab.run.Table;
import slmlab.spec.MetaConfig;
import slmlab.spec.SpecFile;
import slmlab.tensor.State;

/// The end of a session before its last frame.
class EarlyStopTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Plan plan(String early) {
        return TinySpecs.plan(
                temp,
                "ppo",
                "\"max_t\": 30, \"max_frame\": 9000",
                "\"log_frequency\": 300, \"early_stop\": {%s}".formatted(early));
    }

    @Test
    void aReturnIsReachedOverAHundredEpisodes() {
        Episodes episodes = new Episodes(false);
        EarlyStop stop = new EarlyStop(new MetaConfig.EarlyStop(5.0, null), episodes);
        for (int i = 0; i < 99; i++) {
            episodes.add(6, 1, false);
            stop.afterStep(i);
            assertThat(stop.isMet()).isFalse();
        }
        episodes.add(6, 1, false);
        stop.afterStep(99);
        assertThat(stop.isMet()).isTrue();
        assertThat(stop.reason())
                .isEqualTo("the mean return of the last 100 episodes is 6.00 and early_stop.mean_return is 5.0");
    }

    /// 99 fives and a six have a mean of 5.01: a bar of 5.01 is reached, one a little higher is not.
    @Test
    void aReturnOfExactlyTheBarIsReached() {
        for (double bar : new double[] {5.01, Math.nextUp(5.01)}) {
            Episodes episodes = new Episodes(false);
            EarlyStop stop = new EarlyStop(new MetaConfig.EarlyStop(bar, null), episodes);
            for (int i = 0; i < 100; i++) {
                episodes.add(i == 0 ? 6 : 5, 1, false);
                stop.afterStep(i);
            }
            assertThat(stop.isMet()).as("bar %s", bar).isEqualTo(bar == 5.01);
        }
    }

    /// Episodes that all have the same return do not raise the mean.
    @Test
    void aConstantMeanIsAPlateau() {
        Episodes episodes = new Episodes(false);
        EarlyStop stop = new EarlyStop(new MetaConfig.EarlyStop(null, 50L), episodes);
        for (int i = 0; i < 149; i++) {
            episodes.add(0.1, 1, false);
            stop.afterStep(i);
            assertThat(stop.isMet()).as("frame %s", i).isFalse();
        }
        episodes.add(0.1, 1, false);
        stop.afterStep(149); // 50 after frame 99, when the window was full
        assertThat(stop.isMet()).isTrue();
    }

    @Test
    void aPlateauIsSoManyFramesWithoutAHigherMean() {
        Episodes episodes = new Episodes(false);
        EarlyStop stop = new EarlyStop(new MetaConfig.EarlyStop(null, 50L), episodes);
        for (int i = 0; i < 110; i++) { // the mean rises until the window holds nothing but sixes
            episodes.add(i < 10 ? 0 : 6, 1, false);
            stop.afterStep(i);
        }
        for (int frame = 110; frame < 159; frame++) {
            stop.afterStep(frame);
            assertThat(stop.isMet()).as("frame %s", frame).isFalse();
        }
        State state = new State();
        stop.save(state);
        stop.afterStep(159); // 50 after frame 109
        assertThat(stop.isMet()).isTrue();
        assertThat(stop.reason()).contains("has not risen above 6.00 since frame 109", "plateau_frames is 50");
        EarlyStop loaded = new EarlyStop(new MetaConfig.EarlyStop(null, 50L), episodes);
        loaded.load(state, 158);
        assertThat(loaded.isMet()).isFalse();
        loaded.afterStep(159);
        assertThat(loaded.reason()).isEqualTo(stop.reason());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"mean_return\": 25", "\"plateau_frames\": 700"})
    void aRunEndsAsFinishedAndAtTheSameFrameWhenItIsResumed(String early) {
        Plan plan = plan(early);
        RunOptions options = TinySpecs.options(temp).seed(2);
        TrialResult whole = Lab.run(plan, options, Listener.NONE);
        SessionResult session = whole.sessions().getFirst();
        assertThat(whole.finished()).isTrue();
        assertThat(session.earlyStop()).isNotNull();
        assertThat(session.frame()).isBetween(1000L, 8999L);
        double[] frames =
                Table.read(whole.folder().sessionTable(0, Phase.TRAIN)).column("frame");
        assertThat(frames[frames.length - 1]).isEqualTo((double) session.frame());
        assertThat(JsonFile.read(whole.folder().provenance()).toString())
                .contains("ended_early=[{session=0, frame=%s, reason=the mean return".formatted(session.frame()));
        assertThat(whole.folder().log()).content().contains("ended early: the mean return of the last 100 episodes");

        var half = new Listener() {
            private final AtomicBoolean stop = new AtomicBoolean();

            @Override
            public void row(int index, Table table, long episodes, double mean) {
                stop.compareAndSet(false, table.size() == 3);
            }
        };
        TrialResult stopped = Lab.run(plan, options, half, half.stop);
        assertThat(stopped.finished()).isFalse();
        TrialResult resumed = Lab.resume(stopped.folder(), options, Listener.NONE, new AtomicBoolean());
        RunFiles.assertSame(resumed.folder(), whole.folder());
        assertThat(resumed.sessions().getFirst().earlyStop()).isEqualTo(session.earlyStop());
        TrialResult again = Lab.resume(resumed.folder(), options, Listener.NONE, new AtomicBoolean());
        assertThat(again.finished()).isTrue();
        RunFiles.assertSame(again.folder(), whole.folder());
    }

    @Test
    void withoutItARunContinuesAsIfItHadNeverHadIt() {
        RunOptions options = TinySpecs.options(temp).seed(2);
        Plan free = TinySpecs.plan(temp, "ppo", "\"max_t\": 30, \"max_frame\": 4800", "\"log_frequency\": 300");
        TrialResult whole = Lab.run(free, options, Listener.NONE);
        Plan early = TinySpecs.plan(
                temp,
                "ppo",
                "\"max_t\": 30, \"max_frame\": 4800",
                "\"log_frequency\": 300, \"early_stop\": {\"plateau_frames\": 100}");
        TrialResult ended = Lab.run(early, options, Listener.NONE);
        assertThat(ended.sessions().getFirst().frame()).isLessThan(4800);
        TrialResult resumed = Lab.resume(ended.folder(), free, options, Listener.NONE, new AtomicBoolean());
        RunFiles.assertSame(resumed.folder(), whole.folder());
        assertThat(JsonFile.read(resumed.folder().provenance()).toString()).contains("ended_early=[]");
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> plan("")).hasMessageContaining("meta.early_stop    is empty; set mean_return or");
        assertThatThrownBy(() -> plan("\"plateau_frames\": 0")).hasMessageContaining("needs at least 1 frame");
        assertThatThrownBy(() -> plan("\"mean_retrun\": 3")).hasMessageContaining("did you mean mean_return?");
        Path file = TinySpecs.file(temp, "a2c", "", "\"early_stop\": {\"mean_return\": 3}");
        SpecFile shared = SpecFile.read(file, Map.of("distributed", "shared"));
        assertThatThrownBy(() -> Plan.read(shared, "a2c"))
                .hasMessageContaining("meta.early_stop    ends sessions one by one");
    }
}
