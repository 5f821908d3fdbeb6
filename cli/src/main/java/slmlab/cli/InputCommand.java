package slmlab.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Base of the commands on files or names. An [IllegalArgumentException] is wrong input: exit code 2.
public abstract class InputCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public final Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            run(out);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        out.flush();
        return code();
    }

    /// Return the exit code after [#run].
    protected int code() {
        return Cli.DONE;
    }

    protected abstract void run(PrintWriter out);

    protected final PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
