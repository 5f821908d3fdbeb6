package slmlab.skill;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Every skill by name: those that are written, with the files that each must have, and those that wait for what they
/// are about.
public final class SkillCatalog {
    private static final String WORKFLOWS = "workflows";
    private static final String ARCHITECT = "architect";
    private static final String ALGORITHMS = "algorithms";
    private static final String ENVIRONMENTS = "environments";
    private static final String EVALUATION = "evaluation";
    private static final String OPERATIONS = "operations";
    private static final String BENCHMARK = "benchmark";

    private static final List<Entry> WRITTEN = List.of(
            workflow("rl-architect", 11),
            workflow("rl-algo-engineer", 12),
            workflow("rl-env-engineer", 10),
            workflow("rl-evaluator", 9),
            workflow("rl-mlops-engineer", 8),
            skill(ARCHITECT, "defining-state-space", "observation-design"),
            skill(ARCHITECT, "defining-action-space", "action-space-patterns"),
            skill(ARCHITECT, "designing-reward-function", "shaping-theory"),
            skill(ARCHITECT, "defining-mdp-transition", "mdp-formalism"),
            skill(ARCHITECT, "selecting-rl-strategy", "algorithm-deep-dives"),
            skill(ARCHITECT, "blueprinting-system-architecture", "distributed-patterns", "hardware-placement"),
            skill(ARCHITECT, "formulating-marl-architecture", "multi-agent-algorithms"),
            skill(ARCHITECT, "designing-hierarchical-rl", "hierarchy-algorithms"),
            skill(ALGORITHMS, "designing-feature-extractor", "resnet-backbones"),
            skill(ALGORITHMS, "designing-policy-actor", "distributions"),
            skill(ALGORITHMS, "designing-value-critic", "bellman-equations"),
            skill(ALGORITHMS, "implementing-memory-models", "lstm-and-causal-masks"),
            skill(ALGORITHMS, "configuring-replay-buffers", "her-and-memory-patterns"),
            skill(ALGORITHMS, "implementing-loss-functions", "gradient-clipping"),
            skill(ENVIRONMENTS, "implementing-gymnasium-env", "environment-api"),
            skill(ENVIRONMENTS, "integrating-physics-simulator", "engine-guide"),
            skill(ENVIRONMENTS, "implementing-observation-wrappers", "normalization-patterns"),
            skill(ENVIRONMENTS, "implementing-temporal-wrappers", "frame-patterns"),
            skill(ENVIRONMENTS, "implementing-domain-randomization", "adr-guide"),
            skill(ENVIRONMENTS, "validating-env-compatibility"),
            skill(EVALUATION, "designing-deterministic-eval-loop", "evaluation-loop-patterns"),
            skill(EVALUATION, "creating-ood-robustness-tests", "shift-test-patterns"),
            skill(EVALUATION, "implementing-rendering-and-plotting", "plotting-patterns"),
            skill(EVALUATION, "analyzing-saliency-and-values", "saliency-maths"),
            skill(EVALUATION, "diagnosing-training-failures", "failure-modes"),
            skill(EVALUATION, "conducting-adversarial-rl-testing", "adversarial-theory"),
            skill(OPERATIONS, "setting-up-experiment-tracking", "metric-interpretations"),
            skill(OPERATIONS, "configuring-hyperparameter-tuning", "hyperparameter-ranges"),
            skill(OPERATIONS, "configuring-distributed-rollouts", "distributed-rollouts"),
            skill(OPERATIONS, "configuring-checkpoint-strategy", "checkpoint-patterns"),
            skill(BENCHMARK, "slm-lab-benchmark", "benchmark-rules"));

    private static final List<Missing> WAITING = List.of(
            new Missing("formulating-irl-and-imitation", "imitation and inverse reinforcement learning"),
            new Missing("implementing-imitation-learning", "imitation learning"),
            new Missing("implementing-offline-rl", "learning from datasets"),
            new Missing("setting-up-offline-rl-datasets", "datasets"),
            new Missing("training-rlhf-reward-model", "learning from preferences"),
            new Missing("setting-up-rlhf-data-pipeline", "preference data"),
            new Missing("implementing-marl-algorithms", "training several agents"),
            new Missing("implementing-pettingzoo-marl-env", "environments with several agents"),
            new Missing("evaluating-marl-equilibria", "evaluation of several agents"),
            new Missing("designing-adversarial-environments", "generated levels"));

    private SkillCatalog() {}

    /// A skill that this lab has.
    ///
    /// @param references names of the files in `references/`, without `.md`
    /// @param steps files in `steps/`, 0 if the skill is no workflow
    public record Entry(String id, String group, List<String> references, int steps) {
        public boolean isWorkflow() {
            return steps > 0;
        }
    }

    /// A skill that is not written yet.
    ///
    /// @param capability what this lab must have first
    public record Missing(String id, String capability) {}

    private static Entry workflow(String id, int steps) {
        return new Entry(id, WORKFLOWS, List.of(), steps);
    }

    private static Entry skill(String group, String id, String... references) {
        return new Entry(id, group, List.of(references), 0);
    }

    /// Return the skills that this lab has, by group.
    public static List<Entry> entries() {
        return WRITTEN;
    }

    /// Return the skills that are not written yet.
    public static List<Missing> missing() {
        return WAITING;
    }

    public static Optional<Entry> find(String id) {
        return WRITTEN.stream().filter(entry -> entry.id().equals(id)).findFirst();
    }

    /// Return why a name is no skill of this lab, as the end of a sentence that begins with it.
    public static Optional<String> whyMissing(String id) {
        return WAITING.stream()
                .filter(missing -> missing.id().equals(id))
                .map(missing -> "is not in this lab yet: it comes with " + missing.capability())
                .findFirst();
    }

    /// Return the names of all skills, written or not.
    public static List<String> names() {
        return Stream.concat(WRITTEN.stream().map(Entry::id), WAITING.stream().map(Missing::id))
                .toList();
    }
}
