package slmlab.cli;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import slmlab.file.OutputFile;
import slmlab.spec.SpecFile;
import slmlab.spec.text.SpecText;

/// Search path of spec files: as given, then in the folder `spec` of the project.
public final class SpecPaths {
    private static final Pattern PREFIX = Pattern.compile("^(slm_lab/)?spec/"); // as SLM-Lab's commands write it

    private SpecPaths() {}

    /// Return the file that a command line names; a [slmlab.spec.text.SpecException] names the folders searched.
    public static Path find(String given) {
        if (given.isEmpty()) {
            throw new IllegalArgumentException("which spec? name a spec file; slm-lab list specs shows ours");
        }
        String own = PREFIX.matcher(given).replaceFirst("");
        List<Path> searched = List.of(Paths.of(given), shipped().resolve(own));
        return searched.stream().filter(SpecPaths::isThere).findFirst().orElseThrow(() -> SpecText.missing(given, searched));
    }

    /// Return whether a path is not known to be absent: reading a broken link or a locked folder says what is wrong.
    private static boolean isThere(Path path) {
        return !Files.notExists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /// Return the folder of the specs that come with the project.
    public static Path shipped() {
        return Path.of(Optional.ofNullable(System.getProperty("slmlab.home")).orElse("."), "spec");
    }

    /// Return the spec files in a folder and its subfolders, sorted, or the file itself.
    ///
    /// @param skipped gets the links that lead back to a folder above them
    /// @throws IllegalArgumentException if a folder cannot be read
    public static List<Path> files(Path path, Consumer<String> skipped) {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(
                    path, Set.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new Finder(found, skipped));
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read %s: %s".formatted(path, OutputFile.reason(e)), e);
        }
        return found.stream().sorted().toList();
    }

    private static final class Finder extends SimpleFileVisitor<Path> {
        private final List<Path> found;
        private final Consumer<String> skipped;

        Finder(List<Path> found, Consumer<String> skipped) {
            this.found = found;
            this.skipped = skipped;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes facts) {
            if (SpecFile.isSpecFile(file)) {
                found.add(file);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            if (e instanceof FileSystemLoopException) {
                skipped.accept("skipped %s: a link to a folder that holds it".formatted(file));
                return FileVisitResult.CONTINUE;
            }
            throw new IllegalArgumentException("cannot read %s: %s".formatted(file, OutputFile.reason(e)), e);
        }
    }
}
