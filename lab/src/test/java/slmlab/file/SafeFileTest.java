package slmlab.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafeFileTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void aFileIsReplacedWhole() throws IOException {
        Path file = temp.resolve("a.txt");
        SafeFile.write(file, out -> out.write("one".getBytes(StandardCharsets.UTF_8)));
        SafeFile.write(file, out -> out.write("two".getBytes(StandardCharsets.UTF_8)));
        assertThat(file).hasContent("two");
        assertThat(files()).containsExactly("a.txt");
    }

    @Test
    void aFailureLeavesTheOldFileAndNoPart() throws IOException {
        Path file = temp.resolve("a.txt");
        SafeFile.write(file, out -> out.write("one".getBytes(StandardCharsets.UTF_8)));
        assertThatThrownBy(() -> SafeFile.write(file, out -> {
                    out.write("half".getBytes(StandardCharsets.UTF_8));
                    throw new IOException("disk full");
                }))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("cannot write %s: disk full", file);
        assertThat(file).hasContent("one");
        assertThat(files()).containsExactly("a.txt");
    }

    @Test
    void aKillAtAnyStepLeavesTheOldFileOrTheNewOne() throws IOException {
        Path file = temp.resolve("a.txt");
        boolean done = false;
        int changes = 0;
        for (; !done; changes++) {
            SafeFile.write(file, out -> out.write("one".getBytes(StandardCharsets.UTF_8)));
            KilledDisk disk = new KilledDisk(changes);
            done = disk.run(() ->
                    SafeFile.write(disk.path(file), out -> out.write("two".getBytes(StandardCharsets.UTF_8))));
            // the third change moves it into place
            assertThat(file).hasContent(changes < 3 ? "one" : "two");
        }
        assertThat(changes).isGreaterThan(3);
    }

    @Test
    void threadsDoNotMixTheirParts() throws IOException {
        Path file = temp.resolve("a.txt");
        IntStream.range(0, 200)
                .parallel()
                .forEach(i -> SafeFile.write(file, out -> {
                    for (int j = 0; j < 1000; j++) {
                        out.write('a' + i % 26);
                    }
                }));
        assertThat(Files.readString(file)).matches("(.)\\1{999}");
        assertThat(files()).containsExactly("a.txt");
    }

    @Test
    void aLinkIsWrittenThrough() throws IOException {
        Path file = temp.resolve("a.txt");
        Path link = Files.createSymbolicLink(temp.resolve("link.txt"), file);
        SafeFile.write(link, out -> out.write("one".getBytes(StandardCharsets.UTF_8)));
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("one");
    }

    @Test
    void aFolderIsNamed() {
        assertThatThrownBy(() -> SafeFile.write(temp, out -> out.write(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("%s is a folder; name a file in it", temp);
        assertThatThrownBy(() -> SafeFile.write(Path.of("/"), out -> out.write(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("/ is a folder; name a file in it");
    }

    @Test
    void aMissingFolderIsNamed() {
        assertThatThrownBy(() -> SafeFile.write(temp.resolve("none/a.txt"), out -> out.write(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no folder %s", temp.resolve("none"));
    }

    private Stream<String> files() throws IOException {
        try (Stream<Path> files = Files.list(temp)) {
            return files.map(file -> file.getFileName().toString()).toList().stream();
        }
    }
}
