package slmlab.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import slmlab.cli.Cli;
import slmlab.search.CmaEsSampler;
import slmlab.search.Domain;
import slmlab.search.HaltonSampler;
import slmlab.search.Outcome;
import slmlab.search.Parameter;
import slmlab.search.RandomSampler;
import slmlab.search.Sampler;
import slmlab.search.SearchSpace;
import slmlab.search.TpeSampler;
import slmlab.tensor.RandomStream;

/// `slm-lab bench samplers`: our samplers and Optuna's on functions with known answers, in one run.
@Command(
        name = "samplers",
        header = "Compare the samplers of a search with Optuna's.",
        description = "The functions are computed by the peer's script, for both sides.")
final class Samplers implements Callable<Integer> {
    private static final int POINTS = 128;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--seeds", description = "Seeds of every row (default: ${DEFAULT-VALUE}).")
    private int seeds = 20;

    /// A function and the space in which it is maximized.
    private record Surface(String name, SearchSpace space) {}

    @Override
    public Integer call() {
        if (seeds < 1) {
            throw new ParameterException(spec.commandLine(), "--seeds is %s; needs at least 1".formatted(seeds));
        }
        try (Peer peer = Peer.start(Path.of(System.getProperty("slmlab.home", ".")), "samplers.py", "search")) {
            if (peer == null) {
                System.err.println("there is no Optuna: scripts/python-env search did not make its environment");
                return Cli.FAILED;
            }
            System.out.printf(
                    Locale.ROOT,
                    "median of the best score over %d seeds, to be large; theirs: %s%n%n%-14s %-8s %6s %12s %12s"
                            + " %12s%n",
                    seeds,
                    peer.description(),
                    "function",
                    "sampler",
                    "trials",
                    "ours",
                    "Optuna",
                    "multivariate");
            for (Surface surface : List.of(branin(), hartmann6(), mixed())) {
                double ours = median(seed -> best(peer, surface, new TpeSampler(), seed, 100));
                row(
                        surface,
                        "tpe",
                        100,
                        ours,
                        theirs(peer, surface, "tpe", 100),
                        theirs(peer, surface, "tpe_multivariate", 100));
            }
            for (int trials : new int[] {100, 300}) {
                double ours = median(seed -> best(peer, rosenbrock10(), new CmaEsSampler(seed), seed, trials));
                row(rosenbrock10(), "cma-es", trials, ours, theirs(peer, rosenbrock10(), "cma", trials), Double.NaN);
            }
            discrepancies();
            return Cli.DONE;
        }
    }

    private static void row(Surface surface, String sampler, int trials, double ours, double theirs, double other) {
        System.out.printf(
                Locale.ROOT,
                "%-14s %-8s %6d %12.5f %12.5f %12s  %s%n",
                surface.name,
                sampler,
                trials,
                ours,
                theirs,
                Double.isNaN(other) ? "" : String.format(Locale.ROOT, "%.5f", other),
                ours >= theirs && !(ours < other) ? "no worse" : "worse");
    }

    private double median(LongToDoubleFunction best) {
        double[] sorted = LongStream.range(0, seeds).mapToDouble(best).sorted().toArray();
        return (sorted[(seeds - 1) / 2] + sorted[seeds / 2]) / 2;
    }

    private double theirs(Peer peer, Surface surface, String sampler, int trials) {
        return median(seed -> peer.number("best %s %s %s %s".formatted(surface.name, sampler, seed, trials)));
    }

    private static double best(Peer peer, Surface surface, Sampler sampler, long seed, int trials) {
        List<Outcome> past = new ArrayList<>();
        for (int i = 0; i < trials; i++) {
            double[] point = sampler.suggest(
                    surface.space, i, past, RandomStream.ofSeed(seed).split("trial " + i));
            String values = surface.space.values(point).values().stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(" "));
            past.add(new Outcome(i, point, peer.number("value %s %s".formatted(surface.name, values))));
        }
        return past.stream().mapToDouble(Outcome::score).max().orElseThrow();
    }

    private void discrepancies() {
        SearchSpace cube = cube("cube", 3, 0, 1).space;
        double halton = median(seed -> discrepancy(points(cube, new HaltonSampler(seed), seed)));
        double random = median(seed -> discrepancy(points(cube, new RandomSampler(), seed)));
        System.out.printf(
                Locale.ROOT,
                "%ncentered discrepancy of %d points in three dimensions, to be small: halton %.5f, random %.5f%n",
                POINTS,
                Math.sqrt(halton),
                Math.sqrt(random));
    }

    private static double[][] points(SearchSpace space, Sampler sampler, long seed) {
        return IntStream.range(0, POINTS)
                .mapToObj(i -> sampler.suggest(
                        space, i, List.of(), RandomStream.ofSeed(seed).split("trial " + i)))
                .toArray(double[][]::new);
    }

    /// Return the centered L2 discrepancy (Hickernell 1998), squared.
    private static double discrepancy(double[][] points) {
        double single = 0;
        double pairs = 0;
        for (double[] x : points) {
            double product = 1;
            for (double at : x) {
                double off = Math.abs(at - 0.5);
                product *= 1 + 0.5 * off - 0.5 * off * off;
            }
            single += product;
            for (double[] y : points) {
                double both = 1;
                for (int k = 0; k < x.length; k++) {
                    both *= 1 + 0.5 * Math.abs(x[k] - 0.5) + 0.5 * Math.abs(y[k] - 0.5) - 0.5 * Math.abs(x[k] - y[k]);
                }
                pairs += both;
            }
        }
        int n = points.length;
        return Math.pow(13.0 / 12, points[0].length) - 2.0 / n * single + pairs / n / n;
    }

    private static Surface branin() {
        return new Surface("branin", new SearchSpace(List.of(line("x", -5, 10), line("y", 0, 15))));
    }

    private static Surface hartmann6() {
        return cube("hartmann6", 6, 0, 1);
    }

    private static Surface rosenbrock10() {
        return cube("rosenbrock10", 10, -2, 2);
    }

    private static Surface mixed() {
        return new Surface(
                "mixed",
                new SearchSpace(List.of(
                        new Parameter("lr", new Domain.Range(1e-6, 1, 0, true, false)),
                        line("width", 0, 1),
                        new Parameter("kind", new Domain.Choice(List.of("a", "b", "c", "d"))),
                        new Parameter("layers", new Domain.Range(1, 8, 1, false, true)))));
    }

    private static Surface cube(String name, int size, double low, double high) {
        return new Surface(
                name,
                new SearchSpace(IntStream.range(0, size)
                        .mapToObj(i -> line("x" + i, low, high))
                        .toList()));
    }

    private static Parameter line(String path, double low, double high) {
        return new Parameter(path, new Domain.Range(low, high, 0, false, false));
    }
}
