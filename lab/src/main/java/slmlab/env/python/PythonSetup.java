package slmlab.env.python;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Makes Python environments of the lab's own, with pinned packages: what `slm-lab setup` does.
///
/// What is installed is noted in the environment, so that a second call has nothing to do.
public final class PythonSetup {
    private static final Pattern VERSION = Pattern.compile("Python (\\d+)\\.(\\d+).*");
    private static final int OLDEST = 11; // of Python 3
    private static final String NOTE = "slm-lab-packages.txt";
    private static final int LAST_LINES = 5;

    /// What can be set up.
    ///
    /// @param folder of the environment, below the lab's home
    /// @param packages pinned, as pip takes them
    public record Recipe(String name, String folder, List<String> packages) {}

    private static final String GYMNASIUM = "gymnasium==1.4.0";

    /// All recipes, in the order in which they are listed.
    public static final List<Recipe> ALL = List.of(
            new Recipe("mujoco", PythonPackages.OURS, List.of("gymnasium[mujoco]==1.4.0", "mujoco==4.0.0")),
            new Recipe(
                    "atari",
                    PythonPackages.OURS,
                    List.of(GYMNASIUM, "ale-py==0.12.1", "opencv-python-headless==5.0.0.93")),
            new Recipe("gymnasium", PythonPackages.OURS, List.of(GYMNASIUM, "numpy==2.4.6", "pygame-ce==2.5.8")),
            new Recipe(
                    "playground",
                    PythonPackages.PLAYGROUND,
                    List.of(
                            GYMNASIUM,
                            "playground==0.2.0",
                            "jax[cpu]==0.12.0.1; python_version >= '3.12'",
                            "jax[cpu]==0.10.2; python_version < '3.12'",
                            "mujoco-mjx==3.17.0",
                            "warp-lang==1.19.0")));

    private final Path home;
    private final Consumer<String> progress;

    /// @param home where the environments lie
    /// @param progress receives a line now and then
    public PythonSetup(Path home, Consumer<String> progress) {
        this.home = home;
        this.progress = progress;
    }

    /// Make an environment, or add to one.
    ///
    /// @throws IllegalArgumentException where no fitting Python is installed
    /// @throws UncheckedIOException where the environment cannot be made, or pip fails
    public void make(Recipe recipe) {
        Path environment = home.resolve(recipe.folder);
        Path python = environment.resolve("bin/python");
        Path note = environment.resolve(NOTE);
        try {
            if (!Files.isExecutable(python)) {
                makeEnvironment(environment);
            }
            List<String> installed = Files.exists(note) ? Files.readAllLines(note) : List.of();
            List<String> wanted = recipe.packages.stream()
                    .filter(each -> !installed.contains(each))
                    .toList();
            if (!wanted.isEmpty()) {
                if (!hasPip(python)) {
                    makeEnvironment(environment);
                }
                install(python, wanted);
                Files.write(
                        note, Stream.concat(installed.stream(), wanted.stream()).toList());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("setup %s: %s".formatted(recipe.name, e.getMessage()), e);
        }
        progress.accept("%s is set up in %s".formatted(recipe.name, environment));
    }

    /// Return whether an environment has its pip, which is what a killed set-up may lack.
    private static boolean hasPip(Path python) throws IOException {
        return run(line -> {}, python.toString(), "-m", "pip", "--version") == 0;
    }

    private void makeEnvironment(Path environment) throws IOException {
        String interpreter = Optional.ofNullable(System.getenv("PYTHON")).orElse("python3");
        String version = version(interpreter);
        progress.accept("making %s with %s…".formatted(environment, version));
        List<String> printed = new ArrayList<>();
        if (run(printed::add, interpreter, "-m", "venv", "--clear", environment.toString()) != 0) {
            throw new IllegalArgumentException(
                    "%s cannot make an environment; install its venv module (Debian: apt-get install python3-venv): %s"
                            .formatted(interpreter, last(printed)));
        }
    }

    /// Return the version of an interpreter that is new enough.
    private static String version(String interpreter) throws IOException {
        List<String> printed = new ArrayList<>();
        try {
            run(printed::add, interpreter, "--version");
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "no %s on PATH; install Python 3.%s or newer (Debian: apt-get install python3 python3-venv), or name one: PYTHON=…"
                            .formatted(interpreter, OLDEST),
                    e);
        }
        String text = last(printed);
        Matcher version = VERSION.matcher(text);
        boolean fits = version.matches()
                && Integer.parseInt(version.group(1)) == 3
                && Integer.parseInt(version.group(2)) >= OLDEST;
        if (!fits) {
            throw new IllegalArgumentException("%s is %s; needs Python 3.%s or newer, PYTHON=… names another one"
                    .formatted(interpreter, text.isEmpty() ? "no Python" : text, OLDEST));
        }
        return text;
    }

    private void install(Path python, List<String> packages) throws IOException {
        progress.accept("installing %s…".formatted(String.join(", ", packages)));
        List<String> command = new ArrayList<>(List.of(python.toString(), "-m", "pip", "install"));
        command.addAll(List.of("--disable-pip-version-check", "--no-input", "--progress-bar", "off"));
        command.addAll(packages);
        List<String> printed = new ArrayList<>();
        Consumer<String> each = line -> {
            printed.add(line);
            if (line.startsWith("Collecting ") || line.startsWith("Installing ")) {
                progress.accept("  " + line);
            }
        };
        if (run(each, command.toArray(String[]::new)) != 0) {
            throw new IOException("pip could not install %s: %s".formatted(String.join(", ", packages), last(printed)));
        }
    }

    /// Run a command to its end and return its exit code.
    private static int run(Consumer<String> lines, String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            out.lines().forEach(lines);
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static String last(List<String> lines) {
        List<String> told = lines.stream().filter(line -> !line.isBlank()).toList();
        return String.join(" | ", told.subList(Math.max(0, told.size() - LAST_LINES), told.size()));
    }
}
