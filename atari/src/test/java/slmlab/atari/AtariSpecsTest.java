package slmlab.atari;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.RunOptions;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.spec.SpecFile;

/// Every spec of Atari's games that comes with the project is right, and one of
/// each algorithm runs a few frames.
@Tag("python")
class AtariSpecsTest {
    private static final Path SPECS = Path.of("../spec");

    @TempDir
    private Path temp;

    static List<Arguments> specs() throws IOException {
        AtariFamily family = new AtariFamily();
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
        return RunOptions.defaults().data(temp).threads(1).stateSeconds(0.01);
    }

    @ParameterizedTest
    @MethodSource("specs")
    void isRight(Path file, String name) {
        Installed.games();
        assertThat(plan(file, name, 200).env().name()).startsWith("ALE/");
    }

    @ParameterizedTest
    @CsvSource({
        "ppo/ppo_atari.json, ppo_atari",
        "a2c/a2c_gae_atari.json, a2c_gae_atari",
        "dqn/ddqn_per_atari.json, ddqn_per_atari",
        "sac/sac_atari.json, sac_atari"
    })
    void runs(String file, String name) {
        Installed.games();
        Plan plan = plan(SPECS.resolve("benchmark").resolve(file), name, 200);
        TrialResult result = Lab.run(plan, options(), Listener.NONE);
        assertThat(result.finished()).isTrue();
    }
}
