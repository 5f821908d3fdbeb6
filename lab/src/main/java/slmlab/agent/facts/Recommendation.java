package slmlab.agent.facts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// When to choose an algorithm, and how to begin with it.
///
/// ```java
/// Recommendation.of("MyPG", CONTINUOUS, SINGLE_AGENT, SIMULATOR)
///         .because(SLOW, "a slow simulator: a replay uses each step many times")
///         .start("spec/mypg/pendulum.yaml mypg_pendulum")
///         .settings("a batch of 256")
///         .fallback("SAC, which explores on its own")
/// ```
///
/// @param title what the ranking calls it
/// @param needs what a problem must have
/// @param reasons why it is recommended, by what the problem has
/// @param starts shipped specs to begin with; the first that a problem allows is taken
/// @param settings that matter first
/// @param fallback what to try when it fails
public record Recommendation(
        String title,
        List<Condition> needs,
        Map<Condition, String> reasons,
        List<Start> starts,
        String settings,
        String fallback) {

    /// A shipped spec, file and name.
    ///
    /// @param when what a problem must have; empty for any
    public record Start(String spec, Set<Condition> when) {}

    public static Recommendation of(String title, Condition... needs) {
        return new Recommendation(title, List.of(needs), Map.of(), List.of(), "", "");
    }

    /// Return the same with a reason for problems of a kind.
    public Recommendation because(Condition condition, String reason) {
        Map<Condition, String> more = new LinkedHashMap<>(reasons);
        more.put(condition, reason);
        return new Recommendation(title, needs, more, starts, settings, fallback);
    }

    /// Return the same with the reasons of what learns from a replay.
    public Recommendation becauseOfReplay() {
        return because(Condition.SLOW, "a slow simulator: a replay uses each step many times")
                .because(Condition.FAST, "needs fewer steps, and more time for each");
    }

    /// Return the same with one more spec, for problems that the ones before do not suit.
    public Recommendation start(String spec, Condition... when) {
        List<Start> more = new ArrayList<>(starts);
        more.add(new Start(spec, Set.of(when)));
        return new Recommendation(title, needs, reasons, List.copyOf(more), settings, fallback);
    }

    public Recommendation settings(String words) {
        return new Recommendation(title, needs, reasons, starts, words, fallback);
    }

    public Recommendation fallback(String words) {
        return new Recommendation(title, needs, reasons, starts, settings, words);
    }
}
