package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
            EvalCommand.class,
            ListCommand.class,
            EnvCommand.class,
            PlotCommand.class,
            PlotListCommand.class,
            RetroCommand.class,
            Main.Bench.class
        },
        footer = {"", "Exit codes: 0 done, 1 the run failed, 2 the input was wrong."})
public final class Main implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--job",
            paramLabel = "FILE",
            description = "JSON file with a batch of runs: {\"spec file\": {\"name\": \"mode\"}}")
    private @Nullable Path job;

    @Option(
            names = "--classpath",
            paramLabel = "JARS",
            description = "jars with your own envs, separated by colons (env variable: SLM_LAB_CLASSPATH)")
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
        Exits.end(Cli.execute(new Main(), withRun(args)));
    }

    /// Add the word `run`, which is optional before a spec file.
    static String[] withRun(String[] args) {
        if (args.length == 0 || !SpecFile.isSpecFile(args[0])) {
            return args;
        }
        return Stream.concat(Stream.of("run"), Stream.of(args)).toArray(String[]::new);
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (job == null) {
            return Demo.run(out, spec.commandLine().getErr());
        }
        try {
            return JobFile.run(job, spec.commandLine(), out);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
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
