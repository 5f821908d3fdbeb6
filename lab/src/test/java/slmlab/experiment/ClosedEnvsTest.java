package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.experiment.plan.Plan;
import slmlab.spec.SpecFile;

/// Every env that a run makes is closed: an env may hold a process or memory that Java does not see.
class ClosedEnvsTest {
    private static final AtomicInteger MADE = new AtomicInteger();
    private static final AtomicInteger OPEN = new AtomicInteger();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static final class Counted implements Env {
        private final int lastStep;
        private boolean closed;
        private int steps;

        Counted(int lastStep) {
            this.lastStep = lastStep;
            MADE.incrementAndGet();
            OPEN.incrementAndGet();
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
            frame.obs(0, 0);
            frame.reward(1);
            if (++steps % 5 == 0) {
                frame.terminate();
            }
            if (steps == lastStep) {
                throw new IllegalStateException("the wheel came off");
            }
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                OPEN.decrementAndGet();
            }
        }
    }

    @BeforeAll
    static void register() {
        Envs.register("Counted-v0", 100, args -> new Counted(Integer.MAX_VALUE));
        Envs.register("CountedBroken-v0", 100, args -> new Counted(60));
    }

    @AfterAll
    static void remove() { // other tests look at every env
        Envs.remove("Counted-v0");
        Envs.remove("CountedBroken-v0");
    }

    @BeforeEach
    void begin() {
        MADE.set(0);
        OPEN.set(0);
    }

    private Plan plan(String env) throws IOException {
        Path file = TinySpecs.file(
                temp, "ppo", "\"max_frame\": 400", "\"max_session\": 2, \"rigorous_eval\": 3, \"eval_frequency\": 200");
        Files.writeString(file, Files.readString(file).replace("CartPole-v1", env));
        return Plan.read(SpecFile.read(file, Map.of()), "ppo");
    }

    @Test
    void atTheEndOfARun() throws IOException {
        TrialResult result = Lab.run(plan("Counted-v0"), TinySpecs.options(temp), Listener.NONE);
        // two sessions of 4 envs and 3 to evaluate in: none is made twice, none only to know its spaces
        assertThat(MADE.get()).isEqualTo(2 * (4 + 3));
        assertThat(OPEN.get()).isZero();
        try (Trial resumed = Lab.reopen(result.folder(), TinySpecs.options(temp))) {
            assertThat(resumed.folder()).isEqualTo(result.folder());
            assertThat(MADE.get()).isEqualTo(2 * (4 + 3) + 4);
        }
        assertThat(OPEN.get()).isZero();
    }

    @Test
    void ofATrialThatIsNotRunOrStoppedBefore() throws IOException {
        try (Trial trial = Lab.begin(plan("Counted-v0"), TinySpecs.options(temp))) {
            assertThat(trial.folder().path()).exists();
            assertThat(OPEN.get()).isEqualTo(4);
        }
        assertThat(OPEN.get()).isZero();
        Lab.run(plan("Counted-v0"), TinySpecs.options(temp), Listener.NONE, new AtomicBoolean(true));
        assertThat(OPEN.get()).isZero();
    }

    @Test
    void whenASessionFails() throws IOException {
        Plan plan = plan("CountedBroken-v0");
        assertThatThrownBy(() -> Lab.run(plan, TinySpecs.options(temp), Listener.NONE))
                .hasMessageContaining("the wheel came off");
        assertThat(MADE.get()).isGreaterThanOrEqualTo(2 * (4 + 3));
        assertThat(OPEN.get()).isZero();
    }

    @Test
    void ofAnAgentThatIsReadBack() throws IOException {
        TrialResult result = Lab.run(plan("Counted-v0"), TinySpecs.options(temp), Listener.NONE);
        try (TrainedAgent player = TrainedAgent.read(result.folder(), 0, false);
                var env = player.stack(2).env()) {
            assertThat(env.size()).isEqualTo(2);
            assertThat(OPEN.get()).isPositive();
        }
        assertThat(OPEN.get()).isZero();
    }
}
