package slmlab.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The `slm-lab` command.
@Command(
        name = "slm-lab",
        header = "SLM Lab for the JVM: deep reinforcement learning from a spec file.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        subcommands = {ListCommand.class, EnvCommand.class, Main.Bench.class},
        footer = {"", "Exit codes: 0 done, 1 the run failed, 2 the input was wrong."})
public final class Main implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    public static void main(String[] args) {
        System.exit(Cli.execute(new Main(), args));
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return Cli.DONE;
    }

    /// Stands in for the benchmarks, which are not in the product: the launcher starts them from their own jar.
    @Command(
            name = "bench",
            header = "[engine|env|kernels]: measure this machine; dispatched by the launcher",
            mixinStandardHelpOptions = true)
    static final class Bench implements Callable<Integer> {

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Parameters(paramLabel = "WHAT", arity = "0..*", description = "engine, env or train, and their options")
        private List<String> what = List.of();

        @Override
        public Integer call() {
            PrintWriter err = spec.commandLine().getErr();
            err.println("bench: the benchmarks are not in this jar; run ./slm-lab " + command()
                    + " in the project's folder");
            return Cli.WRONG_INPUT;
        }

        private String command() {
            return what.isEmpty() ? "bench" : "bench " + String.join(" ", what);
        }
    }
}
