package slmlab.cli.skills;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import slmlab.cli.CommandResult;

/// Runs the commands of one example in one JVM, whose working folder is the example's: a JVM for each command would
/// take most of the time of the test.
///
/// The `slm-lab` of the example writes the name of a folder into a pipe. The folder has the words of a command, each
/// ended by a zero byte, and a pipe for the exit code; it gets what the command prints as `out` and `err`.
final class ExampleServer {
    private ExampleServer() {}

    /// @param args the pipe
    public static void main(String[] args) throws IOException {
        Path requests = Path.of(args[0]);
        while (true) {
            for (String folder : Files.readAllLines(requests, UTF_8)) { // waits until somebody writes
                answer(Path.of(folder));
            }
        }
    }

    private static void answer(Path folder) throws IOException {
        CommandResult result = run(Files.readString(folder.resolve("words"), UTF_8));
        Files.writeString(folder.resolve("out"), result.out(), UTF_8);
        Files.writeString(folder.resolve("err"), result.err(), UTF_8);
        Files.writeString(folder.resolve("code"), result.code() + "\n", UTF_8);
    }

    private static CommandResult run(String words) {
        try {
            return CommandResult.of(
                    words.isEmpty()
                            ? new String[0]
                            : words.substring(0, words.length() - 1).split("\0", -1));
        } catch (RuntimeException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace, true));
            return new CommandResult(70, "", trace.toString());
        }
    }
}
