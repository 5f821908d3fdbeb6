package slmlab.experiment;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import slmlab.experiment.plan.Demand;
import slmlab.experiment.plan.Plan;
import slmlab.report.JsonFile;
import slmlab.report.RunFolder;
import slmlab.spec.SpecFile;

/// The way in for Java code.
///
/// ```java
/// var result = Lab.run(Path.of("spec/ppo/cartpole.json"), "ppo_cartpole");
/// System.out.println(result.totalRewardMa() + " " + result.folder().path());
/// ```
public final class Lab {
    private Lab() {}

    /// Runs a spec of a file with the usual options.
    public static TrialResult run(Path file, String name) {
        return run(Plan.read(SpecFile.read(file, Map.of()), name), RunOptions.defaults(), Listener.NONE);
    }

    /// Runs a spec in a new run folder.
    public static TrialResult run(Plan plan, RunOptions options, Listener listener) {
        return run(plan, options, listener, new AtomicBoolean());
    }

    /// The same, until `stop` is true: then every session writes a checkpoint and ends.
    public static TrialResult run(Plan plan, RunOptions options, Listener listener, AtomicBoolean stop) {
        return new Trial(plan, options, begin(plan, options), listener, stop).run();
    }

    /// Makes a run folder with what is run in it written down.
    ///
    /// @throws IllegalArgumentException if env, agent and net do not fit together, or not into the memory; then
    ///     nothing is written
    public static RunFolder begin(Plan plan, RunOptions options) {
        plan.checkBudget();
        checkMemory(plan, options);
        Session.rehearse(plan);
        LocalDateTime time = LocalDateTime.now(ZoneId.systemDefault());
        return RunFolder.create(options.data(), plan.spec().name(), time, folder -> {
            JsonFile.write(folder.spec(), plan.resolved());
            JsonFile.write(folder.trialSpec(0), plan.resolved());
            JsonFile.write(folder.provenance(), Provenance.of(options));
        });
    }

    /// Goes on with the run in a folder, from the last state of every session.
    public static TrialResult resume(RunFolder folder, RunOptions options, Listener listener, AtomicBoolean stop) {
        Plan plan = plan(folder);
        checkMemory(plan, options);
        return new Trial(plan, options.seed(Provenance.seed(folder)), folder, listener, stop).run();
    }

    private static void checkMemory(Plan plan, RunOptions options) {
        Demand.of(plan)
                .check(
                        Demand.atATime(plan.meta(), options.threads()),
                        Runtime.getRuntime().maxMemory());
    }

    /// The seed that the run in a folder began with.
    public static long seed(RunFolder folder) {
        return Provenance.seed(folder);
    }

    /// The plan of the run in a folder.
    public static Plan plan(RunFolder folder) {
        SpecFile file = SpecFile.read(folder.spec(), Map.of());
        return Plan.read(file, List.copyOf(file.names()).getFirst());
    }
}
