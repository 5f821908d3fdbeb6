package slmlab.cli.inspect;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import slmlab.cli.InputCommand;
import slmlab.cli.RunArgument;
import slmlab.experiment.record.RandomBaseline;
import slmlab.metric.TrialMetrics;
import slmlab.report.Analysis;
import slmlab.run.RunFolder;

/// `slm-lab retro`: the metrics and curves of a finished run, from its session tables.
@Command(
        name = "retro",
        header = "Recompute the metrics and curves of a finished run.",
        footer = {"  slm-lab retro latest", "  slm-lab retro data/ppo_cartpole_1"})
public final class RetroCommand extends InputCommand {

    @Mixin
    private final RunArgument argument = new RunArgument();

    @Override
    protected void run(PrintWriter out) {
        RunFolder run = argument.folder();
        String env = Analysis.env(run)
                .orElseThrow(() -> new IllegalArgumentException(
                        "%s has no spec that names an env; needs %s".formatted(run.path(), run.spec())));
        RandomBaseline baseline = RandomBaseline.of(env);
        baseline.notes().forEach(out::println);
        for (TrialMetrics trial : Analysis.retro(run, baseline.mean(), err()::println)) {
            out.println(trial.line());
        }
        out.println(run.path().resolve("graph"));
    }
}
