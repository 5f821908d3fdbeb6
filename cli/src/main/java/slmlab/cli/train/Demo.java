package slmlab.cli.train;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import slmlab.cli.Called;
import slmlab.cli.Cli;
import slmlab.cli.SpecPaths;
import slmlab.experiment.Lab;
import slmlab.experiment.RunOptions;
import slmlab.experiment.SessionResult;
import slmlab.experiment.Trial;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;

/// What `slm-lab` alone does: train PPO on CartPole until it is solved.
final class Demo {
    private static final String STOP = "meta.early_stop.mean_return"; // what --stop-return sets
    private static final String SOLVED = "475"; // mean return of the last 100 episodes, as the env's own page has it
    private static final int EPISODES = 100;

    private Demo() {}

    /// Train as `run ppo/cartpole.json ppo_cartpole train --stop-return 475` does, and say whether it is solved.
    ///
    /// @param values in place of the spec's own
    static int run(Runner runner, Map<String, String> values, RunOptions options, PrintWriter out) {
        Map<String, String> all = new LinkedHashMap<>(values);
        all.putIfAbsent(STOP, SOLVED);
        Plan plan = Plan.read(SpecFile.read(SpecPaths.find("ppo/cartpole.json"), all), "ppo_cartpole");
        double solved = Objects.requireNonNull(
                Objects.requireNonNull(plan.meta().earlyStop()).meanReturn());
        out.println(String.format(
                Locale.ROOT,
                "PPO learns to balance a pole on a cart (CartPole-v1), seed %d; solved at a mean return of %.0f",
                options.seed(),
                solved));
        out.flush();
        RunFolder folder;
        int code;
        try (Trial trial = Lab.begin(plan, options)) {
            folder = trial.folder();
            code = runner.run(trial, result -> tell(result, solved, out));
        }
        return runner.uploaded(folder, code);
    }

    private static int tell(TrialResult result, double goal, PrintWriter out) {
        SessionResult session = result.sessions().getFirst();
        boolean solved = session.meanReturn() >= goal;
        out.println(
                solved
                        ? String.format(
                                Locale.ROOT,
                                "solved after %,d frames in %.1f s: mean return %.2f over the last %d episodes",
                                session.frame(),
                                session.seconds(),
                                session.meanReturn(),
                                EPISODES)
                        : String.format(
                                Locale.ROOT,
                                "not solved after %,d frames: mean return %.2f",
                                session.frame(),
                                session.meanReturn()));
        result.warnings().forEach(out::println);
        Runner.tellCurve(result.folder().trialGraph("mean_returns_vs_frames"), out);
        out.println("files   " + result.folder().path());
        out.println("watch   " + Called.toWatch(result.folder()));
        if (!solved && !result.finished()) {
            out.println("stopped; resume with: " + Runner.resumeCommand(result.folder()));
        }
        out.println("next    %s, or your own spec: %s"
                .formatted(Called.with("--help"), Called.with("run", "SPEC", "NAME", "train")));
        out.flush();
        return solved ? Cli.DONE : Cli.FAILED;
    }
}
