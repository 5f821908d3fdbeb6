package slmlab.remote;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import slmlab.file.Quoted;

/// What a program of this machine has said and how it ended.
///
/// @param name of the program
record ToolRun(String name, int code, String out, String err) {
    /// Exit code for a program that is not installed, as a shell has it.
    static final int MISSING = 127;

    /// Run a program without input until its end.
    ///
    /// @param environment variables beside those of this process
    static ToolRun run(List<String> command, Map<String, String> environment) {
        return run(command, environment, Path.of(""));
    }

    /// Run it in a folder.
    static ToolRun run(List<String> command, Map<String, String> environment, Path folder) {
        String name = command.getFirst();
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toAbsolutePath().toFile());
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            CompletableFuture<String> err = CompletableFuture.supplyAsync(
                    () -> text(process.getErrorStream()),
                    work -> Thread.ofVirtual().start(work));
            String out = text(process.getInputStream());
            return new ToolRun(name, process.waitFor(), out, err.join());
        } catch (IOException _) {
            return new ToolRun(name, MISSING, "", "there is no program %s on this machine".formatted(name));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw RemoteException.failed("interrupted while %s ran".formatted(name));
        }
    }

    private static String text(InputStream in) {
        try (in) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException _) {
            return ""; // it was killed
        }
    }

    /// Return the same if it has done its work.
    ///
    /// @throws RemoteException with its last line if not
    ToolRun orThrow(String what) {
        if (code != 0) {
            throw RemoteException.failed("%s: %s".formatted(what, lastLine()));
        }
        return this;
    }

    /// Return the last line that it has printed, for a message.
    String lastLine() {
        String said = err.isBlank() ? out : err;
        String last = said.lines().filter(line -> !line.isBlank()).reduce("", (_, line) -> line);
        return last.isEmpty() ? "%s ended with code %s".formatted(name, code) : Quoted.cut(last.strip(), 300);
    }
}
