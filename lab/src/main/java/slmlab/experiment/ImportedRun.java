package slmlab.experiment;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import slmlab.agent.part.Sharing;
import slmlab.env.Bounds;
import slmlab.env.wrapper.WrapperSummary;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.record.SessionLog;
import slmlab.experiment.state.SavedWeights;
import slmlab.file.JsonFile;
import slmlab.metric.Metrics;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.safetensors.SafeTensors;

/// A run folder around weights that were not trained here: a spec, the weights, and where they come from. It has one
/// row, of which only the frame is known. It can be evaluated, watched, exported and begun from; there is nothing to
/// resume.
public final class ImportedRun {
    private ImportedRun() {}

    /// Create the folder.
    ///
    /// @param frame how long the weights were trained
    /// @param origin where they come from, for `run.json`
    /// @param weights makes the weights from those that a new agent has, by their names, and from the bounds that
    /// the
    ///     policy's [−1, 1] is scaled to; null where actions are left as they are
    /// @throws IllegalArgumentException if the weights are not those of the plan's agent; then nothing is written
    public static RunFolder create(
            Plan plan,
            RunOptions options,
            long frame,
            Map<String, Object> origin,
            BiFunction<SequencedMap<String, Array>, @Nullable Bounds, SequencedMap<String, Array>> weights) {
        RunFolder.checkFree(options.data(), options.name());
        try (Learner learner = Learner.make(plan, RandomStream.ofSeed(options.seed()), Sharing.none(), 1)) {
            SequencedMap<String, Array> arrays = weights.apply(
                    learner.algorithm().variables().export(),
                    WrapperSummary.of(learner.stack().env()).scale());
            SavedWeights.load(
                    "the weights",
                    arrays,
                    learner.algorithm().variables(),
                    learner.stack().obs(),
                    Math.max(1.0, (double) frame));
            Map<String, String> header =
                    new PolicyHeader(plan, learner).at(frame, PolicyHeader.exploreVar(learner.algorithm()));
            Table rows =
                    new SessionLog(learner.algorithm(), learner.clock()).table().copy();
            rows.add(row(rows, frame));
            LocalDateTime time = LocalDateTime.now(ZoneId.systemDefault());
            return RunFolder.create(options.data(), plan.spec().name(), options.name(), time, folder -> {
                Lab.writeSpec(folder, plan);
                Map<String, Object> facts = new LinkedHashMap<>(Provenance.of(options));
                facts.put("imported", origin);
                JsonFile.write(folder.provenance(), facts);
                rows.write(folder.sessionTable(0, Phase.TRAIN));
                SafeTensors.write(folder.model(0), arrays, header);
                SafeTensors.write(folder.bestModel(0), arrays, header);
            });
        }
    }

    private static double[] row(Table rows, long frame) {
        double[] row = new double[rows.columns().size()];
        Arrays.fill(row, Double.NaN);
        row[rows.columns().indexOf(Metrics.FRAME.name())] = (double) frame;
        return row;
    }
}
