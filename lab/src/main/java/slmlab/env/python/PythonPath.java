package slmlab.env.python;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Folders in which Python workers look for packages, after the working folder: those in which the runs were started
/// that this process has opened. Without them, an env of a package in that folder is found from there alone.
public final class PythonPath {
    private static final Set<Path> FOLDERS = new CopyOnWriteArraySet<>();

    private PythonPath() {}

    /// Look in a folder too.
    public static void add(Path folder) {
        FOLDERS.add(folder.toAbsolutePath().normalize());
    }

    /// Return the value of `PYTHONPATH` for a worker.
    ///
    /// @param own the user's value, which comes first; null for none
    public static String with(@Nullable String own) {
        Stream<String> folders = FOLDERS.stream().filter(Files::isDirectory).map(Path::toString);
        return Stream.concat(Stream.ofNullable(own).filter(text -> !text.isEmpty()), folders)
                .collect(Collectors.joining(File.pathSeparator));
    }
}
