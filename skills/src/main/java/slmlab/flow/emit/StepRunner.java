package slmlab.flow.emit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Runs the command lines of one step, shows what they print, and remembers how they ended.
public final class StepRunner {
    private static final Pattern SPEED = Pattern.compile(
            "\\d[\\d,.]*( [kM])? ?(ms|s|fps|seconds?|minutes?|(steps|frames|updates)(/s| per second))(?![\\w/])");

    private final CommandRunner commands;
    private final Path folder;
    private final PrintWriter shown;
    private final List<CommandOutcome> outcomes = new ArrayList<>();

    /// @param folder of the workflow
    /// @param shown gets what the commands print, while they do
    public StepRunner(CommandRunner commands, Path folder, PrintWriter shown) {
        this.commands = commands;
        this.folder = folder;
        this.shown = shown;
    }

    /// Run a command.
    ///
    /// @param words behind `slm-lab`; paths lead to the workflow's folder from the working folder of this process
    public CommandOutcome run(List<String> words) {
        StringWriter output = new StringWriter();
        PrintWriter both = new PrintWriter(new TeeWriter(output, shown));
        String line = inFolder("slm-lab "
                + String.join(" ", words.stream().map(StepRunner::quoted).toList()));
        shown.println("$ " + line);
        int code = commands.run(words, both, both);
        both.flush();
        CommandOutcome done = new CommandOutcome(
                line, code, steady(inFolder(output.toString())).lines().toList());
        outcomes.add(done);
        return done;
    }

    /// Return how the commands so far ended.
    public List<CommandOutcome> outcomes() {
        return List.copyOf(outcomes);
    }

    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./~-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /// Return a text as it would be if the command ran in the workflow's folder.
    private String inFolder(String text) {
        String name = folder.toString();
        return text.replace(folder.toAbsolutePath() + "/", "")
                .replace(folder.toAbsolutePath().toString(), ".")
                .replace(name + "/", "")
                .replace(" " + name + " ", " . ");
    }

    /// Return a text without durations and speeds, which differ from one time to the next.
    private static String steady(String text) {
        return SPEED.matcher(text).replaceAll("… $2");
    }
}
