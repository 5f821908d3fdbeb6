package slmlab.flow.emit;

import java.io.PrintWriter;
import java.util.List;

/// Runs command lines of this program. The command line itself implements it, so that a workflow knows no command.
@FunctionalInterface
public interface CommandRunner {
    /// Run a command and return its exit code: 0 done, 1 failed, 2 wrong input.
    ///
    /// @param words behind `slm-lab`; the first may be `--classpath` with folders of compiled classes behind it
    int run(List<String> words, PrintWriter out, PrintWriter err);
}
