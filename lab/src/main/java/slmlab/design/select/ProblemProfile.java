package slmlab.design.select;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.agent.facts.Condition;
import slmlab.design.Code;
import slmlab.design.DesignSection;
import slmlab.design.FactNumber;
import slmlab.design.Findings;
import slmlab.spec.text.Problem;
import slmlab.spec.text.SpecException;

/// What decides which algorithm fits a problem. `docs/select.md` explains the keys.
///
/// @param states number of states of a tabular problem; 0 where they cannot be counted
/// @param stepsPerSecond steps that one env makes in a second
public record ProblemProfile(
        String actions,
        String observation,
        String data,
        String reward,
        boolean isExpertData,
        boolean hasExpert,
        boolean isRewardWanted,
        long agents,
        boolean hasTeamReward,
        boolean isZeroSum,
        long states,
        boolean hasModel,
        boolean isPartial,
        boolean hasGoals,
        boolean hasSubgoals,
        long horizon,
        double stepsPerSecond,
        long parallelEnvs,
        long machines) {

    private static final double FAST = 5000; // steps in a second, over all envs
    private static final long LONG = 1000; // steps of an episode
    private static final long FEW_STATES = 10_000;

    /// Read a profile; a [SpecException] lists everything that is wrong with it.
    ///
    /// @param source name of the file, for messages
    public static ProblemProfile read(String source, Map<String, @Nullable Object> values) {
        Findings found = new Findings();
        DesignSection keys = new DesignSection(Path.of(""), "", values, found);
        keys.require("actions");
        String data = keys.choice("data", "online", "offline", "demonstrations", "preferences")
                .orElse("online");
        if (data.equals("online") || data.equals("demonstrations")) {
            keys.require("steps_per_second");
        }
        ProblemProfile profile = new ProblemProfile(
                keys.choice("actions", "discrete", "continuous").orElse("discrete"),
                keys.choice("observation", "vector", "image").orElse("vector"),
                data,
                keys.choice("reward", "dense", "sparse", "none").orElse(data.equals("online") ? "dense" : "none"),
                keys.choice("data_quality", "mixed", "expert").orElse("mixed").equals("expert"),
                keys.flag("expert_answers"),
                keys.flag("reward_wanted"),
                keys.atLeast(1, "agents").orElse(1L),
                keys.flag("team_reward"),
                keys.flag("zero_sum"),
                keys.atLeast(1, "states").orElse(0L),
                keys.flag("known_model"),
                keys.choice("observability", "full", "partial").orElse("full").equals("partial"),
                keys.flag("goals"),
                keys.flag("subgoals"),
                keys.atLeast(1, "horizon").orElse(1L),
                keys.number("steps_per_second").orElse(0.0),
                keys.atLeast(1, "parallel_envs").orElse(1L),
                keys.atLeast(1, "machines").orElse(1L));
        keys.finish();
        profile.check(found);
        List<Problem> problems = found.verdict().findings().stream()
                .map(each -> new Problem(each.path(), "%s; %s".formatted(each.message(), each.fix())))
                .toList();
        if (!problems.isEmpty()) {
            throw new SpecException(source, problems);
        }
        return profile;
    }

    /// Refuse what contradicts itself.
    private void check(Findings found) {
        if (stepsPerSecond < 0) {
            found.add(
                    Code.F05,
                    "steps_per_second",
                    "is %s".formatted(FactNumber.number(stepsPerSecond)),
                    "write more than 0");
        }
        if (reward.equals("none") && data.equals("online") && !hasModel) {
            found.add(Code.F06, "reward", "is none, and there is nothing else to learn from", "write dense or sparse");
        }
        if (agents == 1 && (hasTeamReward || isZeroSum)) {
            String key = hasTeamReward ? "team_reward" : "zero_sum";
            found.add(Code.F06, key, "is true for one agent", "give agents, or remove it");
        }
        if ((isExpertData && !data.equals("offline")) || ((hasExpert || isRewardWanted) && !isDemonstrated())) {
            String key = isExpertData ? "data_quality" : hasExpert ? "expert_answers" : "reward_wanted";
            String needs = isExpertData ? "offline" : "demonstrations";
            found.add(
                    Code.F06,
                    key,
                    "is set for data: %s".formatted(data),
                    "write data: %s, or remove it".formatted(needs));
        }
    }

    /// Whether something is true of the problem that an algorithm asks for.
    boolean has(Condition condition) {
        return switch (condition) {
            case DISCRETE -> isDiscrete();
            case CONTINUOUS -> !isDiscrete();
            case IMAGE -> observation.equals("image");
            case PARTIAL -> isPartial;
            case SINGLE_AGENT -> agents == 1;
            case SIMULATOR -> (data.equals("online") || isDemonstrated()) && !reward.equals("none");
            case FAST -> isFast();
            case SLOW -> !isFast();
        };
    }

    private boolean isDiscrete() {
        return actions.equals("discrete");
    }

    boolean isOffline() {
        return data.equals("offline");
    }

    boolean isDemonstrated() {
        return data.equals("demonstrations");
    }

    boolean isFast() {
        return stepsPerSecond * parallelEnvs >= FAST;
    }

    boolean isSparse() {
        return reward.equals("sparse");
    }

    boolean isLong() {
        return horizon > LONG;
    }

    boolean isTabular() {
        return states > 0 && states < FEW_STATES;
    }
}
