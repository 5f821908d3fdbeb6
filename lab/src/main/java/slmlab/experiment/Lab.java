package slmlab.experiment;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import slmlab.experiment.plan.Demand;
import slmlab.experiment.plan.Learners;
import slmlab.experiment.plan.Plan;
import slmlab.report.JsonFile;
import slmlab.report.RunFolder;
import slmlab.spec.SpecFile;
import slmlab.tensor.WarmUp;

/// The door into a run, for Java code and for the command line.
///
/// ```java
/// var result = Lab.run(Path.of("spec/ppo/cartpole.json"), "ppo_cartpole");
/// System.out.println(result.meanReturn() + " " + result.folder().path());
/// ```
public final class Lab {
    private Lab() {}

    /// Let a spare core compile the engine's kernels while the spec is read; worth it before a short run.
    public static void warmUp() {
        WarmUp.start();
    }

    /// Run a spec of a file with the default options.
    public static TrialResult run(Path file, String name) {
        return run(file, name, RunOptions.defaults());
    }

    /// Run a spec of a file.
    public static TrialResult run(Path file, String name, RunOptions options) {
        return run(file, name, options, Listener.NONE);
    }

    /// Run a spec of a file, watched.
    public static TrialResult run(Path file, String name, RunOptions options, Listener listener) {
        return run(Plan.read(SpecFile.read(file, Map.of()), name), options, listener);
    }

    /// Run a plan in a new run folder.
    public static TrialResult run(Plan plan, RunOptions options, Listener listener) {
        return run(plan, options, listener, new AtomicBoolean());
    }

    /// Run a plan until `stop` is true: then every session writes a checkpoint and ends.
    public static TrialResult run(Plan plan, RunOptions options, Listener listener, AtomicBoolean stop) {
        try (Trial trial = begin(plan, options)) {
            return trial.run(listener, stop);
        }
    }

    /// Resume the run in a folder, from the last state of every session.
    public static TrialResult resume(Path folder) {
        return resume(RunFolder.open(folder), RunOptions.defaults(), Listener.NONE, new AtomicBoolean());
    }

    /// Resume the run in a folder until `stop` is true.
    public static TrialResult resume(RunFolder folder, RunOptions options, Listener listener, AtomicBoolean stop) {
        try (Trial trial = reopen(folder, options)) {
            return trial.run(listener, stop);
        }
    }

    /// Make a trial ready to run: the envs and the agent of its first session, and a run folder with its spec
    /// and its provenance.
    ///
    /// @throws IllegalArgumentException if env, agent and net do not fit together, or not into the memory; then
    ///     nothing is written
    public static Trial begin(Plan plan, RunOptions options) {
        plan.checkBudget();
        checkMemory(plan, options);
        Learners learners = new Learners(plan, options.seed(), options.threads());
        learners.prepare();
        try {
            return new Trial(plan, options, create(plan, options), learners);
        } catch (RuntimeException | Error e) {
            learners.close();
            throw e;
        }
    }

    private static RunFolder create(Plan plan, RunOptions options) {
        LocalDateTime time = LocalDateTime.now(ZoneId.systemDefault());
        return RunFolder.create(options.data(), plan.spec().name(), time, folder -> {
            JsonFile.write(folder.spec(), plan.resolved());
            JsonFile.write(folder.trialSpec(0), plan.resolved());
            JsonFile.write(folder.provenance(), Provenance.of(options));
        });
    }

    /// Make the trial in a folder ready to resume, with the seed it began with.
    public static Trial reopen(RunFolder folder, RunOptions options) {
        Plan plan = plan(folder);
        checkMemory(plan, options);
        RunOptions own = options.seed(seed(folder));
        return new Trial(plan, own, folder, new Learners(plan, own.seed(), own.threads()));
    }

    private static void checkMemory(Plan plan, RunOptions options) {
        Demand.of(plan)
                .check(
                        Demand.atATime(plan.meta(), options.threads()),
                        Runtime.getRuntime().maxMemory());
    }

    /// Return the seed that the run in a folder began with.
    public static long seed(RunFolder folder) {
        return Provenance.seed(folder);
    }

    /// Read the plan of the run in a folder.
    public static Plan plan(RunFolder folder) {
        SpecFile file = SpecFile.read(folder.spec(), Map.of());
        return Plan.read(file, file.names().getFirst());
    }
}
