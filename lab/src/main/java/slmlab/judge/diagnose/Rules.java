package slmlab.judge.diagnose;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slmlab.metric.Metric;

/// All rules, the most certain first: where several apply, the first one names the cause and the others follow from it.
///
/// Of faults that follow from each other, the one that comes first in the run stands first: weights that explode in the
/// first updates leave dead units and layers that stand still. Each rule says what contradicts it.
///
/// A session that has learned gets only those labels that spoil what it has learned.
final class Rules {
    static final List<Rule> ALL = List.of(
            SetupRules::numeric,
            SetupRules::termination,
            WeightRules::staleTarget,
            SetupRules::smallBuffer,
            SetupRules::observationScale,
            SetupRules::rewardScale,
            PolicyRules::actorLag,
            WeightRules::nothingMoves,
            WeightRules::explosion,
            WeightRules::deadUnits,
            WeightRules::frozenPart,
            PolicyRules::suddenCollapse,
            PolicyRules::wrongDirection,
            WeightRules::learningRate,
            PolicyRules::collapse,
            PolicyRules::valueDivergence,
            PolicyRules::uselessCritic,
            WeightRules::gradient,
            PolicyRules::forgetting,
            PolicyRules::noExploration);

    private Rules() {}

    /// Return a finding whose evidence is a sentence with numbers, at four digits each.
    static Optional<Finding> found(String label, Metric metric, String advice, String evidence, Object... numbers) {
        Object[] shown = numbers.clone();
        return Optional.of(new Finding(label, String.format(Locale.ROOT, evidence, shown), advice, metric.name()));
    }

    /// Return advice that also asks for clipped gradients, unless the spec clips them already.
    static String orClip(Evidence evidence, String advice) {
        return evidence.has("agent.net.clip_grad_val") ? advice : advice + ", or clip gradients (clip_grad_val)";
    }
}
