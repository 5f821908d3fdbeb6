package slmlab.cli.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.cli.CommandResult;
import slmlab.cli.SpecPaths;
import slmlab.spec.SpecFile;

/// Every spec that comes with the project is right, and runs a few frames if its env is this module's. The modules
/// of MuJoCo and Atari run the others.
@Tag("slow")
class ShippedSpecsTest {
    private static final Pattern ELSEWHERE =
            Pattern.compile("ALE/.*|playground/.*|(Ant|HalfCheetah|Hopper|Humanoid|HumanoidStandup|InvertedPendulum"
                    + "|InvertedDoublePendulum|Pusher|Reacher|Swimmer|Walker2d)-v[45]");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static Path folder() {
        Path here = Path.of("").toAbsolutePath();
        return Files.isDirectory(here.resolve("spec")) ? here.resolve("spec") : here.resolve("../spec");
    }

    static List<Arguments> specs() throws IOException {
        List<Arguments> all = new ArrayList<>();
        for (Path file : SpecPaths.files(folder(), _ -> {})) {
            SpecFile specs = SpecFile.read(file, Map.of());
            specs.names().stream()
                    .filter(name -> !ELSEWHERE.matcher(envOf(specs, name)).matches())
                    .forEach(name -> all.add(Arguments.of(file, name)));
        }
        return all;
    }

    private static String envOf(SpecFile specs, String name) {
        return specs.raw(name).get("env") instanceof Map<?, ?> env ? String.valueOf(env.get("name")) : "";
    }

    @Test
    void allAreRight() {
        CommandResult result = CommandResult.of("check", folder().toString());
        assertThat(result.code()).as(result.out()).isZero();
    }

    @ParameterizedTest
    @MethodSource("specs")
    void runs(Path file, String name) {
        CommandResult result = CommandResult.of(
                "run",
                file.toString(),
                name,
                "train",
                "--max-frame",
                "300",
                "--seeds",
                "1",
                "--quiet",
                "-d",
                temp.toString());
        assertThat(result.err().lines()).allMatch(line -> line.contains(" no effect"));
        assertThat(result.code()).isZero();
    }
}
