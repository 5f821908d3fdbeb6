package slmlab.env;

import java.util.List;
import slmlab.tensor.State;

/// One environment, as an author writes it; docs/envs.md has a complete example.
///
/// ```java
/// final class Corridor implements Env {
///     private int at;
///     public Space obsSpace() { return Space.Box.of(0, 10, 1); }
///     public Space actionSpace() { return new Space.Discrete(2); }
///     public void reset(NumpyRandom random, Frame frame) { at = 0; frame.obs(0, at); }
///     public void step(Frame frame) {
///         at = Math.max(0, at + (frame.action() == 1 ? 1 : -1));
///         frame.obs(0, at);
///         frame.reward(at == 10 ? 1 : -0.1);
///         if (at == 10) frame.terminate();
///     }
/// }
/// ```
///
/// [#step] should allocate nothing. Compute in double; observations and rewards are rounded to float32 when
/// written. One that can be drawn implements [slmlab.env.render.Drawable] too.
///
/// Threads: one thread at a time calls an env, not always the same one. Envs of a vector may step at the same time, so
/// they share no mutable state.
public interface Env extends AutoCloseable {

    Space obsSpace();

    Space actionSpace();

    /// Return whether the env provides an action mask, through [Frame#mask].
    default boolean hasActionMask() {
        return false;
    }

    /// Return what the lab should know besides the spaces; the same every time.
    default Traits traits() {
        return Traits.NONE;
    }

    /// Take the seed of [VecEnv#reset], before the reset that it causes: for an env that carries more than
    /// `random` from one episode to the next, and has to forget it.
    default void seed(long seed) {}

    /// Begin an episode: write its first observation (and mask).
    ///
    /// @param random the only source of randomness until the next reset; its state carries over from the last
    ///     episode
    void reset(NumpyRandom random, Frame frame);

    /// Take the frame's action: write the observation, the reward and whether the episode ended.
    ///
    /// A discrete action is always in its space, and no action is NaN. A continuous action may lie outside its
    /// bounds, because policies sample without bounds: clip it, as Gymnasium's envs do.
    void step(Frame frame);

    /// Return whether the last end was that of a part of a longer game only, such as a life. Learning takes it as
    /// an end; returns and lengths count on. The [#reset] that follows continues the game.
    default boolean endedPart() {
        return false;
    }

    /// Return the names of the terms whose sum is the reward, for wrappers that weigh them; none by default.
    default List<String> rewardTerms() {
        return List.of();
    }

    /// Return one term of the reward of the last step. A reset leaves it as it is.
    ///
    /// @param index its place in [#rewardTerms]
    default double rewardTerm(int index) {
        throw new UnsupportedOperationException(
                "%s has no terms of its reward".formatted(getClass().getSimpleName()));
    }

    /// Write all fields that change during an episode, if the env can do that: then a resume is [#load]. An env
    /// that cannot is reset and given the same actions again.
    ///
    /// @return whether the fields were written; the same answer every time
    default boolean save(State to) {
        return false;
    }

    /// Read what [#save] wrote, in place of a reset.
    ///
    /// @param random the source of randomness from here on, as it stood at the save
    default void load(State from, NumpyRandom random) {
        throw new UnsupportedOperationException("%s saves its fields, so it needs load() too"
                .formatted(getClass().getSimpleName()));
    }

    /// Release what the env holds. An env that is closed already does nothing.
    @Override
    default void close() {}
}
