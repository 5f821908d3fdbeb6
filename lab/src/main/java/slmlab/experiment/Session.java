package slmlab.experiment;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.Stats;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.RewardTerms;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Learners;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.record.EarlyStop;
import slmlab.experiment.record.EvalLog;
import slmlab.experiment.record.RandomBaseline;
import slmlab.experiment.record.SessionLog;
import slmlab.experiment.record.UpdateCheck;
import slmlab.experiment.state.Background;
import slmlab.metric.Metrics;
import slmlab.run.RunFolder;
import slmlab.tensor.NotFiniteException;
import slmlab.tensor.RandomStream;
import slmlab.tensor.State;
import slmlab.tensor.Variable;

/// One spec, one seed: act and learn until the frame budget is spent.
public final class Session implements AutoCloseable {
    private final Plan plan;
    private final int index;
    private final long envSeed;
    private final Learner learner;
    private final VecEnv env;
    private final Clock clock;
    private final Algorithm algorithm;
    private final SessionLog log;
    private final Checkpoints checkpoints;
    private final @Nullable EvalLog evaluations;
    private final EarlyStop early;
    private final @Nullable UpdateCheck check;
    private final Listener listener;
    private final AtomicBoolean stop;
    private final RunFolder folder;
    private @Nullable Step loaded;

    /// @param index of the session in its trial, from which its seed derives
    /// @param stop ends the session with a checkpoint once it is true
    Session(
            Learners learners,
            int index,
            RunOptions options,
            RunFolder folder,
            Background background,
            Listener listener,
            AtomicBoolean stop) {
        this.plan = learners.plan();
        this.index = index;
        this.listener = listener;
        this.stop = stop;
        this.folder = folder;
        RandomStream random = learners.random(index);
        this.envSeed = random.split("env").nextInt(Integer.MAX_VALUE);
        this.learner = learners.of(index);
        this.env = learner.stack().env();
        this.clock = learner.clock();
        this.algorithm = learner.algorithm();
        learner.sharing().update();
        this.log = new SessionLog(algorithm, clock, this::shares);
        this.early = new EarlyStop(plan.meta().earlyStop(), log.episodes());
        this.evaluations = plan.meta().rigorousEval() == 0
                ? null
                : new EvalLog(plan, learner, random.split("eval").nextInt(Integer.MAX_VALUE));
        this.check = options.checked() ? new UpdateCheck(algorithm.variables()) : null;
        double randomReturn = RandomBaseline.of(plan.env().name()).mean();
        SessionFiles files = new SessionFiles(folder, index, background, randomReturn);
        this.checkpoints = new Checkpoints(
                files,
                new PolicyHeader(plan, learner),
                learner,
                log,
                evaluations,
                early,
                listener,
                plan.meta().keep(),
                options.stateSeconds());
    }

    int index() {
        return index;
    }

    Algorithm algorithm() {
        return algorithm;
    }

    WrapperStack stack() {
        return learner.stack();
    }

    /// Read the newest state of this session in the run folder; null if there is none.
    @Nullable
    State read() {
        return checkpoints.read();
    }

    /// Resume from a state; the weights of a worker become the global ones.
    void load(State state) {
        loaded = checkpoints.load(state);
    }

    /// Begin with the weights of another run, as `agent.init_from` says; nothing if it says nothing.
    void warmStart() {
        @Nullable WarmStart warmStart = WarmStart.of(plan, folder);
        if (warmStart != null) {
            warmStart.load(learner);
            learner.sharing().publish(0);
        }
    }

    /// Begin with the weights, target networks and normalizers of another worker, as there is no state to load.
    void follow(Session other) {
        for (Variable variable : algorithm.variables().all()) {
            variable.array()
                    .copyFrom(other.algorithm.variables().get(variable.name()).array());
        }
        stack().copyStats(other.stack());
    }

    /// Take over the global weights; a worker that has ended keeps those it ended with.
    void sync() {
        if (!clock.isDone()) {
            learner.sharing().update();
        }
    }

    /// Run to the last frame, or until it is stopped, from the state that was loaded.
    public SessionResult run() {
        // one Step for the whole run; every call overwrites its arrays
        Step step = loaded == null ? env.reset(envSeed) : loaded;
        listener.begin(index, clock.frame(), clock.maxFrame());
        listener.running(index, clock::frame);
        log.begin();
        try {
            loop(step);
        } catch (NotFiniteException e) {
            throw new IllegalStateException(
                    "%s at frame %s, after %s optimizer steps: %s"
                            .formatted(plan.algorithm().name(), clock.frame(), clock.optStep(), e.getMessage()),
                    e);
        }
        double seconds = log.seconds();
        checkpoints.end();
        SessionResult result = new SessionResult(
                index,
                clock.frame(),
                seconds,
                isOver(),
                early.reason(),
                log.table(),
                evaluations == null ? null : evaluations.table(),
                log.episodes().count(),
                log.episodes().last(),
                log.episodes().mean());
        listener.end(index, result);
        return result;
    }

    private void loop(Step step) {
        @Nullable Runnable watch = listener.watch(index, env);
        while (!isOver() && !stop.get()) {
            env.step(algorithm.act(step)); // every env advances once, into the same Step; ended ones restart
            algorithm.observe(step);
            clock.advance();
            checkRewards(step);
            log.episodes(stack().episodes());
            early.afterStep(clock.frame());
            learned(algorithm.update());
            if (watch != null) {
                watch.run();
            }
            boolean isLast = isOver();
            boolean isRow = clock.isEvery(plan.meta().logFrequency());
            if (isRow || isLast) {
                logRow(!isRow, step);
            }
            boolean isEval = clock.isEvery(plan.meta().evalFrequency());
            if (evaluations != null && (isEval || isLast)) {
                listener.evaluation(index, clock.frame(), evaluations.evaluate(log.seconds(), !isEval));
            }
            checkpoints.afterStep();
        }
    }

    /// Whether the last frame is reached, or an earlier end.
    private boolean isOver() {
        return clock.isDone() || early.isMet();
    }

    /// Stop a NaN where it is born: a loss would show it an update later.
    private void checkRewards(Step step) {
        float[] rewards = step.reward().floats();
        for (int i = 0; i < rewards.length; i++) {
            if (!Float.isFinite(rewards[i])) {
                throw new IllegalStateException("%s: env %s of %s returned a reward of %s, at frame %s"
                        .formatted(plan.env().name(), i, rewards.length, rewards[i], clock.frame()));
            }
        }
    }

    /// @param stats of an update; null if there was none
    private void learned(@Nullable Stats stats) {
        log.update(stats);
        if (stats != null && check != null) {
            listener.update(index, clock.frame(), check.changed(), check.size());
        }
    }

    /// Add the share of each term of the reward, where a spec asks for [RewardTerms].
    private void shares(Stats gauges) {
        RewardTerms.in(env)
                .ifPresent(terms -> terms.shares((name, share) -> gauges.add(Metrics.rewardShare(name), share)));
    }

    /// @param isOdd whether there is a row only because the session ends
    private void logRow(boolean isOdd, Step step) {
        boolean isBest = log.append(isOdd, step.obs());
        checkpoints.afterRow(isBest, isOdd);
        listener.row(index, log.table(), log.episodes().count(), log.episodes().mean());
        if (check != null) {
            listener.weights(index, clock.frame(), algorithm.variables());
        }
        if (listener.isEnough()) {
            stop.set(true);
        }
    }

    @Override
    public void close() {
        learner.close();
        if (evaluations != null) {
            evaluations.close();
        }
    }
}
