package slmlab.env.play;

import java.awt.event.KeyEvent;
import java.util.function.Consumer;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.render.Viewer;
import slmlab.env.wrapper.EpisodeStats;
import slmlab.env.wrapper.Wrappers;
import slmlab.tensor.Array;

/// A person in the place of an agent: each key press is a step.
public final class Play {
    private static final int PATIENCE = 100; // ms, to notice a closed window

    private final EpisodeStats env;
    private final KeyActions keys;

    /// @param env a vector of one; an [IllegalArgumentException] says why its actions cannot be played with
    ///     keys
    public Play(String name, VecEnv env) {
        this.keys = new KeyActions(name, env.actionSpace());
        this.env = Wrappers.episodeStats(env);
    }

    /// Play until the window is closed or Esc is pressed.
    ///
    /// @param tell receives the help on keys, and a line forevery episode that ends
    public void run(long seed, Viewer viewer, Consumer<String> tell) {
        tell.accept(keys.help());
        Step step = env.reset(seed);
        viewer.show(env.render(0));
        for (int key = -1; viewer.isOpen() && key != KeyEvent.VK_ESCAPE; key = viewer.key(PATIENCE)) {
            Array action = keys.action(key);
            if (action != null && !keys.isAllowed(action, step)) {
                tell.accept("action %s is not allowed now".formatted(action.ints()[0]));
            } else if (action != null) {
                env.step(action);
                viewer.show(env.render(0));
                if (env.ended() > 0) {
                    tell.accept("return %s after %s steps".formatted(env.episodeReturn(0), env.episodeLength(0)));
                }
            }
        }
    }
}
