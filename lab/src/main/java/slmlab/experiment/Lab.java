package slmlab.experiment;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.env.python.PythonPath;
import slmlab.experiment.plan.Learners;
import slmlab.experiment.plan.MemoryEstimate;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.plan.PlanChange;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;
import slmlab.tensor.KernelWarmUp;

/// The door into a run, for Java code and for the command line.
///
/// ```java
/// var result = Lab.run(Path.of("spec/ppo/cartpole.json"), "ppo_cartpole");
/// System.out.println(result.meanReturn() + " " + result.folder().path());
/// ```
///
/// Threads: all methods may be called from any thread, also at the same time. A run has threads of its own; no two runs
/// train in one folder.
public final class Lab {
    private Lab() {}

    /// Let a spare core compile the engine's kernels while the spec is read; worth it before a short run.
    public static void warmUp() {
        KernelWarmUp.start();
    }

    /// Run a spec of a file with the default options.
    public static TrialResult run(Path file, String name) {
        return run(file, name, RunOptions.defaults());
    }

    /// Run a spec of a file, with the settings of the options in place of its own values.
    public static TrialResult run(Path file, String name, RunOptions options) {
        return run(file, name, options, Listener.NONE);
    }

    /// Run a spec of a file, watched.
    public static TrialResult run(Path file, String name, RunOptions options, Listener listener) {
        return start(file, name, options, listener).await();
    }

    /// Run a plan in a new run folder.
    public static TrialResult run(Plan plan, RunOptions options, Listener listener) {
        return start(plan, options, listener).await();
    }

    /// Run a plan until `stop` is true: then every session writes a checkpoint and ends.
    public static TrialResult run(Plan plan, RunOptions options, Listener listener, AtomicBoolean stop) {
        return Run.start(() -> begin(plan, options), listener, stop).await();
    }

    /// Start a run of a spec of a file, on its own threads.
    public static Run start(Path file, String name, RunOptions options) {
        return start(file, name, options, Listener.NONE);
    }

    /// Start a run of a spec of a file, watched.
    public static Run start(Path file, String name, RunOptions options, Listener listener) {
        return start(SpecFile.read(file, options.settings().vars()), name, options, listener);
    }

    /// Start a run of a spec that was read or built in code, with the settings of the options in place of its own
    /// values.
    public static Run start(SpecFile specs, String name, RunOptions options, Listener listener) {
        return start(Plan.read(specs.with(options.settings().keys()), name), options, listener);
    }

    /// Start a run of a plan. A plan is read with its settings; those of the options are recorded beside it.
    ///
    /// @throws IllegalArgumentException as [#begin]
    public static Run start(Plan plan, RunOptions options, Listener listener) {
        return Run.start(() -> begin(plan, options), listener, new AtomicBoolean());
    }

    /// Start the run in a folder again, from the last state of every session.
    public static Run startResume(Path folder, RunOptions options, Listener listener) {
        RunFolder run = RunFolder.open(folder);
        return Run.start(() -> reopen(run, options), listener, new AtomicBoolean());
    }

    /// Start the run in a folder again with another plan; see [#reopen(RunFolder, Plan, RunOptions)].
    public static Run startResume(RunFolder folder, Plan plan, RunOptions options, Listener listener) {
        return Run.start(() -> reopen(folder, plan, options), listener, new AtomicBoolean());
    }

    /// Resume the run in a folder, from the last state of every session.
    public static TrialResult resume(Path folder) {
        return startResume(folder, RunOptions.defaults(), Listener.NONE).await();
    }

    /// Resume the run in a folder until `stop` is true.
    public static TrialResult resume(RunFolder folder, RunOptions options, Listener listener, AtomicBoolean stop) {
        return Run.start(() -> reopen(folder, options), listener, stop).await();
    }

    /// Make a trial ready to run: the envs and the agent of its first session, and a run folder with its spec
    /// and its provenance.
    ///
    /// @throws IllegalArgumentException if env, agent and net do not fit together, or not into the memory; then
    ///     nothing is written
    public static Trial begin(Plan plan, RunOptions options) {
        plan.checkBudget();
        RunFolder.checkFree(options.data(), options.name());
        Learners learners = prepared(plan, options);
        try {
            @Nullable WarmStart warmStart = WarmStart.source(plan);
            if (warmStart != null) {
                learners.first(warmStart::load); // what does not fit is refused here
            }
            RunFolder folder = create(plan, options, warmStart);
            return new Trial(plan, options, folder, learners, () -> {});
        } catch (RuntimeException | Error e) {
            learners.close();
            throw e;
        }
    }

    private static RunFolder create(Plan plan, RunOptions options, @Nullable WarmStart warmStart) {
        LocalDateTime time = LocalDateTime.now(ZoneId.systemDefault());
        return RunFolder.create(options.data(), plan.spec().name(), options.name(), time, folder -> {
            writeSpec(folder, plan);
            Map<String, Object> facts = Provenance.of(options);
            if (warmStart != null) {
                warmStart.write(folder.initModel());
                facts.put("init_from", warmStart.facts());
            }
            JsonFile.write(folder.provenance(), facts);
        });
    }

    static void writeSpec(RunFolder folder, Plan plan) {
        JsonFile.write(folder.spec(), plan.resolved());
        JsonFile.write(folder.trialSpec(), plan.resolved());
    }

    /// Resume the run in a folder with more frames than it has, or with other settings that can change.
    public static TrialResult resume(
            RunFolder folder, Plan plan, RunOptions options, Listener listener, AtomicBoolean stop) {
        return Run.start(() -> reopen(folder, plan, options), listener, stop).await();
    }

    /// Make the trial in a folder ready to resume, with the seed it began with.
    public static Trial reopen(RunFolder folder, RunOptions options) {
        return reopen(folder, plan(folder), options);
    }

    /// Make the trial in a folder ready to resume with another plan than it has so far. The run records the change
    /// when it begins; `options` hold the settings that it keeps from then on.
    ///
    /// @throws IllegalArgumentException if the plan changes what a run that has begun cannot change
    public static Trial reopen(RunFolder folder, Plan plan, RunOptions options) {
        Plan own = plan(folder);
        List<PlanChange> changes = PlanChange.between(own, plan);
        changes.stream().filter(change -> !change.isPossible()).findFirst().ifPresent(change -> {
            throw new IllegalArgumentException(
                    "%s cannot change in a run that has begun: %s".formatted(change.path(), change.values()));
        });
        List<Long> frames = frames(folder, own);
        plan.checkBudget();
        checkMaxFrame(own, plan, frames);
        List<String> track = options.track().isEmpty() ? Provenance.track(folder) : options.track();
        RunOptions seeded = options.seed(seed(folder)).track(track);
        return new Trial(plan, seeded, folder, prepared(plan, seeded), () -> {
            if (!changes.isEmpty()) {
                writeSpec(folder, plan);
                Provenance.change(folder, options, changes, frames);
            }
            Provenance.track(folder, track);
        });
    }

    /// Return the frames that the sessions of a run have reached, as far as they are saved.
    private static List<Long> frames(RunFolder folder, Plan plan) {
        return IntStream.range(0, plan.meta().maxSession())
                .mapToObj(session -> folder.lastState(session).orElse(0))
                .toList();
    }

    private static void checkMaxFrame(Plan own, Plan plan, List<Long> frames) {
        long each = Learners.frames(plan);
        for (int session = 0; session < frames.size(); session++) {
            if (each < Learners.frames(own) && frames.get(session) > each) {
                throw new IllegalArgumentException(
                        "max_frame is %s, but session %s has reached frame %s already; give at least as many"
                                .formatted(plan.env().maxFrame(), session, frames.get(session)));
            }
        }
    }

    /// Make the learner of the first session, unless the run does not fit into the memory: that is clear without
    /// any env where sizes are absurd, else once there are envs and their spaces are known.
    private static Learners prepared(Plan plan, RunOptions options) {
        int sessions = MemoryEstimate.atATime(plan.meta(), options.threads());
        long memory = Runtime.getRuntime().maxMemory();
        MemoryEstimate.atLeast(plan).check(sessions, memory);
        Learners learners = new Learners(plan, options.seed(), options.threads());
        learners.prepare(stack -> MemoryEstimate.of(plan, stack.bare()).check(sessions, memory));
        return learners;
    }

    /// Return the seed that the run in a folder began with.
    public static long seed(RunFolder folder) {
        return Provenance.seed(folder);
    }

    /// Read the plan of the run in a folder. Python packages that lay in the folder where it was started are found
    /// from here too.
    public static Plan plan(RunFolder folder) {
        SpecFile file = SpecFile.read(folder.spec(), Map.of());
        Plan plan = Plan.read(file, file.first());
        if (plan.env().name().contains(":") || plan.env().args().containsKey("gym_wrappers")) {
            Provenance.workingFolder(folder).ifPresent(PythonPath::add);
        }
        return plan;
    }
}
