package slmlab.env.wrapper;

import slmlab.env.Step;
import slmlab.env.VecEnv;

/// Calls a callback after each reset and each step.
final class Watch extends Wrapper {
    private final Runnable watcher;

    Watch(VecEnv inner, Runnable watcher) {
        super("watch", inner);
        this.watcher = watcher;
    }

    @Override
    protected void begin(Step step, long seed) {
        watcher.run();
    }

    @Override
    protected void observe(Step step) {
        watcher.run();
    }
}
