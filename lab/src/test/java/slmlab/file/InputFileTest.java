package slmlab.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFileTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void filesAndLinksToThemAreRead() throws Exception {
        Path file = Files.writeString(temp.resolve("a.json"), "{}");
        assertThat(InputFile.problem(file)).isNull();
        assertThat(InputFile.problem(Files.createSymbolicLink(temp.resolve("link.json"), file)))
                .isNull();
    }

    @Test
    void devicesAndPipesAreNot() throws Exception {
        assertThat(InputFile.problem(SpecialFiles.namedPipe(temp.resolve("pipe.json"))))
                .startsWith("is a device, a pipe or a socket;");
        assertThat(InputFile.problem(Path.of("/dev/zero"))).startsWith("is a device, a pipe or a socket;");
        assertThat(InputFile.problem(temp)).isEqualTo("is a folder; name a file in it");
        assertThat(InputFile.problem(SpecialFiles.circle(temp.resolve("circle.json"))))
                .startsWith("is a circular symbolic link");
        assertThat(InputFile.problem(Files.createSymbolicLink(temp.resolve("nowhere"), Path.of("gone"))))
                .isEqualTo("is a symbolic link to a missing file");
        assertThat(InputFile.problem(temp.resolve("none.json"))).isEqualTo("does not exist");
        assertThat(InputFile.problem(Path.of(""))).isEqualTo("is not a valid file name");
    }

    @Test
    void streamsOfTheShellAreRead() {
        assertThat(InputFile.isStream(Path.of("/dev/stdin"))).isTrue();
        assertThat(InputFile.isStream(Path.of("/dev/../dev/fd/63"))).isTrue();
        assertThat(InputFile.isStream(Path.of("/proc/self/fd/0"))).isTrue();
        assertThat(InputFile.isStream(Path.of("/dev/zero"))).isFalse();
        assertThat(InputFile.isStream(Path.of("dev/stdin"))).isFalse();
    }
}
