package slmlab.cli.train;

import java.io.PrintWriter;
import java.util.Map;
import java.util.function.Function;
import slmlab.cli.Called;
import slmlab.cli.GivenFlags;
import slmlab.cli.NamedSpec;
import slmlab.cli.RunFolders;
import slmlab.cli.Shell;
import slmlab.experiment.Resumption;
import slmlab.experiment.RunSettings;
import slmlab.experiment.plan.Plan;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;

/// The run that `train@…` resumes and `enjoy@…` shows.
///
/// @param given which flags the command line has
record RunResume(NamedSpec spec, RunFlags flags, GivenFlags given, PrintWriter out, PrintWriter err) {

    /// Resume a run.
    ///
    /// @param which its folder, or `latest`
    /// @param runner makes one for the settings that the run was started with
    int resume(String which, Function<RunSettings, Runner> runner) {
        if (which.isEmpty()) {
            throw new IllegalArgumentException(
                    "train@ needs latest or a run folder after it; train alone starts a run");
        }
        Map<String, String> values = flags.values("train@" + which);
        RunFolder folder = folder(which, values);
        Resumption resumption = new Resumption(folder, spec::read, spec::chosen, values, flags.maxFrame() != null);
        if (given.has("--seed")) {
            resumption.checkSeed(flags.seed());
        }
        Plan plan = resumption.checked(
                flags.isOverridden(),
                "To resume it as it is: %s; to start a new run with its weights: train --init-from %s"
                        .formatted(Called.toResume(folder), Shell.word(folder.path())),
                out::println);
        return runner.apply(resumption.settings()).resume(folder, plan);
    }

    /// Return the folder of a run.
    ///
    /// @param values of `-s`, which choose the spec whose newest run is meant
    RunFolder folder(String which, Map<String, String> values) {
        return which.equals(RunFolders.LATEST) ? latest(values) : RunFolders.of(which);
    }

    /// Return the newest run of the spec.
    private RunFolder latest(Map<String, String> values) {
        SpecFile specs = spec.read(values);
        String wanted = Plan.read(specs, spec.chosen(specs)).spec().name(); // -s env=… adds to it
        RunFolder.all(flags.data()).stream()
                .filter(run -> run.name().equals(wanted))
                .forEach(this::tellFlaw);
        return RunFolder.latest(flags.data(), wanted)
                .orElseThrow(() ->
                        new IllegalArgumentException("there is no run of %s in %s".formatted(wanted, flags.data())));
    }

    /// Say why a run is no candidate for `latest`.
    private void tellFlaw(RunFolder run) {
        run.flaw()
                .ifPresent(flaw -> err.println(
                        "skipped %s, which cannot be resumed (delete the folder): %s".formatted(run.path(), flaw)));
    }
}
