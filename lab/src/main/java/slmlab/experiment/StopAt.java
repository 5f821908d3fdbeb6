package slmlab.experiment;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import slmlab.env.VecEnv;

/// Stops the only session of a run with a resumable state: at a frame, or as soon as everything is to stop. It can
/// continue from there as if it had not been stopped.
public final class StopAt implements Listener {
    private final long last;
    private final AtomicBoolean everything;
    private final AtomicBoolean stop = new AtomicBoolean();
    private LongSupplier now = () -> 0;

    /// @param last the frame; the session ends with the first step that reaches it
    public StopAt(long last, AtomicBoolean everything) {
        this.last = last;
        this.everything = everything;
    }

    /// Return what becomes true when the session is to stop.
    public AtomicBoolean stop() {
        return stop;
    }

    @Override
    public void begin(int session, long frame, long maxFrame) {
        stop.set(frame >= last);
    }

    @Override
    public void running(int session, LongSupplier frame) {
        now = frame;
    }

    @Override
    public Runnable watch(int session, VecEnv env) {
        return () -> {
            if (everything.get() || now.getAsLong() >= last) {
                stop.set(true);
            }
        };
    }
}
