package slmlab.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import slmlab.cli.design.CalcCommand;
import slmlab.cli.design.MdpCommand;
import slmlab.cli.design.SelectCommand;
import slmlab.cli.design.ValidateCommand;
import slmlab.cli.env.EnvCommand;
import slmlab.cli.env.SetupCommand;
import slmlab.cli.flow.FlowCommand;
import slmlab.cli.inspect.CheckpointCommand;
import slmlab.cli.inspect.CompareCommand;
import slmlab.cli.inspect.DashboardCommand;
import slmlab.cli.inspect.EvalCommand;
import slmlab.cli.inspect.ExportCommand;
import slmlab.cli.inspect.MetricsCommand;
import slmlab.cli.inspect.PlotCommand;
import slmlab.cli.inspect.PlotListCommand;
import slmlab.cli.inspect.RetroCommand;
import slmlab.cli.inspect.ServeCommand;
import slmlab.cli.inspect.SurfaceCommand;
import slmlab.cli.judge.BenchmarkCommand;
import slmlab.cli.judge.DiagnoseCommand;
import slmlab.cli.judge.DossierCommand;
import slmlab.cli.judge.ExplainCommand;
import slmlab.cli.search.SearchWorkerCommand;
import slmlab.cli.search.StudyCommand;
import slmlab.cli.skills.SkillsCommand;
import slmlab.cli.spec.CheckCommand;
import slmlab.cli.spec.ListCommand;
import slmlab.cli.spec.NewCommand;
import slmlab.cli.spec.SpecCommand;
import slmlab.cli.train.RunCommand;
import slmlab.spec.SpecFile;

/// The `slm-lab` command.
@Command(
        name = "slm-lab",
        header = "SLM Lab for the JVM: deep reinforcement learning from a spec file.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        customSynopsis = {
            "slm-lab                         train PPO on CartPole until it is solved",
            "       slm-lab SPEC NAME MODE          train a spec: short for slm-lab run",
            "       slm-lab COMMAND --help          the flags of a command, with examples"
        },
        optionListHeading = "%nOptions%n",
        subcommands = {
            RunCommand.class,
            NewCommand.class,
            CheckCommand.class,
            ListCommand.class,
            SpecCommand.class,
            EnvCommand.class,
            SetupCommand.class,
            DashboardCommand.class,
            PlotCommand.class,
            PlotListCommand.class,
            CompareCommand.class,
            EvalCommand.class,
            StudyCommand.class,
            MetricsCommand.class,
            SurfaceCommand.class,
            RetroCommand.class,
            DiagnoseCommand.class,
            ExplainCommand.class,
            DossierCommand.class,
            BenchmarkCommand.class,
            SelectCommand.class,
            ValidateCommand.class,
            MdpCommand.class,
            CalcCommand.class,
            FlowCommand.class,
            SkillsCommand.class,
            SearchWorkerCommand.class,
            ExportCommand.class,
            ServeCommand.class,
            CheckpointCommand.class,
            JavacCommand.class,
            JavaCommand.class,
            CommandsPageCommand.class,
            Main.Bench.class
        },
        footer = {
            "",
            "Exit codes: 0 done, 1 the run failed, 2 the input was wrong.",
            "",
            "Examples:",
            "  slm-lab ppo/cartpole.json ppo_cartpole train",
            "  slm-lab eval latest"
        })
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
                    "jars with custom envs, algorithms, nets or wrappers, separated by colons (env variable: SLM_LAB_CLASSPATH)")
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
        Exits.end(execute(words[0].equals("run") ? new RunAlone() : new Main(), words));
    }

    /// Run a command. A small package, which scripts/package makes, leaves out the libraries of some.
    private static int execute(Object command, String[] words) {
        try {
            return Cli.execute(command, words);
        } catch (NoClassDefFoundError e) {
            if (!Boolean.getBoolean("slmlab.small")) {
                throw e;
            }
            System.err.println("slm-lab: this needs %s, which a small package leaves out; use the whole package"
                    .formatted(String.valueOf(e.getMessage()).replace('/', '.')));
            return Cli.WRONG_INPUT;
        }
    }

    /// The `slm-lab` command as a run needs it.
    @Command(name = "slm-lab", subcommands = RunCommand.class)
    private static final class RunAlone {}

    /// Put the command before its flags, and add the word `run`, which is optional before a spec file, a mode such
    /// as `train@latest` and the flags of a run.
    static String[] withRun(String[] args) {
        if (args.length > 1 && args[0].startsWith("-") && !OWN.contains(args[0])) {
            int at = CommandMap.behindFlags(args);
            if (at > 0) {
                List<String> words = new ArrayList<>(List.of(args));
                words.addFirst(words.remove(at));
                return words.toArray(String[]::new);
            }
        }
        boolean isRun = args.length == 0
                || SpecFile.isSpecFile(args[0])
                || args[0].startsWith("-")
                || args[0].matches("(train|enjoy|search)@.*");
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
            mixinStandardHelpOptions = true,
            footer = {"", "Examples:", "  slm-lab bench engine", "  slm-lab bench train --only ppo"})
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
