package slmlab.experiment;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.env.Step;
import slmlab.env.wrapper.NormalizeObs;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.record.EarlyStop;
import slmlab.experiment.record.EvalLog;
import slmlab.experiment.record.SessionLog;
import slmlab.experiment.state.SavedWeights;
import slmlab.spec.MetaConfig;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// What a session leaves on disk, in three rhythms: rows and weights at most once a second, a resumable state
/// every so many seconds, both in full at the end, and curves every half minute. [SessionFiles] writes them,
/// from copies.
final class Checkpoints {
    private static final long SECOND = 1_000_000_000;
    private static final long CURVES_PERIOD = 30 * SECOND;
    private static final String GLOBAL_UPDATES = "global_updates";
    private static final String BEST = "best";
    private static final String BEST_BEFORE = "best_before";
    private static final String BEST_OF_END = "best_changed";
    private static final String FRAME = "_frame";
    private static final String EXPLORE_VAR = "_explore_var";

    private final SessionFiles files;
    private final PolicyHeader header;
    private final Learner learner;
    private final SessionLog log;
    private final @Nullable EvalLog evaluations;
    private final EarlyStop early;
    private final Listener listener;
    private final MetaConfig.@Nullable Keep keep;
    private final long statePeriod;
    private @Nullable Snapshot best;
    private @Nullable Snapshot bestBefore; // what it was before an end row
    private boolean bestIsOfEnd;
    private boolean bestIsNew;
    private long loadedFrame = -1;
    private long lastFiles = System.nanoTime();
    private long lastState = System.nanoTime();
    private long lastCurves = System.nanoTime();

    /// @param stateSeconds between two resumable states
    Checkpoints(
            SessionFiles files,
            PolicyHeader header,
            Learner learner,
            SessionLog log,
            @Nullable EvalLog evaluations,
            EarlyStop early,
            Listener listener,
            MetaConfig.@Nullable Keep keep,
            double stateSeconds) {
        this.files = files;
        this.header = header;
        this.learner = learner;
        this.log = log;
        this.evaluations = evaluations;
        this.early = early;
        this.listener = listener;
        this.keep = keep;
        this.statePeriod = (long) (stateSeconds * SECOND);
    }

    /// After every row: keep the best weights and, if it is time, write files and draw.
    ///
    /// @param isOdd whether the row is there only because the session ends
    void afterRow(boolean isBest, boolean isOdd) {
        bestIsOfEnd = isBest && isOdd;
        bestBefore = bestIsOfEnd ? best : null;
        if (isBest) {
            best = snapshot();
            bestIsNew = true;
        }
        if (System.nanoTime() - lastFiles >= SECOND) {
            writeFiles();
        }
        if (System.nanoTime() - lastCurves >= CURVES_PERIOD) {
            lastCurves = System.nanoTime();
            files.draw(log.table().copy());
        }
    }

    /// After every step: write weights that the spec keeps, and a resumable state if it is time.
    void afterStep() {
        if (keep != null && learner.clock().isEvery((double) keep.every())) {
            files.writeKept(learner.clock().frame(), snapshot(), log.episodes().mean(), keep);
        }
        if (System.nanoTime() - lastState >= statePeriod) {
            writeState();
        }
    }

    /// Write what has changed since the load, at the end or when the session is stopped. A worker that had
    /// ended before keeps its files and its state, whatever the others have learned since.
    void end() {
        if (learner.clock().frame() != loadedFrame) {
            writeFiles();
            writeState();
        }
        files.flush();
    }

    private void writeFiles() {
        lastFiles = System.nanoTime();
        files.write(
                log.table().copy(),
                evaluations == null ? null : evaluations.table().copy(),
                snapshot());
        if (bestIsNew && best != null) {
            bestIsNew = false;
            files.writeBest(best);
        }
    }

    private void writeState() {
        lastState = System.nanoTime();
        State state = new State();
        if (learner.sharing().isShared()) { // first, so that the weights hold at least as many
            state.put(GLOBAL_UPDATES, learner.sharing().updates());
        }
        learner.clock().save(state.within("clock"));
        log.save(state.within("log"));
        if (evaluations != null) {
            evaluations.save(state.within("eval"));
        }
        early.save(state.within("early_stop"));
        learner.stack().env().save(state.within("env"));
        learner.algorithm().save(state.within("agent"));
        put(state, BEST, best);
        if (bestIsOfEnd) {
            state.put(BEST_OF_END, 1);
            put(state, BEST_BEFORE, bestBefore);
        }
        long frame = learner.clock().frame();
        listener.checkpoint(files.session(), frame);
        files.write(frame, state);
    }

    /// Read the newest state; null if there is none.
    @Nullable
    State read() {
        files.states().removeLeftovers();
        return files.states().read();
    }

    /// Return how many updates of all workers the weights of a state hold; 0 if it does not say.
    static long globalUpdates(State state) {
        return state.numbers().getOrDefault(GLOBAL_UPDATES, 0).longValue();
    }

    /// Resume from a state, and write its files: those on disk may be newer, or missing.
    ///
    /// @return what the envs showed then
    Step load(State state) {
        learner.clock().load(state.within("clock"));
        log.load(state.within("log"));
        if (evaluations != null) {
            evaluations.load(state.within("eval"));
        }
        Step step = learner.stack().env().load(state.within("env"));
        files.states().require(learner.stack().problem());
        learner.algorithm().load(state.within("agent"));
        learner.sharing().publish(globalUpdates(state));
        early.load(state.within("early_stop"), learner.clock().frame());
        best = snapshot(state, BEST);
        bestIsOfEnd = state.has(BEST_OF_END);
        bestBefore = snapshot(state, BEST_BEFORE);
        if (!learner.clock().isDone() && !early.isMet()) {
            dropEnd();
        }
        bestIsNew = best != null; // the kill may have come before its file
        loadedFrame = learner.clock().frame();
        writeFiles();
        return step;
    }

    /// Take back what was logged only because the session had ended: it has frames again, and continues as if it
    /// had always had them.
    private void dropEnd() {
        if (log.dropEnd() && bestIsOfEnd) {
            best = bestBefore;
        }
        bestIsOfEnd = false;
        bestBefore = null;
        if (evaluations != null) {
            evaluations.dropEnd();
        }
    }

    private static void put(State state, String name, @Nullable Snapshot snapshot) {
        if (snapshot != null) {
            snapshot.arrays().forEach(state.within(name)::put);
            state.put(name + FRAME, snapshot.frame());
            if (!Double.isNaN(snapshot.exploreVar())) {
                state.put(name + EXPLORE_VAR, snapshot.exploreVar());
            }
        }
    }

    /// Return the weights that a state holds under a name; null where it holds none.
    private @Nullable Snapshot snapshot(State state, String name) {
        SequencedMap<String, Array> arrays = new LinkedHashMap<>();
        String prefix = name + ".";
        state.arrays().forEach((key, array) -> {
            if (key.startsWith(prefix)) {
                arrays.put(key.substring(prefix.length()), array);
            }
        });
        if (arrays.isEmpty()) {
            return null;
        }
        long frame = state.whole(name + FRAME);
        double exploreVar =
                state.numbers().getOrDefault(name + EXPLORE_VAR, Double.NaN).doubleValue();
        return new Snapshot(arrays, frame, exploreVar, header.at(frame, exploreVar));
    }

    private Snapshot snapshot() {
        long frame = learner.clock().frame();
        double exploreVar = PolicyHeader.exploreVar(learner.algorithm());
        return new Snapshot(weights(), frame, exploreVar, header.at(frame, exploreVar));
    }

    /// Copy the weights by the names they are saved under, with the statistics that normalize observations.
    private SequencedMap<String, Array> weights() {
        SequencedMap<String, Array> weights = learner.algorithm().variables().export();
        NormalizeObs normalizer = learner.stack().obs();
        if (normalizer != null) {
            int size = normalizer.stats().size();
            Array mean = Array.zeros(DType.FLOAT32, Shape.of(size));
            Array variance = Array.zeros(DType.FLOAT32, Shape.of(size));
            for (int i = 0; i < size; i++) {
                mean.floats()[i] = (float) normalizer.stats().mean(i);
                variance.floats()[i] = (float) normalizer.stats().variance(i);
            }
            weights.put(SavedWeights.OBS_MEAN, mean);
            weights.put(SavedWeights.OBS_VARIANCE, variance);
        }
        return weights;
    }
}
