package slmlab.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import slmlab.env.VecEnv;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.RunOptions;
import slmlab.experiment.SessionResult;
import slmlab.experiment.Trial;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.report.Table;
import slmlab.spec.SpecFile;

/// What `slm-lab` alone does: train PPO on CartPole until it is solved.
final class Demo {
    private static final double SOLVED = 475; // mean return of the last 100 episodes, as the env's own page has it
    private static final int EPISODES = 100;

    private Demo() {}

    /// @param values in place of the spec's own
    static int run(Runner runner, Map<String, String> values, RunOptions options, PrintWriter out) {
        Plan plan = Plan.read(SpecFile.read(SpecPaths.find("ppo/cartpole.json"), values), "ppo_cartpole");
        out.println(String.format(
                Locale.ROOT,
                "PPO learns to balance a pole on a cart (CartPole-v1), seed %d; solved at a mean return of %.0f",
                options.seed(),
                SOLVED));
        out.flush();
        try (Trial trial = Lab.begin(plan, options)) {
            return runner.run(trial, UntilSolved::new, result -> tell(result, out));
        }
    }

    private static int tell(TrialResult result, PrintWriter out) {
        SessionResult session = result.sessions().getFirst();
        boolean solved = session.meanReturn() >= SOLVED;
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
        Runner.tellCurve(result.folder().trialGraph(0, "mean_returns_vs_frames"), out);
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

    /// Pass on what a session tells, and end it once the env is solved.
    private static final class UntilSolved implements Listener {
        private final Listener progress;
        private volatile boolean solved;

        UntilSolved(Listener progress) {
            this.progress = progress;
        }

        @Override
        public void begin(int session, long frame, long maxFrame) {
            progress.begin(session, frame, maxFrame);
        }

        @Override
        public void running(int session, LongSupplier frame) {
            progress.running(session, frame);
        }

        @Override
        public void row(int session, Table table, long episodes, double mean) {
            progress.row(session, table, episodes, mean);
            solved |= episodes >= EPISODES && mean >= SOLVED;
        }

        @Override
        public void end(int session, SessionResult result) {
            progress.end(session, result);
        }

        @Override
        public @Nullable Runnable watch(int session, VecEnv env) {
            return progress.watch(session, env);
        }

        @Override
        public boolean isEnough() {
            return solved;
        }
    }
}
