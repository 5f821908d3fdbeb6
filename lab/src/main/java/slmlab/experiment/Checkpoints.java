package slmlab.experiment;

import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.part.Sharing;
import slmlab.env.Step;
import slmlab.env.wrapper.NormalizeObs;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.state.Background;
import slmlab.experiment.state.SegmentFolder;
import slmlab.experiment.state.StateFolder;
import slmlab.experiment.state.Weights;
import slmlab.report.Analysis;
import slmlab.report.Curves;
import slmlab.report.NoPictureException;
import slmlab.report.Phase;
import slmlab.report.RunFolder;
import slmlab.report.Table;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;
import slmlab.tensor.safetensors.SafeTensors;

/// What a session leaves on disk, in three rhythms: rows and weights at most once a second, a resumable state every so
/// many seconds, both in full at the end, and curves every half minute. Another thread writes them, from copies.
final class Checkpoints {
    private static final long SECOND = 1_000_000_000;
    private static final long CURVES_PERIOD = 30 * SECOND;
    private static final String GLOBAL_UPDATES = "global_updates";

    private final RunFolder folder;
    private final int session;
    private final Background files;
    private final StateFolder states;
    private final SessionLog log;
    private final @Nullable EvalLog evaluations;
    private final Algorithm algorithm;
    private final Sharing sharing;
    private final Clock clock;
    private final WrapperStack worlds;
    private final Listener listener;
    private final double randomReturn;
    private final long statePeriod;
    private SequencedMap<String, Array> best = new LinkedHashMap<>();
    private boolean bestIsNew;
    private long loadedFrame = -1;
    private long lastFiles = System.nanoTime();
    private long lastState = System.nanoTime();
    private long lastCurves = System.nanoTime();

    /// @param stateSeconds between two resumable states
    Checkpoints(
            RunFolder folder,
            int session,
            Background files,
            SessionLog log,
            @Nullable EvalLog evaluations,
            Algorithm algorithm,
            Sharing sharing,
            Clock clock,
            WrapperStack worlds,
            Listener listener,
            double randomReturn,
            double stateSeconds) {
        this.folder = folder;
        this.session = session;
        this.files = files;
        this.states = new StateFolder(folder.state(session));
        this.log = log;
        this.evaluations = evaluations;
        this.algorithm = algorithm;
        this.sharing = sharing;
        this.clock = clock;
        this.worlds = worlds;
        this.listener = listener;
        this.randomReturn = randomReturn;
        this.statePeriod = (long) (stateSeconds * SECOND);
    }

    /// A row was added: keeps the best weights and, if it is time, writes files and draws.
    void row(boolean isBest) {
        if (isBest) {
            best = weights();
            bestIsNew = true;
        }
        if (System.nanoTime() - lastFiles >= SECOND) {
            writeFiles();
        }
        if (System.nanoTime() - lastCurves >= CURVES_PERIOD) {
            drawCurves();
        }
    }

    /// After every step: writes a resumable state if it is time.
    void tick() {
        if (System.nanoTime() - lastState >= statePeriod) {
            writeState();
        }
    }

    /// Writes what has changed since the load, at the end or when the session is stopped. A worker that had
    /// ended before keeps its files and its state, whatever the others have learned since.
    void end() {
        if (clock.frame() != loadedFrame) {
            writeFiles();
            writeState();
        }
        files.flush();
    }

    private void writeFiles() {
        lastFiles = System.nanoTime();
        Table rows = log.table().copy();
        Table evalRows = evaluations == null ? null : evaluations.table().copy();
        SequencedMap<String, Array> last = weights();
        SequencedMap<String, Array> newBest = bestIsNew ? best : null;
        bestIsNew = false;
        files.write("files" + session, () -> {
            write(rows, Phase.TRAIN);
            if (evalRows != null) {
                write(evalRows, Phase.EVAL);
            }
            writeWeights(folder.model(0, session), last);
        });
        if (newBest != null) {
            files.write("best" + session, () -> writeWeights(folder.bestModel(0, session), newBest));
        }
    }

    private void write(Table rows, Phase phase) {
        rows.write(folder.sessionTable(0, session, phase));
        if (rows.size() > 0) {
            Analysis.session(folder, 0, session, phase, rows, randomReturn);
        }
    }

    private static void writeWeights(java.nio.file.Path file, SequencedMap<String, Array> weights) {
        if (!weights.isEmpty()) {
            SafeTensors.write(file, weights, Map.of());
        }
    }

    private void writeState() {
        lastState = System.nanoTime();
        State state = new State();
        if (sharing.isShared()) { // first, so that the weights hold at least as many
            state.put(GLOBAL_UPDATES, sharing.updates());
        }
        clock.save(state.within("clock"));
        log.save(state.within("log"));
        if (evaluations != null) {
            evaluations.save(state.within("eval"));
        }
        worlds.env().save(state.within("env"));
        algorithm.save(state.within("agent"));
        State kept = state.within("best");
        best.forEach(kept::put);
        long frame = clock.frame();
        listener.checkpoint(session, frame);
        SegmentFolder.Segments segments = states.segments(state); // here, before training goes on and changes them
        files.write("state" + session, () -> states.write(frame, state, segments));
    }

    /// What there is to see so far. Where it cannot be drawn training goes on and states are written all the same;
    /// the trial draws the last curves, and tells.
    private void drawCurves() {
        lastCurves = System.nanoTime();
        Table rows = log.table().copy();
        files.write("curves" + session, () -> {
            try {
                Curves.session(folder, 0, session, Phase.TRAIN, rows);
            } catch (NoPictureException | UncheckedIOException | IllegalArgumentException _) {
                return; // tried again in half a minute
            }
        });
    }

    /// Reads the newest state; null if there is none.
    @Nullable
    State read() {
        states.removeLeftovers();
        return states.read();
    }

    /// How many updates of all workers the weights of a state hold; 0 if it does not tell.
    static long globalUpdates(State state) {
        return state.numbers().getOrDefault(GLOBAL_UPDATES, 0).longValue();
    }

    /// Continues from a state, and writes the files of it: those on disk may be newer, or missing.
    ///
    /// @return what the envs showed then
    Step load(State state) {
        clock.load(state.within("clock"));
        log.load(state.within("log"));
        if (evaluations != null) {
            evaluations.load(state.within("eval"));
        }
        Step step = worlds.env().load(state.within("env"));
        states.require(worlds.problem());
        algorithm.load(state.within("agent"));
        sharing.publish(globalUpdates(state));
        String prefix = "best.";
        state.arrays().forEach((name, array) -> {
            if (name.startsWith(prefix)) {
                best.put(name.substring(prefix.length()), array);
            }
        });
        bestIsNew = !best.isEmpty(); // the kill may have come before its file
        loadedFrame = clock.frame();
        writeFiles();
        return step;
    }

    /// The weights by the names they are saved under, with what turns raw observations into what the nets see.
    private SequencedMap<String, Array> weights() {
        SequencedMap<String, Array> weights = algorithm.variables().export();
        NormalizeObs normalizer = worlds.obs();
        if (normalizer != null) {
            int size = normalizer.stats().size();
            Array mean = Array.zeros(DType.FLOAT32, Shape.of(size));
            Array variance = Array.zeros(DType.FLOAT32, Shape.of(size));
            for (int i = 0; i < size; i++) {
                mean.floats()[i] = (float) normalizer.stats().mean(i);
                variance.floats()[i] = (float) normalizer.stats().variance(i);
            }
            weights.put(Weights.OBS_MEAN, mean);
            weights.put(Weights.OBS_VARIANCE, variance);
        }
        return weights;
    }
}
