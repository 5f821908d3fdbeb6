package slmlab.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import slmlab.flow.emit.CommandRunner;

/// The commands of this program, run by itself: in this process, or in one of its own where it has more classes than
/// this one.
public final class OwnCommands implements CommandRunner {
    private static final String CLASS_PATH = "--classpath";
    private static final String NOTE = "WARNING: Using incubator modules"; // Java's, at every start

    @Override
    public int run(List<String> words, PrintWriter out, PrintWriter err) {
        if (words.getFirst().equals(CLASS_PATH)) {
            return child(words.get(1), words.subList(2, words.size()), out);
        }
        return Cli.of(new Main()).setOut(out).setErr(err).execute(Main.withRun(words.toArray(String[]::new)));
    }

    private static int child(String classes, List<String> words, PrintWriter out) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.awt.headless=true",
                "-Dstdout.encoding=UTF-8",
                "-Dstderr.encoding=UTF-8"));
        Stream.of("slmlab.home", "slmlab.command")
                .filter(name -> System.getProperty(name) != null)
                .forEach(name -> command.add("-D%s=%s".formatted(name, System.getProperty(name))));
        command.addAll(List.of(
                "-cp", System.getProperty("java.class.path") + File.pathSeparator + classes, Main.class.getName()));
        command.addAll(words);
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                lines.lines().filter(line -> !line.startsWith(NOTE)).forEach(line -> {
                    out.println(line);
                    out.flush();
                });
            }
            return process.waitFor();
        } catch (IOException e) {
            out.println("cannot start Java: " + Objects.toString(e.getMessage()));
            return Cli.FAILED;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Cli.FAILED;
        }
    }
}
