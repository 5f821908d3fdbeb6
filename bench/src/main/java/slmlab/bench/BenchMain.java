package slmlab.bench;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import slmlab.bench.diagnose.DiagnoseBenchmark;
import slmlab.cli.Cli;
import slmlab.cli.Version;

/// The `slm-lab bench` command. The launcher starts it; the product's jar does not contain it.
@Command(
        name = "slm-lab bench",
        header = "Benchmark this machine, compared with PyTorch where it is installed.",
        versionProvider = Version.class,
        subcommands = {
            CoverageTable.class,
            DiagnoseBenchmark.class,
            Engine.class,
            Environments.class,
            Playing.class,
            Training.class,
            KernelBenchmarks.class,
            Kill.class,
            Samplers.class,
            SearchShare.class,
            Serving.class,
            Specs.class,
            StudyBenchmark.class,
            TrackBenchmark.class
        },
        mixinStandardHelpOptions = true)
public final class BenchMain implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    public static void main(String[] args) {
        System.exit(Cli.execute(new BenchMain(), args));
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return Cli.DONE;
    }
}
