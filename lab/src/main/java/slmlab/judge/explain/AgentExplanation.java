package slmlab.judge.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.chart.FrameStrip;
import slmlab.chart.SignedBars;
import slmlab.judge.Moment;

/// Why an agent chose what it chose, in several states.
///
/// @param run name of the run
/// @param randomised mean rank correlation of these maps with those of nets with random weights; NaN where all maps
///     of one side are equal
/// @param memory null for an agent without a recurrent net
/// @param hidden null for such an agent too
public record AgentExplanation(
        String run,
        String env,
        String algorithm,
        int session,
        Saliency method,
        AttributionBaseline baseline,
        ObsNames names,
        List<Explained> states,
        double randomised,
        @Nullable MemoryVerdict memory,
        @Nullable HiddenNorm hidden) {
    private static final int TOP = 5;
    private static final double SAME = 0.3;

    /// @param map for images, from 0 to 1, row by row; empty for vectors
    record Explained(Moment moment, Attribution attribution, double[] map) {}

    /// One component of an observation and how much it counts.
    record Part(String name, float value, double amount) {}

    /// Return the components that count most, the largest first.
    List<Part> top(Explained state) {
        double[] amounts = state.map.length > 0 && method == Saliency.GRADCAM ? state.map : state.attribution.parts();
        return IntStream.range(0, amounts.length)
                .boxed()
                .sorted((i, j) -> Double.compare(Math.abs(amounts[j]), Math.abs(amounts[i])))
                .limit(TOP)
                .filter(i -> amounts[i] != 0)
                .map(i -> new Part(name(state, amounts.length, i), value(state, amounts.length, i), amounts[i]))
                .toList();
    }

    private String name(Explained state, int count, int index) {
        return count == state.moment.obs().length
                ? names.names().get(index)
                : "row %s, column %s".formatted(index / names.width(), index % names.width());
    }

    /// Return what is seen there; NaN for a pixel with several channels.
    private static float value(Explained state, int count, int index) {
        return count == state.moment.obs().length ? state.moment.obs()[index] : Float.NaN;
    }

    /// Return what to print.
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("%s: %s on %s, session %s, %s".formatted(run, algorithm, env, session, subtitle()));
        for (Explained state : states) {
            lines.add("");
            lines.add(heading(state) + details(state));
            if (state.attribution.isZero()) {
                lines.add("  nothing counts: the map is zero everywhere");
                continue;
            }
            List<Part> top = top(state);
            int widest = top.stream().mapToInt(part -> part.name.length()).max().orElse(0);
            for (Part part : top) {
                String seen = Float.isNaN(part.value) ? "" : String.format(Locale.ROOT, "   seen as %.4g", part.value);
                lines.add("  %s%s".formatted(part.name, " ".repeat(widest - part.name.length()))
                        + String.format(Locale.ROOT, "  %+10.4f", part.amount)
                        + seen);
            }
        }
        lines.add("");
        lines.addAll(remarks());
        return lines;
    }

    /// Return the components that count most, a row each: a header, then the states one after the other.
    public List<List<String>> table() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("State", "Choice", "Component", "Seen as", "Amount"));
        for (Explained state : states) {
            String where = "episode %s, step %s".formatted(state.moment.episode(), state.moment.step());
            if (state.attribution.isZero()) {
                rows.add(List.of(where, state.moment.action(), "nothing counts", "", "0"));
            }
            for (Part part : top(state)) {
                rows.add(List.of(
                        where,
                        state.moment.action(),
                        part.name,
                        Float.isNaN(part.value) ? "" : String.format(Locale.ROOT, "%.4g", part.value),
                        String.format(Locale.ROOT, "%+.4f", part.amount)));
            }
        }
        return rows;
    }

    /// Return the result in one sentence: the component that counts most in most of the states.
    public String headline() {
        Map<String, Integer> first = new LinkedHashMap<>();
        states.stream()
                .map(this::top)
                .filter(top -> !top.isEmpty())
                .forEach(top -> first.merge(top.getFirst().name, 1, Integer::sum));
        return first.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> "%s counts most in %s of %s states%s"
                        .formatted(
                                most.getKey(),
                                most.getValue(),
                                states.size(),
                                memory == null ? "" : "; memory is " + memory.verdict()))
                .orElse("nothing counts: the maps are zero everywhere");
    }

    private static String heading(Explained state) {
        Moment moment = state.moment;
        return String.format(
                Locale.ROOT,
                "episode %s, step %s, %s: %s is %.4f",
                moment.episode(),
                moment.step(),
                moment.action(),
                moment.target(),
                state.attribution.score());
    }

    private static String details(Explained state) {
        Attribution all = state.attribution;
        return Double.isNaN(all.gap())
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", %.4f at the baseline; %s points, completeness gap %.1e%s",
                        all.baseline(),
                        all.points(),
                        all.gap(),
                        all.complete() ? "" : ", which is too large: read these numbers with care");
    }

    /// Return what holds for all states.
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (Double.isNaN(randomised)) {
            remarks.add("sanity: no rank correlation with random weights, since all numbers of a map are equal");
        } else {
            remarks.add(String.format(
                    Locale.ROOT,
                    "sanity: rank correlation with the maps of random weights is %.2f: %s",
                    randomised,
                    randomised < SAME
                            ? "the maps depend on what was learned"
                            : "the maps depend on the observation more than on what was learned"));
        }
        remarks.add(memory == null ? "memory: the net has none" : memory.toString());
        if (hidden != null) {
            remarks.addAll(hidden.lines());
        }
        remarks.add("attention: no net of the lab has any");
        return remarks;
    }

    /// Return all numbers, for a file.
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("run", run);
        all.put("env", env);
        all.put("algorithm", algorithm);
        all.put("session", session);
        all.put("method", method.toString());
        all.put("baseline", method == Saliency.IG ? baseline.toString() : null);
        all.put("states", states.stream().map(this::json).toList());
        all.put("rank_correlation_with_random_weights", randomised);
        if (memory != null) {
            Map<String, Object> verdict = new LinkedHashMap<>();
            verdict.put("verdict", memory.verdict());
            verdict.put("return", memory.kept());
            verdict.put("return_without_memory", memory.zeroed());
            verdict.put("drop", memory.drop());
            verdict.put("episodes", memory.episodes());
            all.put("memory", verdict);
        } else {
            all.put("memory", null);
        }
        all.put("hidden_norm", hidden == null ? null : hidden.norms());
        all.put("attention", null);
        return all;
    }

    private Map<String, @Nullable Object> json(Explained state) {
        Map<String, @Nullable Object> one = new LinkedHashMap<>();
        one.put("episode", state.moment.episode());
        one.put("step", state.moment.step());
        one.put("action", state.moment.action());
        one.put("target", state.moment.target());
        one.put("score", state.attribution.score());
        one.put("baseline", state.attribution.baseline());
        one.put("points", state.attribution.points());
        one.put("completeness_gap", state.attribution.gap());
        one.put("complete", state.attribution.complete());
        one.put("all_zero", state.attribution.isZero());
        List<Object> top = new ArrayList<>();
        for (Part part : top(state)) {
            Map<String, @Nullable Object> each = new LinkedHashMap<>();
            each.put("name", part.name);
            each.put("seen", Float.isNaN(part.value) ? null : part.value);
            each.put("amount", part.amount);
            top.add(each);
        }
        one.put("top", top);
        one.put("parts", state.attribution.parts());
        return one;
    }

    /// Return whether observations are images.
    public boolean isImage() {
        return names.isImage();
    }

    private String title() {
        return "%s: what the choice depends on".formatted(run);
    }

    private String subtitle() {
        return switch (method) {
            case GRADIENT -> "gradient of the target by each component of the observation";
            case SMOOTHGRAD -> "mean gradient of the target over 50 copies with noise";
            case IG -> "integrated gradients from " + baseline.words();
            case GRADCAM -> "Grad-CAM of the last convolution";
        };
    }

    /// Return the bars of the components that count most.
    public SignedBars bars() {
        return new SignedBars(
                title(),
                subtitle(),
                states.stream()
                        .map(state -> new SignedBars.Panel(
                                heading(state),
                                top(state).stream()
                                        .map(part -> new SignedBars.Bar(part.name, part.amount))
                                        .toList()))
                        .toList());
    }

    /// Return the frames, with what counts over them.
    public FrameStrip frames() {
        return new FrameStrip(
                title(),
                subtitle(),
                names.width(),
                states.stream()
                        .map(state -> new FrameStrip.Frame(
                                heading(state), names.frame(state.moment.obs()), state.map, state.attribution.isZero()))
                        .toList());
    }
}
