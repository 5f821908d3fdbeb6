package slmlab.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A Python process that runs the peer's side of a benchmark, one measurement at a time.
final class Peer implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final Writer questions;
    private final String description;

    private Peer(Process process) throws IOException {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.questions = process.outputWriter(StandardCharsets.UTF_8);
        this.description = answer();
    }

    /// Start `bench/peers/<script>` in the project's virtual environment, which is created first if need be;
    /// return null where that fails.
    static @Nullable Peer start(Path home, String script) {
        return start(home, script, "peers");
    }

    /// @param environment the profile of `scripts/python-env`
    static @Nullable Peer start(Path home, String script, String environment) {
        Path python = python(home, environment);
        return python == null ? null : start(home, script, python);
    }

    /// Return the Python of one of the project's virtual environments, which is created first if need be; null
    /// where
    /// that fails.
    static @Nullable Path python(Path home, String environment) {
        try {
            Process making = new ProcessBuilder(
                            home.resolve("scripts/python-env").toString(), environment)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Path python = Path.of(new String(making.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
            return making.waitFor() == 0 && Files.isExecutable(python) ? python : null;
        } catch (IOException e) {
            System.err.println("no peer: " + e.getMessage());
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /// Start a checkout of SLM-Lab in its own environment.
    static Peer slmLab(Path home, Path checkout) throws IOException {
        Path python = checkout.toAbsolutePath().resolve(".venv/bin/python");
        if (!Files.isExecutable(python)) {
            throw new IOException("there is no %s; make it as SLM-Lab's README says".formatted(python));
        }
        ProcessBuilder builder = new ProcessBuilder(
                        python.toString(),
                        home.toAbsolutePath().resolve("bench/peers/upstream.py").toString())
                .directory(checkout.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("OMP_NUM_THREADS", "1");
        builder.environment().put("PYTHONPATH", ".");
        return new Peer(builder.start());
    }

    /// Start `bench/peers/<script>` with a Python that has all it needs; return null where that fails.
    static @Nullable Peer start(Path home, String script, Path python) {
        try {
            ProcessBuilder builder = new ProcessBuilder(
                            python.toString(),
                            home.resolve("bench/peers").resolve(script).toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().put("OMP_NUM_THREADS", "1");
            return new Peer(builder.start());
        } catch (IOException e) {
            System.err.println("no peer: " + e.getMessage());
            return null;
        }
    }

    /// Return the peer's version and settings.
    String description() {
        return description;
    }

    /// Return the mean seconds of one run of a row, over `runs`.
    double seconds(String name, long runs) {
        try {
            questions.write(String.format(Locale.ROOT, "%s %d%n", name, runs));
            questions.flush();
            return Double.parseDouble(answer());
        } catch (IOException e) {
            throw new UncheckedIOException("the peer does not answer for " + name, e);
        }
    }

    /// Train a row from scratch for so many frames, and return its learning curve. The rounds of [#seconds]
    /// continue one model, whose schedules start again in each: their returns would not be the peer's best.
    Race.Curve curve(String name, long frames) {
        try {
            questions.write("%s curve:%s%n".formatted(name, frames));
            questions.flush();
            return Race.Curve.read(answer());
        } catch (IOException e) {
            throw new UncheckedIOException("the peer does not answer for " + name, e);
        }
    }

    /// Ask for a number.
    double number(String question) {
        try {
            questions.write(question + "\n");
            questions.flush();
            return Double.parseDouble(answer());
        } catch (IOException e) {
            throw new UncheckedIOException("the peer does not answer: " + question, e);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }

    private String answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("the peer ended; its errors are above");
        }
        return line;
    }
}
