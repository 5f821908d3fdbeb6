package slmlab.env.wrapper;

import static slmlab.spec.Check.that;

import java.util.function.BiFunction;
import slmlab.env.VecEnv;
import slmlab.spec.Default;
import slmlab.spec.Doc;
import slmlab.spec.Registry;

/// Every wrapper that a spec can name in its list `env.wrappers`, the user's among them.
///
/// A spec lists them from the inside out. They stand directly around the envs, inside of the wrappers that have keys
/// of their own in the env section.
public final class NamedWrappers {
    public static final Registry<VecEnv, VecEnv> ALL = new Registry<VecEnv, VecEnv>("wrapper")
            .add("StickyActions", Sticky.class, (config, env) -> Wrappers.stickyActions(env, config.probability))
            .providedBy(WrapperProvider.class, WrapperProvider::register);

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
}
