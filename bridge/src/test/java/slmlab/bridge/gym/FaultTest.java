package slmlab.bridge.gym;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.env.EnvException;
import slmlab.env.Step;
import slmlab.env.VecEnv;

/// Workers that die, hang, raise and return nonsense: over a hundred faults in all, at random moments. Nothing hangs,
/// and neither a process nor a file is left.
@Tag("python")
class FaultTest {
    private static final String FAULTY = PythonTestEnvs.EXOTIC + "Faulty-v0";
    private static final int LONGEST = 40; // steps until a fault
    private static final int ROUNDS = 6;

    private static final Random RANDOM = new Random(5);

    @BeforeEach
    void needsGymnasium() {
        PythonTestEnvs.python();
    }

    /// Check that no worker and none of its files outlived a test.
    @AfterEach
    void nothingIsLeft() throws IOException, InterruptedException {
        for (ProcessHandle child : ProcessHandle.current().children().toList()) {
            if (child.info().commandLine().orElse("").contains("slm-lab-")) {
                assertThat(child.onExit())
                        .as("process %s", child.pid())
                        .succeedsWithin(java.time.Duration.ofSeconds(30));
            }
        }
        try (Stream<Path> files = Files.list(WorkerProgram.folder())) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("slm-lab-")))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "raise   | 30 | raised ValueError: the wheel fell off, at ",
                "exit    | 30 | raised SystemExit: 3",
                "exit    | 30 | about to leave",
                "crash   | 30 | its worker ended with exit code 7",
                "kill    | 30 | its worker was ended by signal 9",
                "stop    | 2  | its worker did not answer for 2.0 s and was ended (worker_timeout sets the limit)",
                "hang    | 2  | its worker did not answer for 2.0 s",
                "fork    | 2  | its worker did not answer for 2.0 s",
                "shape   | 30 | an observation of shape [2, 1], but its space has shape [2]",
                "scalar  | 30 | an observation of shape [], but its space has shape [2]",
                "nothing | 30 | raised ",
                "nan     | 30 | returned an observation whose value 1 is NaN",
                "reward  | 30 | returned a reward of Infinity",
                "tuple   | 30 | raised ValueError: not enough values to unpack",
            })
    void aFaultNamesTheEnvTheStepAndWhatHappened(String fault, int timeout, String message) {
        int at = 1 + RANDOM.nextInt(LONGEST);
        // All envs fail at the same step, the first of them first.
        Map<String, Object> arguments = Map.of("fault", fault, "at", at, "worker_timeout", timeout);
        try (VecEnv env = PythonTestEnvs.make(FAULTY, 3, arguments, 1)) {
            env.reset(100);
            for (int t = 1; t < at; t++) {
                env.step(PythonTestEnvs.zeros(env));
            }
            assertThatThrownBy(() -> env.step(PythonTestEnvs.zeros(env)))
                    .isInstanceOf(EnvException.class)
                    .hasMessageStartingWith(
                            "%s: env 0 of 3 (seed 100) failed at step %s of its episode: ".formatted(FAULTY, at))
                    .hasMessageContaining(message)
                    .message()
                    .doesNotContain("\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"raise,30", "crash,30", "kill,30", "close,30", "shape,30", "nan,30", "exit,30", "stop,2", "hang,2"})
    void aRestartTruncatesTheEpisodesOfItsWorkerAlone(String fault, int timeout) {
        int at = 2 + RANDOM.nextInt(LONGEST); // after a step without a fault
        Map<String, Object> arguments =
                Map.of("fault", fault, "at", at, "length", 1000, "worker_timeout", timeout, "restart_workers", true);
        // Both workers fail at every at-th step of theirs.
        try (VecEnv env = PythonTestEnvs.make(FAULTY, 4, arguments, 2)) {
            Step step = env.reset(7);
            for (int round = 0; round < (timeout > 2 ? ROUNDS : 1); round++) {
                for (int t = 1; t < at; t++) {
                    env.step(PythonTestEnvs.zeros(env));
                    assertThat(step.truncated().bytes()).containsOnly(0);
                    assertThat(step.obs().floats()[6]).isEqualTo(t);
                }
                env.step(PythonTestEnvs.zeros(env));
                assertThat(step.truncated().bytes()).containsOnly(1);
                assertThat(step.terminated().bytes()).containsOnly(0);
                assertThat(step.reward().floats()).containsOnly(0);
                assertThat(step.finalObs().floats())
                        .containsExactly(at - 1, at - 1, at - 1, at - 1, at - 1, at - 1, at - 1, at - 1);
                assertThat(step.obs().floats()).containsOnly(0);
            }
        }
    }

    @Test
    void aWorkerKilledFromOutsideIsReplacedAndTheOthersContinue() throws IOException, InterruptedException {
        Map<String, Object> arguments = Map.of("length", 1_000_000, "worker_timeout", 2, "restart_workers", true);
        try (VecEnv env = PythonTestEnvs.make(FAULTY, 4, arguments, 2)) {
            Step step = env.reset(1);
            for (String signal :
                    List.of("KILL", "STOP", "KILL", "TERM", "KILL", "SEGV", "KILL", "KILL", "STOP", "ABRT")) {
                List<ProcessHandle> workers = workers();
                assertThat(workers).hasSize(2);
                for (int t = RANDOM.nextInt(LONGEST); t >= 0; t--) {
                    env.step(PythonTestEnvs.zeros(env));
                }
                long victim = workers.get(RANDOM.nextInt(2)).pid();
                new ProcessBuilder("kill", "-" + signal, Long.toString(victim))
                        .start()
                        .waitFor();
                int cut = 0;
                for (int t = 0; t < 100_000 && cut == 0; t++) { // a signal may take a moment
                    env.step(PythonTestEnvs.zeros(env));
                    for (byte truncated : step.truncated().bytes()) {
                        cut += truncated;
                    }
                }
                assertThat(cut).as(signal).isEqualTo(2);
            }
        }
    }

    @Test
    void aWorkerThatClosesItsSocketIsEnded() {
        try (VecEnv env = PythonTestEnvs.make(FAULTY, 1, Map.of("fault", "close", "at", 2), 1)) {
            env.reset(1);
            env.step(PythonTestEnvs.zeros(env));
            assertThatThrownBy(() -> env.step(PythonTestEnvs.zeros(env)))
                    .hasMessageContaining(
                            "failed at step 2 of its episode: its worker ended with exit code 1; its last")
                    .hasMessageContaining("Bad file descriptor");
        }
    }

    @Test
    void garbageOnItsOutputHarmsNothing() {
        try (VecEnv env = PythonTestEnvs.make(FAULTY, 2, Map.of("fault", "garbage", "at", 4), 1)) {
            Step step = env.reset(1);
            for (int t = 1; t <= 60; t++) {
                env.step(PythonTestEnvs.zeros(env));
                assertThat(step.obs().floats()[0]).isEqualTo(t % 50);
            }
        }
    }

    @Test
    void oneThatFailsAtOnceIsNotRestartedForEver() {
        Map<String, Object> arguments = Map.of("fault", "raise", "at", 1, "restart_workers", true);
        try (VecEnv env = PythonTestEnvs.make(FAULTY, 1, arguments, 1)) {
            env.reset(1);
            assertThatThrownBy(() -> env.step(PythonTestEnvs.zeros(env))).isInstanceOf(EnvException.class);
        }
    }

    @Test
    void aResetThatFailsIsNamed() {
        try (VecEnv env = PythonTestEnvs.make(FAULTY, 1, Map.of("fault", "reset", "length", 3), 1)) {
            env.reset(1);
            env.step(PythonTestEnvs.zeros(env));
            env.step(PythonTestEnvs.zeros(env));
            assertThatThrownBy(() -> env.step(PythonTestEnvs.zeros(env))).hasMessageContaining("no reset today");
        }
    }

    private static List<ProcessHandle> workers() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains("slm-lab-"))
                .toList();
    }
}
