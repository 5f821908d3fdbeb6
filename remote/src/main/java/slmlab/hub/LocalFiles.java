package slmlab.hub;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import slmlab.file.OutputFile;

/// The files of a folder that are uploaded: all but hidden ones and those that are being written.
final class LocalFiles {
    private LocalFiles() {}

    /// Return the files by their paths in the dataset.
    ///
    /// @param to path of the folder in the dataset
    /// @throws IllegalArgumentException that names all links and names that a dataset cannot have
    static SortedMap<String, Path> of(Path folder, String to) {
        SortedMap<String, Path> files = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        try {
            Path root = folder.toRealPath();
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes) {
                    boolean isHidden = !at.equals(root) && isHidden(at);
                    return isHidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path at, BasicFileAttributes attributes) {
                    String path = to + "/" + root.relativize(at).toString().replace('\\', '/');
                    @Nullable String problem = problem(path, attributes);
                    if (!isHidden(at) && problem != null) {
                        problems.add("%s %s".formatted(at, problem));
                    } else if (!isHidden(at)) {
                        files.put(path, at);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(folder, OutputFile.reason(e)), e);
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s cannot be uploaded:\n  %s".formatted(folder, String.join("\n  ", problems)));
        }
        return files;
    }

    private static boolean isHidden(Path at) {
        String name = at.getFileName().toString();
        return name.startsWith(".") || name.endsWith(".part");
    }

    private static @Nullable String problem(String path, BasicFileAttributes attributes) {
        return attributes.isRegularFile()
                ? HubPath.problem(path)
                : attributes.isSymbolicLink() ? "is a symbolic link" : "is no file";
    }
}
