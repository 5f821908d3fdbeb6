package slmlab.tensor;

/// Random state of the current run of a program: a key, and the number of the run.
final class Draws {
    private long key;
    private long run;

    void set(long newKey, long newRun) {
        key = newKey;
        run = newRun;
    }

    long key() {
        return key;
    }

    long run() {
        return run;
    }
}
