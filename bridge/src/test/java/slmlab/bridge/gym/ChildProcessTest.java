package slmlab.bridge.gym;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.EnvException;
import slmlab.env.Step;
import slmlab.env.VecEnv;

/// Processes that an env starts end with its worker, however that ends. [KilledLabTest] has the lab that is killed.
@Tag("python")
class ChildProcessTest {
    static final String PARENT = PythonTestEnvs.EXOTIC + "Parent-v0";

    @BeforeEach
    void needsGymnasium() {
        PythonTestEnvs.python();
    }

    /// Return the processes whose numbers are observed: two of each env.
    static List<ProcessHandle> children(Step step) {
        List<ProcessHandle> children = new ArrayList<>();
        for (float pid : step.obs().floats()) {
            children.add(ProcessHandle.of((long) pid).orElseThrow());
        }
        return children;
    }

    static void assertEnded(List<ProcessHandle> children) {
        for (ProcessHandle child : children) {
            assertThat(child.onExit()).as("process %s", child.pid()).succeedsWithin(30, TimeUnit.SECONDS);
        }
    }

    /// @param session whether one of them has a session of its own
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theyEndWithAVectorThatIsClosed(boolean session) {
        List<ProcessHandle> children;
        try (VecEnv env = PythonTestEnvs.make(PARENT, 2, Map.of("session", session), 2)) {
            children = children(env.reset(1));
            assertThat(children).hasSize(4).allMatch(ProcessHandle::isAlive);
        }
        assertEnded(children);
    }

    @ParameterizedTest
    @ValueSource(strings = {"raise", "crash", "kill"})
    void theyEndWithAWorkerThatFails(String fault) {
        try (VecEnv env = PythonTestEnvs.make(PARENT, 1, Map.of("fault", fault, "at", 1), 1)) {
            List<ProcessHandle> children = children(env.reset(1));
            try {
                env.step(PythonTestEnvs.zeros(env));
            } catch (EnvException expected) {
                assertEnded(children);
                return;
            }
            throw new AssertionError("no fault");
        }
    }
}
