package slmlab.foreign;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.env.Bounds;
import slmlab.experiment.ImportedRun;
import slmlab.experiment.RunOptions;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.state.SavedWeights;
import slmlab.run.RunFolder;
import slmlab.tensor.Array;

/// Makes a run of a policy that another library trained: its weights under this lab's names, with a spec that trains
/// such an agent here.
public final class PolicyImport {
    private PolicyImport() {}

    /// Import what the script wrote.
    ///
    /// @param folder with `policy.json` and `policy.safetensors`
    /// @param env id of the env
    /// @param name of the spec; null for the algorithm's and the env's
    /// @throws IllegalArgumentException that lists everything that does not fit; then nothing is written
    public static RunFolder run(Path folder, String env, @Nullable String name, RunOptions options) {
        ForeignPolicy policy = ForeignPolicy.read(folder);
        WeightNames names = WeightNames.of(policy);
        Plan plan = ForeignSpec.plan(policy, names, env, name);
        Map<String, Object> origin = new LinkedHashMap<>();
        origin.put("library", (policy.library() + " " + policy.version()).strip());
        origin.put("algorithm", policy.algorithm());
        origin.put("model", policy.model());
        origin.put("frames", policy.frames());
        return ImportedRun.create(
                plan, options, policy.frames(), origin, (own, scale) -> weights(policy, names, own, scale));
    }

    private static SequencedMap<String, Array> weights(
            ForeignPolicy policy, WeightNames names, SequencedMap<String, Array> own, @Nullable Bounds scale) {
        List<String> problems = new ArrayList<>();
        SequencedMap<String, Array> found = names.find(own, policy, problems);
        for (String statistic : List.of(SavedWeights.OBS_MEAN, SavedWeights.OBS_VARIANCE)) {
            Array given = policy.tensors().get(statistic);
            if (given != null) {
                found.put(statistic, given);
            }
        }
        ForeignPolicy.refuse(policy.model(), problems);
        boolean isGaussian = found.containsKey("net.log_std");
        if (isGaussian && scale != null) {
            rescale(found, scale);
        }
        return found;
    }

    /// A Gaussian policy there acts in the env's units, here in [−1, 1]: move and scale its last layer.
    private static void rescale(SequencedMap<String, Array> weights, Bounds scale) {
        float[] weight =
                Objects.requireNonNull(weights.get("net.tails.0.weight")).floats();
        float[] bias = Objects.requireNonNull(weights.get("net.tails.0.bias")).floats();
        float[] logStd = Objects.requireNonNull(weights.get("net.log_std")).floats();
        int width = weight.length / bias.length;
        for (int i = 0; i < bias.length; i++) {
            double half = ((double) scale.high(i) - scale.low(i)) / 2;
            double middle = ((double) scale.high(i) + scale.low(i)) / 2;
            for (int k = 0; k < width; k++) {
                weight[i * width + k] = (float) (weight[i * width + k] / half);
            }
            bias[i] = (float) ((bias[i] - middle) / half);
            logStd[i] = (float) (logStd[i] - Math.log(half));
        }
    }
}
