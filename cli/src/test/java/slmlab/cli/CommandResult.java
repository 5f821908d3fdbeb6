package slmlab.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/// What a command printed and how it ended, run in this process.
public record CommandResult(int code, String out, String err) {

    public static CommandResult of(String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Cli.of(new Main())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(Main.withRun(args));
        return new CommandResult(code, out.toString(), err.toString());
    }
}
