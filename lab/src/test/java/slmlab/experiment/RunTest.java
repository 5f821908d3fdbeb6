package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.plan.Plan;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.spec.SpecFile;
import slmlab.spec.text.SpecException;

/// Runs that another program starts, watches and stops.
@Timeout(300) // only against an endless run
class RunTest {
    private static final String ENDLESS = "\"max_frame\": 1000000000";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// Counts down at the first row of a run.
    private static final class FirstRow implements Listener {
        private final CountDownLatch rows = new CountDownLatch(1);

        @Override
        public void row(int session, Table table, long episodes, double mean) {
            rows.countDown();
        }

        void await() throws InterruptedException {
            assertThat(rows.await(250, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aRunIsWatchedStoppedAndResumed() throws InterruptedException {
        FirstRow first = new FirstRow();
        Run run = Lab.start(TinySpecs.plan(temp, "ppo", ENDLESS, ""), TinySpecs.options(temp), first);
        first.await();
        RunProgress seen = run.progress();
        assertThat(seen.frame()).isGreaterThanOrEqualTo(100);
        assertThat(seen.maxFrame()).isEqualTo(1_000_000_000);
        assertThat(seen.episodes()).isPositive();
        assertThat(seen.meanReturn()).isBetween(5.0, 500.0);
        assertThat(run.isDone()).isFalse();

        run.stop();
        TrialResult result = run.await();
        long frame = result.sessions().getFirst().frame();
        assertThat(result.finished()).isFalse();
        assertThat(run.isDone()).isTrue();
        assertThat(run.progress().frame()).isEqualTo(frame);
        assertThat(result.folder()).isEqualTo(run.folder());
        assertThat(run.folder().lastState(0)).hasValue(frame);
        assertThat(run.await()).as("once more").isSameAs(result);

        FirstRow again = new FirstRow();
        Run resumed = Lab.startResume(run.folder().path(), TinySpecs.options(temp), again);
        again.await();
        resumed.stop();
        assertThat(resumed.await().sessions().getFirst().frame()).isGreaterThan(frame);
    }

    @Test
    void progressIsThatOfAllSessions() {
        Run run = Lab.start(
                TinySpecs.plan(temp, "ppo", "", "\"max_session\": 3"),
                TinySpecs.options(temp).threads(2),
                Listener.NONE);
        TrialResult result = run.await();
        assertThat(run.progress()).isEqualTo(new RunProgress(3600, 3600, episodes(result), result.meanReturn()));
    }

    private static long episodes(TrialResult result) {
        return result.sessions().stream().mapToLong(SessionResult::episodes).sum();
    }

    /// A thread in [Lab#run] that is interrupted: it returns once the state is written, and its flag is set.
    @Test
    void anInterruptStopsTheRunAndTheFlagStays() throws Exception {
        FirstRow first = new FirstRow();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        CompletableFuture<TrialResult> result = new CompletableFuture<>();
        Plan plan = TinySpecs.plan(temp, "ppo", ENDLESS, "\"max_session\": 3");
        Thread thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                result.complete(Lab.run(plan, TinySpecs.options(temp).threads(2), first));
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
            flag.complete(Thread.currentThread().isInterrupted());
        });
        first.await();
        thread.interrupt();
        TrialResult stopped = result.get(250, TimeUnit.SECONDS);
        assertThat(flag.get(250, TimeUnit.SECONDS)).isTrue();
        assertThat(stopped.sessions()).hasSize(3);
        assertThat(stopped.finished()).isFalse();
        for (SessionResult session : stopped.sessions()) {
            assertThat(stopped.folder().lastState(session.session()).orElse(0)).isEqualTo(session.frame());
        }
    }

    /// The same in a trial that runs on the thread of whoever made it, as the command line does.
    @Test
    void anInterruptedTrialWritesItsFilesToo() throws Exception {
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        CompletableFuture<TrialResult> result = new CompletableFuture<>();
        FirstRow first = new FirstRow();
        try (Trial trial =
                Lab.begin(TinySpecs.plan(temp, "a2c", ENDLESS, "\"max_session\": 2"), TinySpecs.options(temp))) {
            Thread thread = Thread.ofPlatform().daemon().start(() -> {
                try {
                    result.complete(trial.run(first, new AtomicBoolean()));
                } catch (RuntimeException e) {
                    result.completeExceptionally(e);
                }
                flag.complete(Thread.currentThread().isInterrupted());
            });
            first.await();
            thread.interrupt();
            TrialResult stopped = result.get(250, TimeUnit.SECONDS);
            assertThat(flag.get(250, TimeUnit.SECONDS)).isTrue();
            assertThat(stopped.sessions()).hasSize(2);
            assertThat(stopped.folder().lastState(0))
                    .hasValue(stopped.sessions().getFirst().frame());
        }
    }

    @Test
    void aThreadThatIsInterruptedAlreadyTrainsNothingAndBreaksNothing() {
        Thread.currentThread().interrupt();
        TrialResult result = Lab.run(TinySpecs.plan(temp, "ppo", ENDLESS, ""), TinySpecs.options(temp), Listener.NONE);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.finished()).isFalse();
        assertThat(RunFolder.open(result.folder().path()).flaw()).isEmpty();
    }

    @Test
    void settingsReplaceTheValuesOfTheFile() {
        Path file = TinySpecs.file(temp, "ppo", "", "");
        RunOptions options = TinySpecs.options(temp).set("env.max_frame", 400).set("agent.algorithm.gamma", 0.5);
        TrialResult result = Lab.run(file, "ppo", options);
        assertThat(result.sessions().getFirst().frame()).isEqualTo(400);
        assertThat(JsonFile.read(result.folder().spec()))
                .extracting("ppo")
                .extracting("agent")
                .extracting("algorithm")
                .extracting("gamma")
                .isEqualTo(0.5);
        assertThat(RunSettings.of(result.folder())).isEqualTo(options.settings());
        assertThatThrownBy(() -> Lab.run(file, "ppo", options.set("agent.algorithm.gama", 0.5)))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("agent.algorithm.gama")
                .hasMessageContaining("gamma");
    }

    @Test
    void variablesOfAFileAreFilled() throws Exception {
        Path file = temp.resolve("var.json");
        Files.writeString(file, TinySpecs.text("ppo", "", "").replace("\"CartPole-v1\"", "\"${env}\""));
        RunOptions options = TinySpecs.options(temp)
                .settings(new RunSettings(Map.of("env", "Acrobot-v1"), Map.of("env.max_frame", 400)));
        TrialResult result = Lab.run(file, "ppo", options);
        assertThat(Lab.plan(result.folder()).env().name()).isEqualTo("Acrobot-v1");
    }

    @Test
    void aSpecThatIsBuiltInCodeRuns() {
        Map<String, Object> net = Map.of(
                "type",
                "MLPNet",
                "shared",
                false,
                "hid_layers",
                List.of(8),
                "hid_layers_activation",
                "tanh",
                "optim_spec",
                Map.of("name", "Adam", "lr", 0.01));
        Map<String, Object> spec = Map.of(
                "agent",
                Map.of(
                        "name",
                        "A2C",
                        "algorithm",
                        Map.of(
                                "name",
                                "ActorCritic",
                                "gamma",
                                0.99,
                                "num_step_returns",
                                5,
                                "val_loss_coef",
                                0.5,
                                "training_frequency",
                                5),
                        "memory",
                        Map.of("name", "OnPolicyBatchReplay"),
                        "net",
                        net),
                "env",
                Map.of("name", "CartPole-v1", "max_frame", 500),
                "meta",
                Map.of("distributed", false, "max_session", 1, "log_frequency", 100));
        Run run = Lab.start(SpecFile.of("cart", Map.of("cart", spec)), "cart", TinySpecs.options(temp), Listener.NONE);
        assertThat(run.await().finished()).isTrue();
    }

    @Test
    void whatCannotBeginIsRefusedByTheCallThatStartsIt() {
        Plan plan = TinySpecs.plan(temp, "ppo", "", "");
        RunOptions taken = TinySpecs.options(temp).name("mine");
        Lab.start(plan, taken, Listener.NONE).await();
        assertThatThrownBy(() -> Lab.start(plan, taken, Listener.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mine");
    }

    @Test
    void aRunThatFailsSaysSoToWhoeverAwaitsIt() {
        Listener failing = new Listener() {
            @Override
            public void row(int session, Table table, long episodes, double mean) {
                throw new IllegalStateException("the listener is tired");
            }
        };
        Run run = Lab.start(TinySpecs.plan(temp, "ppo", "", ""), TinySpecs.options(temp), failing);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(run::await)
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContaining("the listener is tired")
                    .hasMessageContaining("files so far are kept in");
        }
        assertThat(run.isDone()).isTrue();
    }

    @Test
    void aRunWhoseFolderIsGoneDoesNotSayThatItsFilesAreKept() {
        Path folder = temp.resolve("mine");
        Listener deleting = new Listener() {
            @Override
            public void row(int session, Table table, long episodes, double mean) {
                try {
                    Files.move(folder, temp.resolve("elsewhere")); // at once, whatever is being written
                } catch (IOException _) {
                    return; // done already
                }
            }
        };
        RunOptions options = TinySpecs.options(temp).name("mine").stateSeconds(0);
        assertThatThrownBy(() -> Lab.run(TinySpecs.plan(temp, "ppo", "", ""), options, deleting))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("the run folder %s was deleted".formatted(folder))
                .hasMessageNotContaining("are kept");
    }
}
