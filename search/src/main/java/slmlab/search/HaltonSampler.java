package slmlab.search;

import java.util.ArrayList;
import java.util.List;
import slmlab.tensor.RandomStream;

/// Halton's sequence with shuffled digits: trials fill the space evenly, in any number.
public final class HaltonSampler implements Sampler {
    private final RandomStream shuffles;

    /// @param seed of the study
    public HaltonSampler(long seed) {
        this.shuffles = RandomStream.ofSeed(seed).split("halton");
    }

    @Override
    public double[] suggest(SearchSpace space, int number, List<Outcome> past, RandomStream random) {
        int[] bases = primes(space.size());
        double[] point = new double[space.size()];
        for (int i = 0; i < point.length; i++) {
            point[i] = at(space.domain(i), fraction(number + 1L, bases[i]));
        }
        return point;
    }

    private static double at(Domain domain, double fraction) {
        return switch (domain) {
            case Domain.Choice(List<?> options) -> Math.floor(fraction * options.size());
            case Domain.Range range -> range.low() + (range.high() - range.low()) * fraction;
            case Domain.Normal normal ->
                Math.clamp(normal.mean() + normal.deviation() * Gauss.quantile(fraction), normal.low(), normal.high());
        };
    }

    /// Return the number's digits mirrored at the point, each place with its own order of digits.
    private double fraction(long number, int base) {
        double fraction = 0;
        double place = 1;
        long rest = number;
        for (int digit = 0; place > 1e-12; digit++) {
            place /= base;
            fraction += place * order(base, digit)[(int) (rest % base)];
            rest /= base;
        }
        return Math.min(fraction, Math.nextDown(1.0));
    }

    private int[] order(int base, int digit) {
        int[] order = new int[base];
        for (int i = 0; i < base; i++) {
            order[i] = i;
        }
        shuffles.split(base + "." + digit).shuffle(order);
        return order;
    }

    private static int[] primes(int count) {
        List<Integer> primes = new ArrayList<>();
        for (int candidate = 2; primes.size() < count; candidate++) {
            int number = candidate;
            if (primes.stream().noneMatch(prime -> number % prime == 0)) {
                primes.add(number);
            }
        }
        return primes.stream().mapToInt(Integer::intValue).toArray();
    }
}
