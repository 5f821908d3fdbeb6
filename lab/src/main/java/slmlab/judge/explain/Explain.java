package slmlab.judge.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.part.Sharing;
import slmlab.env.VecEnv;
import slmlab.experiment.TrainedAgent;
import slmlab.experiment.plan.Learner;
import slmlab.judge.EpisodeMoments;
import slmlab.judge.Moment;
import slmlab.judge.Probe;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;

/// Explains what a trained agent does: plays, picks states, and attributes each choice to what was seen.
public final class Explain {
    private static final int ROWS = 32; // observations that a probe looks at together
    private static final int RANDOM_NETS = 32; // few numbers have few orders: some agree by chance
    private static final int RANDOM_NETS_OF_IMAGES = 2;
    private static final int MEMORY_EPISODES = 32;

    private Explain() {}

    /// @param baseline of integrated gradients
    /// @param states how many to explain
    /// @throws IllegalArgumentException if the method needs what this agent's net does not have
    public static AgentExplanation of(
            TrainedAgent player,
            String run,
            int session,
            Saliency method,
            AttributionBaseline baseline,
            int states,
            long seed) {
        EpisodeMoments.Played played = EpisodeMoments.of(player, states, seed);
        List<Moment> moments = played.moments();
        try (VecEnv env = player.stack(1).env();
                Probe probe = probe(player.algorithm(), env)) {
            ObsNames names = ObsNames.of(env, probe.maps() != null);
            double[] range = Saliency.range(moments, env.obsSpace().rowType() == DType.UINT8);
            List<Saliency.Reference> references = moments.stream()
                    .map(moment -> new Saliency.Reference(range, baseline.of(moment.obs(), played.mean(), names)))
                    .toList();
            List<AgentExplanation.Explained> explained = explained(probe, moments, method, names, references);
            Set<String> remembered = probe.states().keySet();
            @Nullable
            MemoryVerdict memory = remembered.isEmpty() ? null : MemoryVerdict.of(player, MEMORY_EPISODES, seed);
            @Nullable HiddenNorm hidden = remembered.isEmpty() ? null : HiddenNorm.of(played.norms(), remembered);
            double randomised = randomised(player, env, moments, method, names, references, explained);
            return new AgentExplanation(
                    run,
                    player.plan().env().name(),
                    player.plan().algorithm().name(),
                    session,
                    method,
                    baseline,
                    names,
                    explained,
                    randomised,
                    memory,
                    hidden);
        }
    }

    private static Probe probe(Algorithm algorithm, VecEnv env) {
        return Probe.of(algorithm::traceActing, env.obsSpace().row(), ROWS, Probe::picked);
    }

    private static List<AgentExplanation.Explained> explained(
            Probe probe, List<Moment> moments, Saliency method, ObsNames names, List<Saliency.Reference> references) {
        List<AgentExplanation.Explained> all = new ArrayList<>();
        for (int i = 0; i < moments.size(); i++) {
            Attribution attribution = method.of(probe, moments.get(i), references.get(i));
            all.add(new AgentExplanation.Explained(
                    moments.get(i), attribution, map(probe, attribution, method, names)));
        }
        return all;
    }

    private static double[] map(Probe probe, Attribution attribution, Saliency method, ObsNames names) {
        if (!names.isImage()) {
            return new double[0];
        }
        @Nullable Array maps = probe.maps();
        if (method == Saliency.GRADCAM && maps != null) {
            return Maps.scaled(Maps.stretched(
                    attribution.parts(), maps.shape().dim(1), maps.shape().dim(2), names.height(), names.width()));
        }
        return Maps.scaled(names.flat(attribution.parts()));
    }

    /// Return the mean rank correlation with the maps of the same states by nets that learned nothing (Adebayo et
    /// al. 2018, arXiv:1810.03292).
    private static double randomised(
            TrainedAgent player,
            VecEnv env,
            List<Moment> moments,
            Saliency method,
            ObsNames names,
            List<Saliency.Reference> references,
            List<AgentExplanation.Explained> explained) {
        double sum = 0;
        int counted = 0;
        int nets = names.isImage() ? RANDOM_NETS_OF_IMAGES : RANDOM_NETS;
        for (int net = 0; net < nets; net++) {
            Algorithm untrained = Learner.agent(
                    player.plan(), env, new Clock(env.size(), 1), RandomStream.ofSeed(net + 1L), Sharing.none());
            try (Probe probe = probe(untrained, env)) {
                double correlation = correlation(explained, explained(probe, moments, method, names, references));
                if (!Double.isNaN(correlation)) {
                    sum += correlation;
                    counted++;
                }
            }
        }
        return counted == 0 ? Double.NaN : sum / counted;
    }

    /// Return the rank correlation over all states. What counts for nobody, such as a black pixel, is omitted:
    /// many equal numbers would agree.
    private static double correlation(List<AgentExplanation.Explained> ours, List<AgentExplanation.Explained> others) {
        List<double[]> pairs = new ArrayList<>();
        for (int state = 0; state < ours.size(); state++) {
            double[] first = ours.get(state).attribution().parts();
            double[] second = others.get(state).attribution().parts();
            double most = largest(first);
            double mostOther = largest(second);
            for (int i = 0; i < first.length; i++) {
                if (first[i] != 0 || second[i] != 0) {
                    pairs.add(new double[] {first[i] / most, second[i] / mostOther});
                }
            }
        }
        return Maps.rankCorrelation(
                pairs.stream().mapToDouble(pair -> pair[0]).toArray(),
                pairs.stream().mapToDouble(pair -> pair[1]).toArray());
    }

    private static double largest(double[] parts) {
        double most = Arrays.stream(parts).map(Math::abs).max().orElse(0);
        return most == 0 ? 1 : most;
    }
}
