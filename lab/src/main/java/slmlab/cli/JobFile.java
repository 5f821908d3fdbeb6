package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import slmlab.report.JsonFile;

/// A batch of runs, as SLM-Lab has it: `{"spec file": {"spec name": "mode"}}`.
final class JobFile {
    private JobFile() {}

    /// Run them one after the other; a failed one does not stop the rest.
    ///
    /// @return the highest exit code
    static int run(Path file, CommandLine line, PrintWriter out) {
        List<String[]> runs = read(file);
        int worst = Cli.DONE;
        for (String[] run : runs) {
            if (Interrupt.isStopping()) {
                return worst; // Ctrl-C is for all of them
            }
            out.println("job: " + String.join(" ", run));
            out.flush();
            worst = Math.max(worst, line.execute(run));
        }
        return worst;
    }

    private static List<String[]> read(Path file) {
        List<String[]> runs = new ArrayList<>();
        if (!(JsonFile.read(file) instanceof Map<?, ?> job) || job.isEmpty()) {
            throw wrong(file);
        }
        job.forEach((spec, names) -> {
            if (!(names instanceof Map<?, ?> modes)) {
                throw wrong(file);
            }
            modes.forEach((name, mode) -> {
                if (!(mode instanceof String)) {
                    throw wrong(file);
                }
                runs.add(new String[] {"run", spec.toString(), name.toString(), mode.toString()});
            });
        });
        return runs;
    }

    private static IllegalArgumentException wrong(Path file) {
        return new IllegalArgumentException(
                "%s is no job: needs {\"spec file\": {\"spec name\": \"mode\"}}".formatted(file));
    }
}
