package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slmlab.env.Envs;
import slmlab.report.Analysis;
import slmlab.report.Baselines;
import slmlab.report.RunFolder;
import slmlab.report.TrialMetrics;

/// `slm-lab retro`: the metrics and curves of a finished run, from its session tables.
@Command(
        name = "retro",
        header = "Recompute the metrics and curves of a finished run.",
        mixinStandardHelpOptions = true)
final class RetroCommand extends InputCommand {

    @Parameters(paramLabel = "DIR", description = "the run folder")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path folder;

    @Override
    void run(PrintWriter out) {
        RunFolder run = RunFolder.open(folder);
        String env = Analysis.env(run)
                .orElseThrow(() -> new IllegalArgumentException(
                        "%s has no spec that names an env; needs %s".formatted(folder, run.spec())));
        Optional<Baselines.Baseline> baseline = Baselines.of(id(env));
        if (baseline.isEmpty()) {
            out.println("no random baseline for %s: strength is counted from 0".formatted(env));
        }
        double randomReturn = baseline.map(Baselines.Baseline::mean).orElse(0.0);
        for (TrialMetrics trial : Analysis.retro(run, randomReturn, err()::println)) {
            out.println(trial.line());
        }
        out.println(run.path().resolve("graph"));
    }

    /// Return the current id for an older one.
    private static String id(String env) {
        try {
            return Envs.entry(env).id();
        } catch (IllegalArgumentException _) {
            return env; // not one of ours, or not here: the run is over
        }
    }
}
