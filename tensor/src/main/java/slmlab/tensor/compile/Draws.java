package slmlab.tensor.compile;

/// Random state of the current run of a program: a key, and the number of the run.
public final class Draws {
    private long key;
    private long run;

    void set(long newKey, long newRun) {
        key = newKey;
        run = newRun;
    }

    public long key() {
        return key;
    }

    public long run() {
        return run;
    }
}
