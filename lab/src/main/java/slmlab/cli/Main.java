package slmlab.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import slmlab.spec.SpecFile;

/// The `slm-lab` command.
@Command(
        name = "slm-lab",
        header = "SLM Lab for the JVM: deep reinforcement learning from a spec file.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        subcommands = {
            RunCommand.class,
            CheckCommand.class,
            ValidateCommand.class,
            SelectCommand.class,
            CalcCommand.class,
            NewCommand.class,
            SpecCommand.class,
            ListCommand.class,
            EnvCommand.class,
            SetupCommand.class,
            StudyCommand.class,
            SearchWorkerCommand.class,
            EvalCommand.class,
            CompareCommand.class,
            DiagnoseCommand.class,
            ExplainCommand.class,
            DossierCommand.class,
            CkptCommand.class,
            MetricsCommand.class,
            PlotCommand.class,
            PlotListCommand.class,
            DashboardCommand.class,
            SurfaceCommand.class,
            RetroCommand.class,
            ExportCommand.class,
            BenchmarkCommand.class,
            Main.Bench.class
        },
        footer = {"", "Exit codes: 0 done, 1 the run failed, 2 the input was wrong."})
public final class Main implements Callable<Integer> {
    /// Options of the command itself, not of a run.
    private static final List<String> OWN = List.of("-h", "--help", "-V", "--version", "--classpath");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--classpath",
            paramLabel = "JARS",
            description =
                    "jars of your own, with envs, algorithms, nets or wrappers, separated by colons (env variable: SLM_LAB_CLASSPATH)")
    @SuppressWarnings("DoNotCallSuggester") // picocli calls it
    void classpath(String jars) { // the launcher takes the option out
        throw new ParameterException(
                spec.commandLine(),
                "--classpath is for the launcher ./slm-lab; if you call java yourself, add %s to its -cp"
                        .formatted(jars));
    }

    public static void main(String[] args) {
        Exits.guard();
        ClassPath.problem().ifPresent(problem -> {
            System.err.println("slm-lab: " + problem);
            Exits.end(Cli.WRONG_INPUT);
        });
        String[] words = withRun(args);
        // To read the annotations of all commands takes a fifth of a second, which a run need not wait for.
        Exits.end(Cli.execute(words[0].equals("run") ? new RunAlone() : new Main(), words));
    }

    /// The `slm-lab` command as a run needs it.
    @Command(name = "slm-lab", subcommands = RunCommand.class)
    private static final class RunAlone {}

    /// Add the word `run`, which is optional before a spec file and before the flags of a run.
    static String[] withRun(String[] args) {
        boolean isRun = args.length == 0 || SpecFile.isSpecFile(args[0]) || args[0].startsWith("-");
        return isRun && (args.length == 0 || !OWN.contains(args[0]))
                ? Stream.concat(Stream.of("run"), Stream.of(args)).toArray(String[]::new)
                : args;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return Cli.DONE;
    }

    /// Placeholder of the benchmarks, which are not in the product: the launcher starts them from their own jar.
    @Command(
            name = "bench",
            header = "Measure the engine, envs and training beside their peers.",
            mixinStandardHelpOptions = true)
    static final class Bench implements Callable<Integer> {

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Parameters(paramLabel = "WHAT", arity = "0..*", description = "benchmark and its options")
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
