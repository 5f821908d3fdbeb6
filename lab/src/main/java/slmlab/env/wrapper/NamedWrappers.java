package slmlab.env.wrapper;

import static slmlab.spec.key.Check.that;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import slmlab.env.VecEnv;
import slmlab.spec.key.Default;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Registry;
import slmlab.spec.key.Required;
import slmlab.spec.text.SpecNumbers;

/// Every wrapper that a spec can name in its list `env.wrappers`, the user's among them.
///
/// A spec lists them from the inside out. They stand directly around the envs, inside of the wrappers that have keys
/// of their own in the env section.
public final class NamedWrappers {
    public static final Registry<VecEnv, VecEnv> ALL = new Registry<VecEnv, VecEnv>("wrapper")
            .add("StickyActions", Sticky.class, (config, env) -> Wrappers.stickyActions(env, config.probability))
            .add(
                    "ActionRepeat",
                    Repeat.class,
                    (config, env) -> Wrappers.actionRepeat(env, config.repeat, config.maxLastTwo))
            .add("ActionDelay", Delay.class, (config, env) -> Wrappers.actionDelay(env, config.steps))
            .add(
                    "DiscretizeAction",
                    Bins.class,
                    (config, env) -> Wrappers.discretizeAction(env, config.bins, config.joint))
            .add("Grey", Grey.class, (_, env) -> Wrappers.greyObs(env))
            .add("PotentialShaping", Shaping.class, (config, env) -> config.around(env))
            .add("Resize", Resize.class, (config, env) -> Wrappers.resizeObs(env, config.width, config.height))
            .add("RewardTerms", Terms.class, (config, env) -> Wrappers.rewardTerms(env, config.numbers()))
            .add("TimeAware", Time.class, (config, env) -> Wrappers.timeAware(env, config.limit))
            .providedBy(WrapperProvider.class, WrapperProvider::register);

    private static final int MOST = 10_000;

    private NamedWrappers() {}

    /// Register a wrapper: a [WrapperProvider] calls it.
    ///
    /// @param config record of its keys, with their defaults
    /// @param maker makes it around a vector
    public static <C extends Record> void register(String name, Class<C> config, BiFunction<C, VecEnv, VecEnv> maker) {
        ALL.add(name, config, maker);
    }

    @Doc("repeats the last action with a probability")
    record Sticky(
            @Doc("probability of repeating the last action instead of taking the chosen one") @Default("0.25")
            double probability) {
        Sticky {
            that("probability", probability >= 0 && probability <= 1, "is %s; needs to lie in [0, 1]", probability);
        }
    }

    @Doc("gives the env the action that was chosen some steps ago; an episode begins with doing nothing")
    record Delay(
            @Doc("steps between choosing an action and taking it") @Default("1")
            int steps) {
        Delay {
            that("steps", steps >= 1 && steps <= MOST, "is %s; needs 1 to %s", steps, MOST);
        }
    }

    @Doc("takes each action several times and sums the rewards; it must be listed first")
    record Repeat(
            @Doc("times that each action is taken, or until the episode ends") @Required("4")
            int repeat,

            @Doc("whether each pixel is the brighter one of the last two images") @Default("false")
            boolean maxLastTwo) {
        Repeat {
            that("repeat", repeat >= 1 && repeat <= MOST, "is %s; needs 1 to %s", repeat, MOST);
        }
    }

    @Doc("makes continuous actions discrete: evenly spaced values, both bounds included")
    record Bins(
            @Doc("values of each number of an action") @Default("11")
            int bins,

            @Doc("whether several numbers are one choice among all combinations, as DQN needs") @Default("false")
            boolean joint) {
        Bins {
            that("bins", bins >= 2 && bins <= MOST, "is %s; needs 2 to %s", bins, MOST);
        }
    }

    @Doc("makes images of three colors gray, by Gymnasium's weights")
    record Grey() {}

    @Doc("scales images down, each pixel the mean of the area that it covers")
    record Resize(
            @Doc("width, in pixels") @Default("84") int width,
            @Doc("height, in pixels") @Default("84") int height) {
        Resize {
            that("width", width >= 1 && width <= MOST, "is %s; needs 1 to %s", width, MOST);
            that("height", height >= 1 && height <= MOST, "is %s; needs 1 to %s", height, MOST);
        }
    }

    @Doc("weighs the terms of an env's reward; the share of each is a column reward_share_… of the session table")
    record Terms(
            @Doc(value = "weights by the names of terms; 1 for those that are not named", example = "{torque: 10}")
            @Default("{}")
            Map<String, @Nullable Object> weights) {
        Terms {
            weights.forEach((name, weight) -> that(
                    "weights",
                    weight != null && SpecNumbers.finite(weight).isPresent(),
                    "has %s: %s; needs numbers",
                    name,
                    weight));
        }

        private Map<String, Double> numbers() {
            Map<String, Double> numbers = new LinkedHashMap<>();
            weights.forEach((name, weight) -> numbers.put(
                    name, weight == null ? 1 : SpecNumbers.finite(weight).orElse(1.0)));
            return numbers;
        }
    }

    @Doc("appends the share of an episode's time limit that has passed (arXiv:1712.00378)")
    record Time(
            @Doc("time limit of an episode, in steps") @Required("200")
            int limit) {
        Time {
            that("limit", limit >= 1, "is %s; needs at least 1 step", limit);
        }
    }

    @Doc("adds γΦ(s′) − Φ(s) to rewards, Φ the negative distance to a target; the best policy stays (Ng et al. 1999)")
    record Shaping(
            @Doc("the learner's discount: the same as agent.algorithm.gamma") @Required("0.99")
            double gamma,

            @Doc("factor of the distance") @Default("1.0") double scale,

            @Doc(value = "components of the observation to come near to; empty for zeros", example = "[1, 0, 0]")
            @Default("[]")
            List<Double> target,

            @Doc(value = "weights of their distances; empty for ones", example = "[1, 1, 0.1]") @Default("[]")
            List<Double> weights)
            implements Discounting {
        Shaping {
            that("gamma", gamma >= 0 && gamma <= 1, "is %s; needs to lie in [0, 1]", gamma);
            that("scale", scale > 0, "is %s; needs a positive number", scale);
        }

        private VecEnv around(VecEnv env) {
            return Wrappers.potentialShaping(env, gamma, scale, target, weights);
        }
    }

    /// A config with a discount, which must be the learner's.
    public interface Discounting {
        double gamma();
    }
}
