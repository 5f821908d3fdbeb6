package slmlab.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slmlab.experiment.RandomBaseline;
import slmlab.report.Analysis;
import slmlab.report.RunFolder;
import slmlab.report.TrialMetrics;

/// `slm-lab retro`: the metrics and curves of a finished run, from its session tables.
@Command(
        name = "retro",
        header = "Recompute the metrics and curves of a finished run.",
        mixinStandardHelpOptions = true)
final class RetroCommand extends InputCommand {

    @Parameters(paramLabel = "DIR", description = "the run folder, or a file in it")
    private String folder = "";

    @Override
    void run(PrintWriter out) {
        RunFolder run = RunFolders.of(folder);
        String env = Analysis.env(run)
                .orElseThrow(() -> new IllegalArgumentException(
                        "%s has no spec that names an env; needs %s".formatted(folder, run.spec())));
        RandomBaseline baseline = RandomBaseline.of(env);
        baseline.notes().forEach(out::println);
        for (TrialMetrics trial : Analysis.retro(run, baseline.mean(), err()::println)) {
            out.println(trial.line());
        }
        out.println(run.path().resolve("graph"));
    }
}
