package slmlab.tensor.internal;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A JVM of its own for one main class, with the classes of this module and the flags given.
public final class KernelJvm {

    private KernelJvm() {}

    /// Start it with standard error joined to standard output.
    public static Process start(Class<?> main, String... flags) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.add("-cp");
        command.add(place(Elementwise.class) + File.pathSeparator + place(main));
        command.add(main.getName());
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /// Return all it says until it ends.
    public static String output(Process child) throws IOException {
        return new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static Path place(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException cause) {
            throw new AssertionError(type.getName(), cause);
        }
    }
}
