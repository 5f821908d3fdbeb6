package slmlab.judge.robust;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import slmlab.env.NumpyRandom;

/// Looks for the worst arguments of an env near its own, by cross-entropy search: draw some, keep those that harm
/// most, and draw around these.
final class Dynamics {
    static final double REACH = 0.2; // of each argument's own value
    private static final int ROUNDS = 5;
    private static final int DRAWN = 16;
    private static final int ELITE = 4;

    private Dynamics() {}

    /// @param arguments that were found, by name
    /// @param tried how many sets of arguments were tried
    /// @param refused how many of them the env does not take
    record Found(Map<String, Double> arguments, double mean, int tried, int refused) {}

    /// @param nominal the env's own arguments
    /// @param mean return with other arguments; infinite where the env refuses them
    static Found search(Map<String, Double> nominal, ToDoubleFunction<Map<String, Double>> mean, long seed) {
        List<String> names = List.copyOf(nominal.keySet());
        NumpyRandom random = NumpyRandom.ofSeed(seed);
        double[] center = new double[names.size()]; // as shares: −1 is 20 % less, 1 is 20 % more
        double[] spread = new double[names.size()];
        Arrays.fill(spread, 1);
        record Tried(double[] shares, double mean) {}
        List<Tried> all = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<Tried> now = new ArrayList<>();
            for (int draw = 0; draw < DRAWN; draw++) {
                double[] shares = new double[center.length];
                for (int i = 0; i < shares.length; i++) {
                    shares[i] = Math.clamp(center[i] + spread[i] * random.normal(), -1, 1);
                }
                now.add(new Tried(shares, mean.applyAsDouble(arguments(nominal, shares))));
            }
            now.sort(Comparator.comparingDouble(Tried::mean));
            all.addAll(now);
            for (int i = 0; i < center.length; i++) {
                int at = i;
                double[] elite = now.subList(0, ELITE).stream()
                        .mapToDouble(tried -> tried.shares[at])
                        .toArray();
                double middle = Arrays.stream(elite).average().orElseThrow();
                center[i] = middle;
                double elites = Math.sqrt(Arrays.stream(elite)
                        .map(share -> (share - middle) * (share - middle))
                        .average()
                        .orElseThrow());
                spread[i] = 0.5 * spread[i] + 0.5 * elites; // half of the old one, so that it does not settle too soon
            }
        }
        Tried worst = all.stream().min(Comparator.comparingDouble(Tried::mean)).orElseThrow();
        int refused = (int)
                all.stream().filter(tried -> Double.isInfinite(tried.mean)).count();
        return new Found(arguments(nominal, worst.shares), worst.mean, all.size(), refused);
    }

    private static Map<String, Double> arguments(Map<String, Double> nominal, double[] shares) {
        Map<String, Double> arguments = new LinkedHashMap<>();
        int i = 0;
        for (Map.Entry<String, Double> argument : nominal.entrySet()) {
            arguments.put(argument.getKey(), argument.getValue() * (1 + REACH * shares[i]));
            i++;
        }
        return arguments;
    }
}
