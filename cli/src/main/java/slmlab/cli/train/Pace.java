package slmlab.cli.train;

import java.util.OptionalDouble;

/// How fast a session goes now: frames per second over the last 5 to 10 seconds, so that a slow start does not
/// spoil the estimate of the time left.
final class Pace {
    private static final double WARM_UP = 2; // seconds in which the JIT compiles
    private static final double PERIOD = 5;

    private final double begun;
    private double olderTime;
    private long olderFrame;
    private double newerTime;
    private long newerFrame;
    private boolean isWarm;
    private double fps;
    private boolean isKnown;

    /// @param time seconds on any clock
    Pace(double time, long frame) {
        begun = time;
        olderTime = time;
        olderFrame = frame;
    }

    /// Note how far the session has come.
    void add(double time, long frame) {
        fps = (frame - olderFrame) / (time - olderTime);
        isKnown = isWarm;
        if (!isWarm && time - begun >= WARM_UP) { // counts from here
            isWarm = true;
            olderTime = time;
            olderFrame = frame;
            newerTime = time;
            newerFrame = frame;
        } else if (isWarm && time - newerTime >= PERIOD) {
            olderTime = newerTime;
            olderFrame = newerFrame;
            newerTime = time;
            newerFrame = frame;
        }
    }

    double framesPerSecond() {
        return fps;
    }

    /// Return the seconds that so many frames will take; empty while only the warm-up was seen.
    OptionalDouble seconds(long frames) {
        return isKnown ? OptionalDouble.of(frames / fps) : OptionalDouble.empty();
    }
}
