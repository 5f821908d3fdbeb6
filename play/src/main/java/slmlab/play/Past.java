package slmlab.play;

import org.jspecify.annotations.Nullable;

/// What a player remembers of one episode: the states of recurrent nets and the stacked observations. [Player#past]
/// returns it, [Player#resume] continues the episode with it, in any row and in another player of the same policy.
public final class Past {
    final float[][] states; // by recurrent state
    final @Nullable Object frames; // a float[] or byte[] of stacked observations; null where none are stacked

    Past(float[][] states, @Nullable Object frames) {
        this.states = states;
        this.frames = frames;
    }
}
