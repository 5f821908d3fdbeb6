package slmlab.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// A command in a process of its own, as the launcher starts it: for signals and environment variables.
public final class ChildJvm {
    private static final long PATIENCE = 60;
    /// Give SIGINT its default action. A process that nohup or a script started in the background ignores it, its
    /// children inherit that, and Java leaves an ignored signal ignored.
    private static final List<List<String>> RESETS =
            List.of(List.of("env", "--default-signal=INT"), List.of("perl", "-e", "$SIG{INT} = 'DEFAULT'; exec @ARGV"));

    private static final List<String> RESET = RESETS.stream()
            .filter(ChildJvm::works)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("needs an env with --default-signal, or perl"));

    /// Without the optimizing compiler, in which a command of a second or two spends most of its time. The lab then
    /// takes its scalar kernels and says so; [#err] leaves that out.
    private static final String QUICK = "-XX:TieredStopAtLevel=1";

    private static final Pattern SCALAR = Pattern.compile("(?m)^.*Kernels\\$Fallback.*\n.*: Scalar kernels, .*\n");

    private final Process process;
    private final Path out;
    private final Path err;

    private ChildJvm(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /// @param folder where what it prints is kept
    public static ChildJvm start(Path folder, Map<String, String> environment, String... args) throws IOException {
        return start(folder, environment, List.of(), List.of("-Djava.awt.headless=true"), args);
    }

    /// @param before words before Java: `env -u HOME`, for example
    /// @param flags for Java
    public static ChildJvm start(
            Path folder, Map<String, String> environment, List<String> before, List<String> flags, String... args)
            throws IOException {
        List<String> command = new ArrayList<>(RESET);
        command.addAll(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                QUICK,
                "--add-modules=jdk.incubator.vector",
                "-Dstdout.encoding=UTF-8",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        command.addAll(flags); // a -cp among them is the one that counts
        command.add("slmlab.cli.Main");
        command.addAll(List.of(args));
        Path out = Files.createTempFile(folder, "out", ".txt"); // files, so that no stream can block
        Path err = Files.createTempFile(folder, "err", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().putAll(environment);
        return new ChildJvm(builder.start(), out, err);
    }

    private static boolean works(List<String> reset) {
        List<String> command = new ArrayList<>(reset);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException _) {
            return false; // no such program
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Waits until something is there or the process ends.
    public void await(java.util.function.BooleanSupplier there) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (process.isAlive() && !there.getAsBoolean() && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /// Kills it with SIGKILL after a while, unless it has ended before.
    ///
    /// @return whether it was killed
    public boolean killAfter(long millis) throws InterruptedException {
        if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            return false;
        }
        process.destroyForcibly().waitFor();
        return true;
    }

    /// Kills it if it still runs, as a failed test may have left it.
    public void end() {
        process.destroyForcibly();
    }

    /// Sends SIGINT, as Ctrl-C does.
    public void interrupt() throws IOException, InterruptedException {
        signal("INT");
    }

    /// Sends a signal, `TERM` for example.
    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /// What it has written to its standard output so far.
    public String out() {
        return read(out);
    }

    /// What it has written to its standard error so far, but for a warning of slow kernels.
    public String err() {
        return SCALAR.matcher(read(err)).replaceFirst("");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public CommandResult result() throws InterruptedException {
        if (!process.waitFor(PATIENCE, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new IllegalStateException("did not end in %d s: %s".formatted(PATIENCE, out()));
        }
        return new CommandResult(process.exitValue(), out(), err());
    }
}
