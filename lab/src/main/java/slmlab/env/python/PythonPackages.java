package slmlab.env.python;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds installed Python packages by looking at files; no Python is started.
///
/// The first of these that has a package counts: the environment in `SLM_LAB_VENV`, the one that
/// `slm-lab setup` made, the user's active one (`VIRTUAL_ENV`, `CONDA_PREFIX`), the one of `python3` on the path. The
/// older names `SLM_LAB_WORLDS` and `.venv/worlds` are found too, after the new ones.
public final class PythonPackages {
    /// The environment made by `slm-lab setup`, below the lab's home.
    public static final String OURS = ".venv/lab";

    /// The environment made by `slm-lab setup playground`, below the lab's home.
    public static final String PLAYGROUND = ".venv/playground";

    private static final String VARIABLE = "SLM_LAB_VENV";
    private static final String OLDER_VARIABLE = "SLM_LAB_WORLDS";
    private static final String OLDER_OURS = ".venv/worlds";

    private final List<Path> environments;
    private final @Nullable String problem;

    /// @param environments folders with `bin/python` and `lib/python3.x/site-packages`, the most wanted first
    public PythonPackages(List<Path> environments) {
        this(environments, null);
    }

    private PythonPackages(List<Path> environments, @Nullable String problem) {
        this.environments = List.copyOf(environments);
        this.problem = problem;
    }

    /// Return those of this machine.
    public static PythonPackages ofMachine() {
        return ofMachine(OURS);
    }

    /// Return those of this machine, with another environment of the lab's own.
    public static PythonPackages ofMachine(String ours) {
        return of(System.getenv(), System.getProperty("slmlab.home"), ours);
    }

    /// @param variables of the process
    /// @param home the lab's; null where it is not known
    static PythonPackages of(Map<String, String> variables, @Nullable String home, String ours) {
        List<Path> all = new ArrayList<>();
        String variable = variables.containsKey(VARIABLE) ? VARIABLE : OLDER_VARIABLE;
        add(all, variables.get(variable));
        boolean isLost = !all.isEmpty() && sitePackages(all.getFirst()).isEmpty();
        String problem = isLost
                ? "%s is %s, which is no Python environment (a folder with lib/python3.x); set it right, or unset it"
                        .formatted(variable, all.getFirst())
                : null;
        if (home != null) {
            all.add(Path.of(home, ours));
            if (ours.equals(OURS)) {
                all.add(Path.of(home, OLDER_OURS));
            }
        }
        add(all, variables.get("VIRTUAL_ENV"));
        add(all, variables.get("CONDA_PREFIX"));
        onPath("python3", variables.get("PATH")).ifPresent(python -> add(all, environment(python)));
        return new PythonPackages(all, problem);
    }

    /// Return what is wrong with the environment that the user has named, in one sentence; empty where nothing is.
    /// Then nothing is looked for in the others: their packages may be of other versions.
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    private void check() {
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }

    /// Return the folder of a package such as `gymnasium`, if it is installed.
    public Optional<Path> find(String name) {
        check();
        return sitePackages()
                .map(site -> site.resolve(name))
                .filter(Files::isDirectory)
                .findFirst();
    }

    /// Return the version of a distribution such as `ale_py`, beside the folder that [#find] returned.
    public static Optional<String> version(Path folder, String distribution) {
        Path site = folder.getParent();
        if (site == null) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> infos = Files.newDirectoryStream(site, distribution + "-*.dist-info")) {
            for (Path info : infos) {
                String name = String.valueOf(info.getFileName());
                return Optional.of(name.substring(distribution.length() + 1, name.length() - ".dist-info".length()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Optional.empty();
    }

    /// Return the python of the first environment that has a package.
    public Optional<Path> python(String name) {
        check();
        return environments.stream()
                .filter(environment ->
                        new PythonPackages(List.of(environment)).find(name).isPresent())
                .flatMap(environment -> Stream.of("bin/python", "bin/python3").map(environment::resolve))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private Stream<Path> sitePackages() {
        return environments.stream().flatMap(environment -> sitePackages(environment).stream());
    }

    private static List<Path> sitePackages(Path environment) {
        List<Path> found = new ArrayList<>();
        for (String library : List.of("lib", "local/lib")) {
            Path folder = environment.resolve(library);
            if (!Files.isDirectory(folder)) {
                continue;
            }
            try (DirectoryStream<Path> versions = Files.newDirectoryStream(folder, "python3*")) {
                for (Path version : versions) {
                    found.add(version.resolve("site-packages"));
                    found.add(version.resolve("dist-packages")); // Debian's own
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }

    private static void add(List<Path> all, @Nullable String folder) {
        if (folder != null && !folder.isBlank()) {
            all.add(Path.of(folder));
        }
    }

    private static @Nullable String environment(Path python) {
        try {
            Path bin = python.toRealPath().getParent();
            Path environment = bin == null ? null : bin.getParent();
            return environment == null ? null : environment.toString();
        } catch (IOException _) { // a broken link: no Python there
            return null;
        }
    }

    private static Optional<Path> onPath(String name, @Nullable String path) {
        return path == null
                ? Optional.empty()
                : Stream.of(path.split(java.io.File.pathSeparator, -1))
                        .filter(folder -> !folder.isEmpty())
                        .map(folder -> Path.of(folder, name))
                        .filter(Files::isExecutable)
                        .findFirst();
    }
}
