package slmlab.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static void write(Path file, String text) throws IOException {
        OutputFile.check(file);
        try (OutputFile out = OutputFile.open(file)) {
            out.stream().write(text.getBytes(UTF_8));
            out.commit();
        }
    }

    private Stream<String> files() throws IOException {
        try (Stream<Path> files = Files.list(temp)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        }
    }

    @Test
    void aFileAppearsWhenItIsCommittedAndNotBefore() throws IOException {
        Path file = temp.resolve("a.txt");
        try (OutputFile out = OutputFile.open(file)) {
            out.stream().write('x');
            assertThat(file).doesNotExist();
            out.commit();
            assertThat(file).hasContent("x");
        }
        assertThat(files()).containsExactly("a.txt");
    }

    @Test
    void withoutACommitTheOldFileStaysAndNothingElseIsLeft() throws IOException {
        Path file = temp.resolve("a.txt");
        write(file, "old");
        try (OutputFile out = OutputFile.open(file)) {
            out.stream().write('x');
        }
        assertThat(file).hasContent("old");
        assertThat(files()).containsExactly("a.txt");
    }

    @Test
    void aLinkStaysAndItsTargetIsWritten() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("folder"));
        Path file = folder.resolve("a.txt");
        Path near = Files.createSymbolicLink(temp.resolve("near"), Path.of("folder", "a.txt")); // to nothing yet
        Path far = Files.createSymbolicLink(temp.resolve("far"), near);
        write(far, "one");
        assertThat(file).hasContent("one");
        write(near, "two");
        assertThat(file).hasContent("two");
        assertThat(near).isSymbolicLink();
        assertThat(far).isSymbolicLink();
        assertThat(files()).containsExactly("far", "folder", "near");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void aPipeIsWrittenToAndStays() throws Exception {
        Path pipe = SpecialFiles.namedPipe(temp.resolve("pipe"));
        Path link = Files.createSymbolicLink(temp.resolve("link"), pipe);
        for (Path each : new Path[] {pipe, link}) {
            CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> text(pipe));
            write(each, "through");
            assertThat(read.get()).isEqualTo("through");
            assertThat(Files.isRegularFile(pipe)).isFalse();
        }
        assertThat(link).isSymbolicLink();
        assertThat(files()).containsExactly("link", "pipe");
    }

    private static String text(Path pipe) {
        try {
            return Files.readString(pipe);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void aPathThatCannotBeWrittenIsReportedBeforeTheWork() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("folder"));
        Path link = Files.createSymbolicLink(temp.resolve("link"), folder);
        Path circle = SpecialFiles.circle(temp.resolve("circle"));
        assertRefused(folder, folder + " is a folder; name a file in it");
        assertRefused(link, link + " is a folder; name a file in it");
        assertRefused(Path.of("/"), "/ is a folder; name a file in it");
        assertRefused(circle, circle + " is a circular symbolic link");
        assertRefused(temp.resolve("no/a.txt"), "there is no folder " + temp.resolve("no"));
        assertRefused(Path.of("/proc/self/a.txt"), "cannot write /proc/self/a.txt: ");
        assertThat(files()).containsExactly("circle", "folder", "link");
    }

    @Test
    void aMissingPermissionIsReportedBeforeTheWork() throws IOException {
        assumeFalse("root".equals(System.getProperty("user.name")), "root may write anywhere");
        Path file = Files.writeString(temp.resolve("protected.txt"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        assertRefused(file, "cannot write " + file + ": permission denied");
        Path folder = Files.createDirectory(temp.resolve("closed"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        assertRefused(folder.resolve("a.txt"), "cannot write " + folder.resolve("a.txt") + ": permission denied");
    }

    private static void assertRefused(Path file, String message) {
        assertThatThrownBy(() -> OutputFile.check(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
