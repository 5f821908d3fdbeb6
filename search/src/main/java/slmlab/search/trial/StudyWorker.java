package slmlab.search.trial;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import slmlab.experiment.RunOptions;
import slmlab.experiment.plan.Plan;
import slmlab.search.study.Claim;
import slmlab.search.study.Study;

/// Helps with a study that another process has made: runs its trials, several at a time, until all are over.
public final class StudyWorker {
    private final Study study;
    private final TrialRunner runner;
    private final String name;
    private final AtomicBoolean stop;
    private final Consumer<Claim> ended;

    /// @param base folder of the trials' run folders; workers that see the same one resume each other's trials
    /// @param options of every trial
    /// @param stop ends all trials with a checkpoint
    /// @param log for what is worth a line
    /// @param ended gets each trial that has ended here
    public StudyWorker(
            Study study,
            Path base,
            RunOptions options,
            AtomicBoolean stop,
            Consumer<String> log,
            Consumer<Claim> ended) {
        this.study = study;
        this.runner = new TrialRunner(study, base, options, log);
        this.name = "%s:%s".formatted(host(), ProcessHandle.current().pid());
        this.stop = stop;
        this.ended = ended;
    }

    /// Return the plan of a study's trials, with the spec's own values.
    public static Plan plan(Study study) {
        return SearchPlan.plan(
                study.plan().spec(), Map.of(), "study " + study.plan().name());
    }

    /// Return the name by which the study knows it: the machine's and the process's.
    public String name() {
        return name;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "localhost"; // a machine without a name in its own network
        }
    }

    /// Run trials until the study is over or `stop` is true.
    ///
    /// @param atATime trials that run side by side
    public void run(int atATime) {
        new TrialThreads(study, name, stop).run(atATime, this::run, study::isOver);
    }

    private void run(Claim claim) {
        if (runner.run(claim, stop).isPresent()) {
            ended.accept(claim);
        }
    }
}
