package slmlab.cli.python;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.cli.Cli;
import slmlab.cli.Exits;
import slmlab.cli.InputCommand;
import slmlab.cli.Main;
import slmlab.cli.Version;
import tools.jackson.databind.JsonNode;

/// `slm-lab python-host`: serves the Python package `slmlab`, which starts it, until that closes its stdin. Python
/// holds the other end, so that also a kernel that is killed leaves no JVM behind.
///
/// With words after `--`, it runs that command instead, with stdout and stderr as they are, and ends it in the same
/// way.
@Command(
        name = "python-host",
        header = "Serve the Python package slmlab over stdin and stdout.",
        description = "It ends, as after Ctrl-C, when its stdin is closed.",
        hidden = true,
        footer = {"  slm-lab python-host", "  slm-lab python-host -- list envs"})
public final class PythonHostCommand extends InputCommand {
    private static final int PROTOCOL = 1; // as in _host.py
    private static final int INTERRUPTED = 130;

    @Option(names = "--protocol", hidden = true, paramLabel = "N", description = "version of the caller's messages")
    private int protocol = PROTOCOL;

    @Parameters(paramLabel = "WORD", arity = "0..*", description = "a command to run, after --")
    private List<String> words = List.of();

    @Override
    protected void run(PrintWriter out) {
        if (protocol != PROTOCOL) {
            throw new IllegalArgumentException(
                    "the package slmlab speaks version %s and these jars version %s; install both from one wheel"
                            .formatted(protocol, PROTOCOL));
        }
        if (words.isEmpty()) {
            serve();
        } else {
            Thread.ofPlatform().daemon().name("parent").start(PythonHostCommand::endWithStdin);
            Exits.end(Cli.execute(new Main(), words.toArray(String[]::new)));
        }
    }

    private static void endWithStdin() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println("stdin cannot be read: " + e.getMessage());
        }
        Exits.end(INTERRUPTED); // runs stop as after Ctrl-C
    }

    /// End also where a fork of Python's still holds the other end of stdin.
    private static void whenParentEnds(HostCalls calls) {
        Optional<ProcessHandle> parent = ProcessHandle.current().parent();
        if (parent.isPresent()) {
            CompletableFuture<Void> _ = parent.get().onExit().thenRun(() -> {
                calls.close();
                Exits.end(Cli.DONE);
            });
        }
    }

    private static void serve() {
        OutputStream answers = new FileOutputStream(FileDescriptor.out);
        InputStream requests = new BufferedInputStream(System.in);
        System.setOut(System.err); // whatever else prints must not come between frames
        Frames frames = new Frames(requests, answers);
        try (HostCalls calls = new HostCalls(frames)) {
            whenParentEnds(calls);
            frames.write(Map.of(
                    "protocol",
                    PROTOCOL,
                    "version",
                    Version.build(),
                    "pid",
                    ProcessHandle.current().pid()));
            for (JsonNode message = frames.read(); message != null; message = frames.read()) {
                calls.take(message);
            }
        } catch (IOException e) {
            System.err.println("python-host: " + e.getMessage());
        }
        Exits.end(Cli.DONE);
    }
}
