package slmlab.experiment;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.chart.ChartException;
import slmlab.experiment.state.Background;
import slmlab.experiment.state.SegmentFolder;
import slmlab.experiment.state.StateFolder;
import slmlab.report.Analysis;
import slmlab.report.Curves;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.spec.MetaConfig;
import slmlab.tensor.State;
import slmlab.tensor.safetensors.SafeTensors;

/// The files of one session. Another thread writes them, so what is handed over must not change any more.
final class SessionFiles {
    private final RunFolder folder;
    private final int session;
    private final Background background;
    private final StateFolder states;
    private final double randomReturn;

    /// @param randomReturn what random actions reach, from which strength is counted
    SessionFiles(RunFolder folder, int session, Background background, double randomReturn) {
        this.folder = folder;
        this.session = session;
        this.background = background;
        this.states = new StateFolder(folder.state(session));
        this.randomReturn = randomReturn;
    }

    int session() {
        return session;
    }

    /// Write the tables with their metrics, and the last weights.
    void write(Table rows, @Nullable Table evaluations, Snapshot weights) {
        background.write("files" + session, () -> {
            write(rows, Phase.TRAIN);
            if (evaluations != null) {
                write(evaluations, Phase.EVAL);
            }
            write(folder.model(session), weights);
        });
    }

    /// Write the best weights.
    void writeBest(Snapshot weights) {
        background.write("best" + session, () -> write(folder.bestModel(session), weights));
    }

    /// Write weights that are kept, and remove those that no longer are.
    void writeKept(long frame, Snapshot weights, double meanReturn, MetaConfig.Keep keep) {
        Map<String, String> header = new LinkedHashMap<>(weights.header());
        header.put(Checkpoint.MEAN_RETURN, Double.toString(meanReturn));
        background.write("kept%s_%s".formatted(session, frame), () -> {
            if (!weights.arrays().isEmpty()) {
                SafeTensors.write(folder.modelAt(session, frame), weights.arrays(), header);
                if (keep.last() != null) {
                    Checkpoint.surplus(Checkpoint.kept(folder, session), keep.last(), keep.top())
                            .forEach(Checkpoint::delete);
                }
            }
        });
    }

    private void write(Table rows, Phase phase) {
        rows.write(folder.sessionTable(session, phase));
        if (rows.size() > 0) {
            Analysis.session(folder, session, phase, rows, randomReturn);
        }
    }

    private static void write(Path file, Snapshot weights) {
        if (!weights.arrays().isEmpty()) {
            SafeTensors.write(file, weights.arrays(), weights.header());
        }
    }

    /// Write a resumable state.
    void write(long frame, State state) {
        SegmentFolder.Segments segments = states.segments(state); // here, before training resumes and changes them
        background.write("state" + session, () -> states.write(frame, state, segments));
    }

    /// Draw the curves so far. A failure does not stop training: the trial draws the last ones, and reports it.
    void draw(Table rows) {
        background.write("curves" + session, () -> {
            try {
                Curves.session(folder, session, Phase.TRAIN, rows);
            } catch (ChartException | UncheckedIOException | IllegalArgumentException _) {
                return; // tried again in half a minute
            }
        });
    }

    /// Wait until all is on disk.
    void flush() {
        background.flush();
    }

    /// The folder of resumable states.
    StateFolder states() {
        return states;
    }
}
