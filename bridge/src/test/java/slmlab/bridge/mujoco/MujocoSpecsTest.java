package slmlab.bridge.mujoco;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.RunOptions;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.spec.SpecFile;

/// Every spec of MuJoCo's tasks that comes with the project runs a few frames.
@Tag("python")
class MujocoSpecsTest {
    private static final Path SPECS = Path.of("../spec");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    static List<Arguments> specs() throws IOException {
        MujocoFamily family = new MujocoFamily();
        List<Arguments> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SPECS)) {
            for (Path file : files.filter(SpecFile::isSpecFile).sorted().toList()) {
                SpecFile specs = SpecFile.read(file, Map.of());
                specs.names().stream()
                        .filter(name -> family.has(envOf(specs, name)))
                        .forEach(name -> all.add(Arguments.of(file, name)));
            }
        }
        return all;
    }

    private static String envOf(SpecFile specs, String name) {
        return specs.raw(name).get("env") instanceof Map<?, ?> env ? String.valueOf(env.get("name")) : "";
    }

    private Plan plan(Path file, String name, int frames) {
        Plan plan = Plan.read(SpecFile.read(file, Map.of()), name);
        return plan.with(plan.env().maxFrame(frames), plan.meta().maxSession(1));
    }

    private RunOptions options() {
        return RunOptions.defaults().data(temp).threads(1);
    }

    @ParameterizedTest
    @MethodSource("specs")
    void runs(Path file, String name) {
        Installed.assume();
        TrialResult result = Lab.run(plan(file, name, 300), options(), Listener.NONE);
        assertThat(result.finished()).isTrue();
    }

    @Test
    void aStoppedRunResumesBitForBit() throws IOException {
        Installed.assume();
        Plan plan = plan(SPECS.resolve("benchmark/sac/sac_halfcheetah.json"), "sac_halfcheetah", 1600);
        TrialResult whole = Lab.run(plan, options(), Listener.NONE);

        AtomicBoolean stop = new AtomicBoolean();
        Listener stopper = new Listener() {
            @Override
            public void checkpoint(int session, long frame) {
                stop.set(frame >= 1200);
            }
        };
        TrialResult stopped = Lab.run(plan, options().stateSeconds(0.01), stopper, stop);
        assertThat(stopped.finished()).isFalse();
        TrialResult resumed = Lab.resume(stopped.folder(), options(), Listener.NONE, new AtomicBoolean());
        assertThat(resumed.finished()).isTrue();
        assertThat(resumed.folder().model(0))
                .hasSameBinaryContentAs(whole.folder().model(0));
    }
}
