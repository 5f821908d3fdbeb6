package slmlab.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slmlab.run.RunFolder;

/// How this program was started, so that the commands it prints can be pasted.
public final class Called {
    private Called() {}

    /// Return a command line of this program, with quotes where a shell needs them.
    public static String with(String... words) {
        return Stream.concat(Stream.of(System.getProperty("slmlab.command", "slm-lab")), Stream.of(words))
                .map(Shell::word)
                .collect(Collectors.joining(" "));
    }

    /// Whether a window could be shown, as far as the system and its environment variables tell.
    static boolean hasDisplay(String system, Map<String, String> environment) {
        return system.startsWith("Windows")
                || system.startsWith("Mac")
                || List.of("DISPLAY", "WAYLAND_DISPLAY").stream()
                        .anyMatch(name -> !environment.getOrDefault(name, "").isEmpty());
    }

    /// Return the command that shows a trained agent: in a window, or as a GIF where there is no display.
    public static String toWatch(RunFolder run) {
        String spec = run.spec().toString();
        String folder = "enjoy@" + run.path();
        return hasDisplay(System.getProperty("os.name"), System.getenv())
                ? with("run", spec, run.name(), folder, "--render")
                : with("run", spec, run.name(), folder, "--gif", run.name() + ".gif");
    }

    /// Return the command that resumes a run.
    public static String toResume(RunFolder run) {
        return with("run", run.spec().toString(), run.name(), "train@" + run.path());
    }
}
