package slmlab.bridge.mujoco;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.env.NotInstalledException;
import slmlab.env.python.PythonPackages;

/// Finds MuJoCo's shared library and opens it, once for the process.
///
/// The first of these that has one counts: the path in the system property `slmlab.mujoco` or the environment
/// variable `SLM_LAB_MUJOCO` (a file, or its folder), a Python environment with the package `mujoco`, the folders
/// where the system keeps libraries.
final class Library {
    static final String INSTALL = "type: slm-lab setup mujoco";
    static final String MISSING = "MuJoCo is not installed; " + INSTALL;

    private static final int MAJOR = 4;
    private static final int PER_MAJOR = 1_000_000; // 4.0.0 is 4000000
    private static final int PER_MINOR = 1_000;
    private static final String NAMES = "{libmujoco.so*,libmujoco*.dylib,mujoco.dll}";

    private static @Nullable SymbolLookup opened;

    private Library() {}

    /// Return the library's file, if there is one.
    static Optional<Path> find(PythonPackages packages) {
        String chosen = System.getProperty("slmlab.mujoco", System.getenv("SLM_LAB_MUJOCO"));
        if (chosen != null && !chosen.isBlank()) {
            return Optional.of(chosen(Path.of(chosen)));
        }
        return Stream.concat(packages.find("mujoco").stream(), systemFolders())
                .flatMap(folder -> in(folder).stream())
                .findFirst();
    }

    static Path found(PythonPackages packages) {
        return find(packages).orElseThrow(() -> new NotInstalledException(MISSING));
    }

    /// Open the library, if it is not open yet, and return its functions.
    static synchronized SymbolLookup open() {
        if (opened == null) {
            opened = open(found(PythonPackages.ofMachine()));
        }
        return opened;
    }

    static SymbolLookup open(Path file) {
        SymbolLookup functions;
        try {
            functions = SymbolLookup.libraryLookup(file, Arena.global());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s cannot be opened as MuJoCo's library: %s; %s".formatted(file, reason(file, e), INSTALL), e);
        }
        checkVersion(file, version(file, functions));
        return functions;
    }

    static void checkVersion(Path file, int version) {
        if (version / PER_MAJOR != MAJOR) {
            // before 3.4, versions were written as 337 or 3003007
            throw new IllegalArgumentException(
                    "%s is MuJoCo %s; supported is %s.x: %s".formatted(file, written(version), MAJOR, INSTALL));
        }
    }

    private static String written(int version) {
        return version < PER_MAJOR
                ? "%s.%s.%s".formatted(version / 100, version / 10 % 10, version % 10)
                : "%s.%s.%s".formatted(version / PER_MAJOR, version / PER_MINOR % 1_000, version % PER_MINOR);
    }

    private static int version(Path file, SymbolLookup functions) {
        var symbol = functions
                .find("mj_version")
                .orElseThrow(() -> new IllegalArgumentException(
                        "%s is not MuJoCo's library: it has no mj_version; %s".formatted(file, INSTALL)));
        try {
            return (int) Linker.nativeLinker()
                    .downcallHandle(symbol, FunctionDescriptor.of(ValueLayout.JAVA_INT))
                    .invokeExact();
        } catch (Throwable e) {
            throw Native.failed("mj_version", e);
        }
    }

    /// Return what the system's loader says, which the lookup does not tell: a wrong architecture, for example.
    private static String reason(Path file, IllegalArgumentException lookup) {
        try {
            System.load(file.toAbsolutePath().toString());
            return String.valueOf(lookup.getMessage());
        } catch (UnsatisfiedLinkError e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static Path chosen(Path path) {
        if (Files.isDirectory(path)) {
            return in(path).orElseThrow(() -> new IllegalArgumentException(
                    "%s has no MuJoCo library (libmujoco.so…); set slmlab.mujoco or SLM_LAB_MUJOCO to its file"
                            .formatted(path)));
        }
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException(
                    "there is no file %s; set slmlab.mujoco or SLM_LAB_MUJOCO to MuJoCo's library".formatted(path));
        }
        return path;
    }

    private static Optional<Path> in(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, NAMES)) {
            List<Path> found = new ArrayList<>();
            files.forEach(found::add);
            return found.stream().sorted().findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> systemFolders() {
        String path = System.getProperty("java.library.path", "");
        return Stream.concat(
                Stream.of(path.split(File.pathSeparator, -1))
                        .filter(folder -> !folder.isEmpty())
                        .map(Path::of),
                Stream.of(Path.of("/usr/local/lib"), Path.of("/usr/lib/x86_64-linux-gnu")));
    }
}
