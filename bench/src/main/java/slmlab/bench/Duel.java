package slmlab.bench;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Times two sides in alternating rounds, both warm, and takes the median of each.
final class Duel {
    private static final double ROUND_SECONDS = 0.1;

    private final int rounds;
    private final double warmSeconds;

    Duel(int rounds, double warmSeconds) {
        this.rounds = rounds;
        this.warmSeconds = warmSeconds;
    }

    /// Return a function that gives the mean seconds of one run, over so many runs.
    static LongToDoubleFunction timed(Runnable run) {
        return runs -> {
            long start = System.nanoTime();
            for (long i = 0; i < runs; i++) {
                run.run();
            }
            return (System.nanoTime() - start) * 1e-9 / runs;
        };
    }

    /// Return the median seconds of one run: ours, then theirs, which is NaN without a peer.
    double[] seconds(LongToDoubleFunction ours, @Nullable LongToDoubleFunction theirs) {
        long ourRuns = warm(ours);
        long theirRuns = theirs == null ? 0 : warm(theirs);
        double[] our = new double[rounds];
        double[] their = new double[rounds];
        Arrays.fill(their, Double.NaN);
        for (int round = 0; round < rounds; round++) {
            our[round] = ours.applyAsDouble(ourRuns);
            if (theirs != null) {
                their[round] = theirs.applyAsDouble(theirRuns);
            }
        }
        return new double[] {median(our), median(their)};
    }

    /// Warm up a side and return how many runs fill a round.
    private long warm(LongToDoubleFunction side) {
        long runs = 1;
        double spent = 0;
        double each = 1;
        while (spent < warmSeconds) {
            each = side.applyAsDouble(runs);
            spent += each * runs;
            runs = Math.max(1, (long) (ROUND_SECONDS / Math.max(each, 1e-9)));
        }
        return runs;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
