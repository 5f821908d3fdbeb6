package slmlab.experiment;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Stats;
import slmlab.env.Bounds;
import slmlab.env.Space;
import slmlab.env.wrapper.WrapperSummary;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.state.SavedWeights;
import slmlab.file.JsonFile;
import slmlab.file.Sha256;
import slmlab.metric.Metrics;
import slmlab.tensor.Graph;

/// What a file of weights says about itself, so that it can be acted from without a spec: where it comes from, what is
/// done to observations and actions, and what acting computes, as a graph. `docs/play.md` describes it.
final class PolicyHeader {
    private static final String FORMAT = "slm-lab policy 1";

    /// Batches are cut into pieces of these sizes, one graph each.
    private static final List<Integer> ROWS = List.of(1, 8, 64);

    private final Plan plan;
    private final Learner learner;
    private final Set<String> needed = new LinkedHashSet<>(List.of(SavedWeights.OBS_MEAN, SavedWeights.OBS_VARIANCE));
    private @Nullable Map<String, String> fixed;

    PolicyHeader(Plan plan, Learner learner) {
        this.plan = plan;
        this.learner = learner;
    }

    /// What is written beside weights of this frame.
    ///
    /// @param frame null where it is not known
    /// @param exploreVar NaN where the algorithm has none
    Map<String, String> at(@Nullable Long frame, double exploreVar) {
        if (fixed == null) { // once: it is the same for all weights of a session
            fixed = describe();
        }
        Map<String, String> all = new LinkedHashMap<>(fixed);
        if (frame != null) {
            all.put("frame", frame.toString());
        }
        if (!Double.isNaN(exploreVar)) {
            all.put("explore_var", Double.toString(exploreVar));
        }
        return all;
    }

    /// How much the algorithm explores now; NaN where it has no number for it.
    static double exploreVar(Algorithm algorithm) {
        Stats gauges = new Stats();
        algorithm.gauges(gauges);
        return gauges.mean(Metrics.EXPLORE_VAR);
    }

    /// The names of the arrays that acting reads, known once [#at] was called.
    Set<String> needed() {
        return needed;
    }

    private Map<String, String> describe() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("format", FORMAT);
        all.put("algorithm", plan.algorithm().name());
        all.put("env", plan.env().name());
        all.put("spec", plan.spec().name());
        Map<String, @Nullable Object> resolved = plan.resolved();
        all.put("spec_sha256", Sha256.of(JsonFile.bytes(resolved)));
        Map<?, ?> spec =
                (Map<?, ?>) Objects.requireNonNull(resolved.get(plan.spec().name()));
        Map<?, ?> agent = (Map<?, ?>) Objects.requireNonNull(spec.get("agent"));
        for (String net : List.of("net", "critic_net")) {
            Object section = agent.get(net);
            if (section != null) {
                all.put(net, JsonFile.line(section));
            }
        }
        WrapperSummary shown = WrapperSummary.of(learner.stack().env());
        all.put(
                "obs",
                "%s %s".formatted(shown.obs().rowType(), list(shown.obs().row().dims())));
        all.put("obs_steps", String.join("\n", shown.steps()));
        if (shown.left() != null) {
            all.put("obs_wrapper", shown.left());
        }
        if (shown.obs() instanceof Space.Dict || shown.obs() instanceof Space.Tuple) {
            List<String> entries = new ArrayList<>();
            entries("", shown.obs(), entries);
            all.put("obs_entries", String.join("\n", entries));
        }
        all.put("action", action(shown.action(), shown.scale()));
        if (shown.unknown() == null) {
            graphs(all);
        } else {
            all.put("no_graph", "wrapper %s is applied in the lab only".formatted(shown.unknown()));
        }
        return all;
    }

    private void graphs(Map<String, String> all) {
        for (int rows : ROWS) {
            boolean[] traced = new boolean[1];
            Graph graph = Graph.trace(trace -> traced[0] = learner.algorithm().traceActing(trace, rows));
            if (!traced[0]) {
                all.put(
                        "no_graph",
                        "algorithm %s does not say what acting computes"
                                .formatted(plan.algorithm().name()));
                return;
            }
            all.put("graph_" + rows, graph.write());
            needed.addAll(graph.variables());
        }
    }

    /// Add a line for each part of a space, in the order in which it is flattened.
    private static void entries(String name, Space space, List<String> to) {
        String named = " name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
        switch (space) {
            case Space.Discrete(int n, int start) -> to.add("discrete%s n=%s start=%s".formatted(named, n, start));
            case Space.MultiDiscrete(var sizes) ->
                to.add("multi_discrete%s sizes=%s"
                        .formatted(named, sizes.toString().replace(" ", "")));
            case Space.MultiBinary(int n) -> to.add("multi_binary%s n=%s".formatted(named, n));
            case Space.Box box ->
                to.add("box%s shape=%s".formatted(named, list(box.shape().dims())));
            case Space.Dict(var parts) ->
                parts.forEach((key, part) -> entries(name.isEmpty() ? key : name + "." + key, part, to));
            case Space.Tuple(var items) -> {
                for (int i = 0; i < items.size(); i++) {
                    entries(name.isEmpty() ? String.valueOf(i) : name + "." + i, items.get(i), to);
                }
            }
        }
    }

    private static String action(Space space, @Nullable Bounds scale) {
        return switch (space) {
            case Space.Discrete(int n, int start) -> "discrete n=%s start=%s".formatted(n, start);
            case Space.MultiDiscrete(var sizes) ->
                "multi_discrete sizes=%s".formatted(sizes.toString().replace(" ", ""));
            case Space.MultiBinary(int n) -> "multi_binary n=%s".formatted(n);
            case Space.Box box -> "box shape=%s".formatted(list(box.shape().dims())) + bounds(scale);
            case Space.Dict _, Space.Tuple _ -> throw new IllegalStateException("an agent has no actions " + space);
        };
    }

    private static String bounds(@Nullable Bounds scale) {
        if (scale == null) {
            return "";
        }
        float[] low = new float[scale.size()];
        float[] high = new float[scale.size()];
        for (int i = 0; i < low.length; i++) {
            low[i] = scale.low(i);
            high[i] = scale.high(i);
        }
        return " low=%s high=%s"
                .formatted(
                        Arrays.toString(low).replace(" ", ""),
                        Arrays.toString(high).replace(" ", ""));
    }

    private static String list(int[] dims) {
        return Arrays.toString(dims).replace(" ", "");
    }
}
