package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.wrapper.RunningStats;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.state.DamagedStateException;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.spec.MetaConfig.Distributed;
import slmlab.spec.SpecFile;
import slmlab.tensor.State;

/// Workers that learn one set of weights are stopped and resumed.
@Tag("slow")
class AgentWorkersResumeTest {
    private static final int WORKERS = 3;
    private static final String LONG = "\"max_frame\": 3000000"; // nobody gets there
    private static final String WEIGHTS = LoadedWorkers.WEIGHTS;
    private static final String NORMALIZED = ", \"normalize_obs\": true, \"normalize_reward\": true";
    private static final String TARGETS = "agent\\.variables\\.target_.*";
    private static final String MOMENTS = "agent\\.optimizers\\..*";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Plan plan(String name, String env, Distributed distributed, int workers) {
        Plan plan = TinySpecs.plan(temp, name, env, "\"log_frequency\": 12, \"max_session\": " + workers);
        return plan.with(plan.env(), plan.meta().distributed(distributed));
    }

    /// The same with other words in the spec file.
    private Plan plan(String name, Distributed distributed, String from, String to) throws IOException {
        Path file = TinySpecs.file(temp, name, LONG, "\"log_frequency\": 12, \"max_session\": " + WORKERS);
        Files.writeString(file, Files.readString(file).replace(from, to));
        Plan plan = Plan.read(SpecFile.read(file, Map.of()), name);
        return plan.with(plan.env(), plan.meta().distributed(distributed));
    }

    /// Stops all workers once each of them has so many rows.
    private static final class StopAt implements Listener {
        private final int rows;
        private final Set<Integer> there = new ConcurrentSkipListSet<>();
        private final int workers;
        private final AtomicBoolean stop = new AtomicBoolean();

        StopAt(int workers, int rows) {
            this.workers = workers;
            this.rows = rows;
        }

        @Override
        public void row(int session, Table table, long episodes, double mean) {
            if (table.size() >= rows) {
                there.add(session);
            }
            stop.compareAndSet(false, there.size() == workers);
        }
    }

    private RunFolder stopped(Plan plan, int rows) {
        StopAt listener = new StopAt(plan.meta().maxSession(), rows);
        TrialResult result = Lab.run(plan, TinySpecs.options(temp), listener, listener.stop);
        assertThat(result.finished()).isFalse();
        return result.folder();
    }

    private TrialResult resumed(RunFolder folder) {
        return Lab.resume(folder, TinySpecs.options(temp), Listener.NONE, new AtomicBoolean());
    }

    @ParameterizedTest
    @CsvSource({
        "ppo, SYNCED",
        "ppo, SHARED",
        "a2c, SYNCED",
        "reinforce, SYNCED",
        "ddqn_per, SYNCED",
        "ddqn_per, SHARED",
        "sac, SYNCED",
        "sac, SHARED"
    })
    void oneWorkerResumesBitForBit(String name, Distributed distributed) {
        Plan plan = plan(name, "", distributed, 1);
        TrialResult whole = Lab.run(plan, TinySpecs.options(temp), Listener.NONE);
        TrialResult finished = resumed(stopped(plan, 41));
        assertThat(finished.finished()).isTrue();
        RunFiles.assertSame(finished.folder(), whole.folder());
    }

    @ParameterizedTest
    @CsvSource({
        "ppo, SYNCED, Adam",
        "ppo, SHARED, Adam",
        "ppo, SYNCED, GlobalAdam",
        "ppo, SHARED, GlobalAdam",
        "ddqn_per, SYNCED, Adam",
        "ddqn_per, SHARED, GlobalAdam",
        "sac, SYNCED, GlobalAdam"
    })
    void allBeginWithTheNewestWeightsAndTheRestOfTheirOwnState(String name, Distributed distributed, String optimizer)
            throws IOException {
        RunFolder folder = stopped(plan(name, distributed, "\"Adam\"", "\"" + optimizer + "\""), 30);
        State newest = LoadedWorkers.newest(folder);
        LoadedWorkers.look(folder, workers -> {
            assertThat(workers).hasSize(WORKERS);
            for (Session worker : workers) {
                State own = Objects.requireNonNull(LoadedWorkers.saved(folder, worker.index()));
                State now = LoadedWorkers.now(worker);
                assertThat(LoadedWorkers.numbers(now, WEIGHTS))
                        .isNotEmpty()
                        .isEqualTo(LoadedWorkers.numbers(newest, WEIGHTS));
                assertThat(LoadedWorkers.numbers(now, TARGETS)).isEqualTo(LoadedWorkers.numbers(own, TARGETS));
                assertThat(LoadedWorkers.numbers(now, MOMENTS))
                        .isNotEmpty()
                        .isEqualTo(LoadedWorkers.numbers(optimizer.startsWith("Global") ? newest : own, MOMENTS));
            }
        });
        assertThat(beginnings(folder)).containsExactlyElementsOf(frames(folder)).doesNotContain(0L);
    }

    private static List<Long> frames(RunFolder folder) {
        return IntStream.range(0, WORKERS)
                .mapToObj(worker -> LoadedWorkers.saved(folder, worker))
                .map(state -> state == null ? 0 : state.whole("clock.frame"))
                .toList();
    }

    /// The frames from which the workers of a resumed run begin; it is stopped at once.
    private List<Long> beginnings(RunFolder folder) {
        Map<Integer, Long> frames = new ConcurrentSkipListMap<>();
        Listener listener = new Listener() {
            @Override
            public void begin(int session, long frame, long maxFrame) {
                frames.put(session, frame);
            }
        };
        Lab.resume(folder, TinySpecs.options(temp), listener, new AtomicBoolean(true));
        return List.copyOf(frames.values());
    }

    @ParameterizedTest
    @EnumSource(
            value = Distributed.class,
            names = {"SHARED", "SYNCED"})
    void evaluationIsWhatItWasBeforeTheStop(Distributed distributed) throws IOException {
        RunFolder folder = stopped(plan("ppo", distributed, "", ""), 100);
        LoadedWorkers.assertEvaluationIsThatOfTheNewestState(folder);
    }

    @ParameterizedTest
    @CsvSource({"ddqn_per, SHARED", "ddqn_per, SYNCED", "ppo, SYNCED"})
    void aWorkerWithoutAStateBeginsAtFrameZeroWithTheNewestWeights(String name, Distributed distributed)
            throws IOException {
        RunFolder folder = stopped(plan(name, distributed, LONG, LONG + NORMALIZED), 30);
        RunFiles.delete(folder.state(2)); // as a kill before its first one leaves it
        State newest = LoadedWorkers.newest(folder);
        LoadedWorkers.look(folder, workers -> {
            State now = LoadedWorkers.now(workers.get(2));
            assertThat(LoadedWorkers.numbers(now, WEIGHTS)).isEqualTo(LoadedWorkers.numbers(newest, WEIGHTS));
            assertThat(LoadedWorkers.numbers(now, TARGETS)).isEqualTo(LoadedWorkers.numbers(newest, TARGETS));
            assertThat(seen(workers.get(2))).isIn(seen(workers.get(0)), seen(workers.get(1)));
        });
        assertThat(beginnings(folder)).containsExactlyElementsOf(frames(folder)).endsWith(0L);
        StopAt soon = new StopAt(WORKERS, 5);
        Lab.resume(folder, TinySpecs.options(temp), soon, soon.stop);
        assertThat(frames(folder)).doesNotContain(0L);
    }

    /// What the normalizers of a worker have seen.
    private static List<Double> seen(Session worker) {
        RunningStats obs = Objects.requireNonNull(worker.stack().obs()).stats();
        RunningStats reward = Objects.requireNonNull(worker.stack().reward()).stats();
        return Stream.of(obs, reward)
                .flatMap(stats -> IntStream.range(0, stats.size())
                        .boxed()
                        .flatMap(i -> Stream.of(stats.mean(i), stats.variance(i))))
                .toList();
    }

    /// Lets worker 0 end first. The others then learn some more and are stopped.
    private static final class FirstEnds implements Listener {
        private final CountDownLatch ended = new CountDownLatch(1);
        private final AtomicBoolean stop = new AtomicBoolean();

        @Override
        public void row(int session, Table table, long episodes, double mean) {
            if (session != 0 && table.size() == 10) {
                await(ended);
            }
            stop.compareAndSet(false, session == 1 && table.size() >= 25);
        }

        @Override
        public void end(int session, SessionResult result) {
            if (session == 0) {
                ended.countDown();
            }
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Distributed.class,
            names = {"SHARED", "SYNCED"})
    void aWorkerThatHasEndedStaysAsItIs(Distributed distributed) throws IOException {
        FirstEnds listener = new FirstEnds();
        TrialResult stopped =
                Lab.run(plan("ppo", "", distributed, WORKERS), TinySpecs.options(temp), listener, listener.stop);
        assertThat(stopped.sessions().get(0).finished()).isTrue();
        assertThat(stopped.sessions().get(1).finished()).isFalse();
        RunFolder folder = stopped.folder();
        State ended = Objects.requireNonNull(LoadedWorkers.saved(folder, 0));
        State newest = LoadedWorkers.newest(folder);
        assertThat(Checkpoints.globalUpdates(newest)).isGreaterThan(Checkpoints.globalUpdates(ended));
        LoadedWorkers.look(
                folder,
                workers -> assertThat(LoadedWorkers.numbers(LoadedWorkers.now(workers.get(1)), WEIGHTS))
                        .isEqualTo(LoadedWorkers.numbers(newest, WEIGHTS)));
        // by now its file holds what its state does; before, the others learned in place between the two
        byte[] weights = Files.readAllBytes(folder.model(0));
        assertThat(resumed(folder).finished()).isTrue();
        assertThat(resumed(folder).finished()).isTrue(); // by now all have ended
        assertThat(folder.model(0)).hasBinaryContent(weights);
        State after = Objects.requireNonNull(LoadedWorkers.saved(folder, 0));
        assertThat(after.numbers()).isEqualTo(ended.numbers());
        assertThat(LoadedWorkers.numbers(after, WEIGHTS)).isEqualTo(LoadedWorkers.numbers(ended, WEIGHTS));
    }

    @ParameterizedTest
    @EnumSource(
            value = Distributed.class,
            names = {"SHARED", "SYNCED"})
    void aDamagedStateOfOneWorkerIsNamedBeforeAnyRuns(Distributed distributed) throws IOException {
        RunFolder folder = stopped(plan("ppo", distributed, "", ""), 30);
        List<Long> frames = frames(folder);
        Path damaged = folder.state(1).resolve(frames.get(1).toString());
        Files.writeString(damaged.resolve("state.json"), "{");
        assertThatThrownBy(() -> resumed(folder))
                .isInstanceOf(RunFailedException.class)
                .hasCauseInstanceOf(DamagedStateException.class)
                .hasMessageStartingWith("session 1: the state %s is damaged: state.json", damaged);
        State other = Objects.requireNonNull(LoadedWorkers.saved(folder, 0));
        assertThat(other.whole("clock.frame")).isEqualTo(frames.get(0));
    }

    /// Tells in which order envs were loaded and stepped.
    private static final class Telling implements Env {
        private final List<String> events;

        Telling(List<String> events) {
            this.events = events;
        }

        @Override
        public Space obsSpace() {
            return Space.Box.of(-1, 1, 3);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            frame.obs(0, random.random());
        }

        @Override
        public void step(Frame frame) {
            events.add("step");
            frame.obs(0, 1);
            frame.reward(1);
        }

        @Override
        public boolean save(State to) {
            return true;
        }

        @Override
        public void load(State from, NumpyRandom random) {
            events.add("load");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Distributed.class,
            names = {"SHARED", "SYNCED"})
    void allLoadBeforeAnyRuns(Distributed distributed) throws IOException {
        List<String> events = new CopyOnWriteArrayList<>();
        Envs.register("Telling-v0", 20, args -> new Telling(events));
        try {
            RunFolder folder = stopped(plan("ppo", distributed, "CartPole-v1", "Telling-v0"), 2);
            events.clear();
            StopAt soon = new StopAt(WORKERS, 4);
            Lab.resume(folder, TinySpecs.options(temp), soon, soon.stop);
            assertThat(events).filteredOn("load"::equals).hasSize(WORKERS * 4); // envs
            assertThat(events).contains("step");
            assertThat(events.lastIndexOf("load")).isLessThan(events.indexOf("step"));
        } finally {
            Envs.remove("Telling-v0"); // other tests look at every env
        }
    }
}
