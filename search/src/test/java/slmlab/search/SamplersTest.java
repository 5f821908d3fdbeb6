package slmlab.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.tensor.RandomStream;

/// Samplers on functions with known answers. Golden medians of Optuna: scripts/golden/samplers.py.
class SamplersTest {
    private static final Map<String, Functions> FUNCTIONS = Map.of(
            "branin", Functions.branin(),
            "hartmann6", Functions.hartmann6(),
            "mixed", Functions.mixed());

    @ParameterizedTest
    @ValueSource(strings = {"branin", "hartmann6", "mixed"})
    void tpeIsNoWorseThanOptunas(String name) {
        Functions function = Objects.requireNonNull(FUNCTIONS.get(name));
        double ours = median(function, _ -> new TpeSampler(), 100);
        assertThat(ours).isGreaterThanOrEqualTo(golden(name + ".tpe.100"));
        assertThat(ours).isGreaterThanOrEqualTo(golden(name + ".tpe_multivariate.100"));
        assertThat(ours).isGreaterThan(median(function, _ -> new RandomSampler(), 100));
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 300})
    void cmaEsIsNoWorseThanOptunas(int trials) {
        assertThat(median(Functions.rosenbrock10(), CmaEsSampler::new, trials))
                .isGreaterThanOrEqualTo(golden("rosenbrock10.cma." + trials));
    }

    @Test
    void cmaEsStepsAreMirroredPairs() {
        SearchSpace space = Functions.cube(3, 0, 1); // seven points a generation
        CmaEsSampler sampler = new CmaEsSampler(5);
        double[][] points = IntStream.range(0, 7)
                .mapToObj(i -> sampler.suggest(
                        space, i, List.of(), RandomStream.ofSeed(5).split("trial " + i)))
                .toArray(double[][]::new);
        for (int i = 0; i < 6; i += 2) {
            for (int k = 0; k < 3; k++) {
                assertThat(points[i][k] + points[i + 1][k]).isCloseTo(1, within(1e-12));
            }
        }
        double along = IntStream.range(0, 3)
                .mapToDouble(k -> (points[0][k] - 0.5) * (points[2][k] - 0.5))
                .sum();
        assertThat(along).isCloseTo(0, within(1e-12));
    }

    /// Scores that are noise say nothing about the width, so it stays: the geometric mean over seeds of its
    /// change in 20 generations, far from the ends of the ranges. Where both of a mirrored pair may be parents
    /// their steps cancel in the mean, and the width falls to 0.5.
    @ParameterizedTest
    @ValueSource(ints = {3, 5, 10})
    void cmaEsKeepsItsWidthUnderNoise(int size) {
        SearchSpace space = Functions.cube(size, 0, 1);
        double change = LongStream.range(0, 60)
                .mapToDouble(seed -> {
                    RandomStream noise = RandomStream.ofSeed(seed).split("noise");
                    CmaEsSampler sampler = new CmaEsSampler(seed, 1e-3);
                    Functions flat = new Functions("noise", space, _ -> noise.nextNormal());
                    int generation = new CmaEs(size, 1).generation();
                    List<Outcome> past = run(flat, sampler, seed, 20 * generation);
                    return Math.log(sampler.width(space, past) / sampler.width(space, List.of()));
                })
                .average()
                .orElseThrow();
        assertThat(Math.exp(change)).isBetween(0.8, 1.25);
    }

    /// A valley that is a thousand times longer than wide, and does not lie along an axis. A distribution that
    /// remains a ball crawls along it: its width is that of the narrow side.
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2})
    void cmaEsLearnsTheShapeOfAValley(long seed) {
        RandomStream random = RandomStream.ofSeed(seed);
        CmaEs distribution = new CmaEs(3, 0.3);
        List<double[]> points = List.of();
        for (int generation = 0; generation < 400; generation++) {
            points = Stream.generate(() -> distribution.draw(random))
                    .limit(distribution.generation())
                    .sorted(Comparator.comparingDouble(SamplersTest::valley))
                    .toList();
            distribution.learn(points);
        }
        assertThat(valley(points.getFirst())).isLessThan(1e-8);
    }

    private static double valley(double[] x) {
        double along = (x[0] + x[1]) / 2 - 0.2;
        double across = (x[0] - x[1]) / 2 - 0.1;
        double aside = x[2] - 0.8;
        return along * along + 1e6 * across * across + 1e3 * aside * aside;
    }

    @Test
    void haltonFillsASpaceMoreEvenlyThanChance() {
        SearchSpace space = Functions.cube(3, 0, 1);
        for (long seed = 0; seed < 5; seed++) {
            assertThat(discrepancy(points(space, new HaltonSampler(seed), seed)))
                    .isLessThan(discrepancy(points(space, new RandomSampler(), seed)) / 2);
        }
    }

    @Test
    void gridTriesEveryCombinationOnce() {
        SearchSpace space = Functions.mixed().space();
        GridSampler grid = GridSampler.of(space, 300);
        assertThat(grid.levels()).isEqualTo(4); // 4 · 4 · 4 options · 4 = 256; with 5 levels it would be 500
        Set<Map<String, ?>> seen = new HashSet<>();
        for (int i = 0; i < grid.size(space); i++) {
            seen.add(space.values(grid.suggest(space, i, List.of(), RandomStream.ofSeed(0))));
        }
        assertThat(seen).hasSize(256);
    }

    /// Both ends of a range are tried, and what lies between at equal distances; factors of a logarithmic one.
    /// The first key changes slowest, and after the last combination the grid begins again.
    @Test
    void gridHasTheEndsOfARange() {
        SearchSpace space = new SearchSpace(List.of(
                Functions.line("x", 0, 9),
                new Parameter("lr", new Domain.Range(0.001, 1, 0, true, false)),
                new Parameter("kind", new Domain.Choice(List.of("a", "b")))));
        GridSampler grid = GridSampler.of(space, 32); // 4 · 4 · 2
        double[] x = new double[33];
        double[] lr = new double[33];
        List<Object> kinds = new ArrayList<>();
        for (int i = 0; i < 33; i++) {
            Map<String, ?> values = space.values(grid.suggest(space, i, List.of(), RandomStream.ofSeed(0)));
            x[i] = (Double) Objects.requireNonNull(values.get("x"));
            lr[i] = (Double) Objects.requireNonNull(values.get("lr"));
            kinds.add(Objects.requireNonNull(values.get("kind")));
        }
        for (int i = 0; i < 33; i++) {
            int slow = i % 32 / 8;
            int quick = i % 8 / 2;
            assertThat(x[i]).isCloseTo(3.0 * slow, within(1e-12));
            assertThat(lr[i]).isCloseTo(0.001 * Math.pow(10, quick), within(1e-12));
            assertThat(kinds.get(i)).isEqualTo(i % 2 == 0 ? "a" : "b");
        }
    }

    /// A range in steps has its ends at the first and the last step, also where the steps do not end at its upper
    /// end.
    @Test
    void gridOfStepsStaysInItsRange() {
        SearchSpace whole = new SearchSpace(List.of(new Parameter("n", new Domain.Range(1, 8, 1, false, true))));
        SearchSpace odd = new SearchSpace(List.of(new Parameter("q", new Domain.Range(0, 1, 0.4, false, false))));
        assertThat(gridValues(whole, 8)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
        assertThat(gridValues(odd, 3)).containsExactly(0.0, 0.4, 0.8);
        assertThat(GridSampler.of(whole, 20).size(whole)).isEqualTo(8); // no value twice
        SearchSpace one = new SearchSpace(List.of(new Parameter("n", new Domain.Range(3, 3, 1, false, true))));
        assertThat(gridValues(one, 1)).containsExactly(3L);
    }

    private static List<Object> gridValues(SearchSpace space, int trials) {
        GridSampler grid = GridSampler.of(space, trials);
        return IntStream.range(0, trials)
                .mapToObj(i -> Objects.requireNonNull(
                        space.domain(0).value(grid.suggest(space, i, List.of(), RandomStream.ofSeed(0))[0])))
                .toList();
    }

    @Test
    void aSuggestionDependsOnItsArgumentsAlone() {
        Functions function = Functions.mixed();
        List<Outcome> past = run(function, new TpeSampler(), 3, 40);
        List<Outcome> again = run(function, new TpeSampler(), 3, 40);
        for (int i = 0; i < past.size(); i++) {
            assertThat(again.get(i).point()).isEqualTo(past.get(i).point());
        }
    }

    @Test
    void cmaEsRemembersWhatItWouldLearnAgain() {
        Functions function = Functions.rosenbrock10();
        CmaEsSampler one = new CmaEsSampler(3);
        List<Outcome> past = run(function, one, 3, 60);
        for (int i = 0; i <= past.size(); i++) {
            RandomStream random = RandomStream.ofSeed(3).split("trial " + i);
            double[] anew = new CmaEsSampler(3).suggest(function.space(), i, past.subList(0, i), random);
            assertThat(i < past.size() ? past.get(i).point() : anew).isEqualTo(anew);
            random.seek(0);
            assertThat(one.suggest(function.space(), i, past.subList(0, i), random))
                    .isEqualTo(anew);
        }
    }

    private static double median(Functions function, LongFunction<Sampler> sampler, int trials) {
        double[] best = LongStream.range(0, 20)
                .mapToDouble(seed -> run(function, sampler.apply(seed), seed, trials).stream()
                        .mapToDouble(Outcome::score)
                        .max()
                        .orElseThrow())
                .sorted()
                .toArray();
        return (best[9] + best[10]) / 2;
    }

    private static List<Outcome> run(Functions function, Sampler sampler, long seed, int trials) {
        List<Outcome> past = new ArrayList<>();
        for (int i = 0; i < trials; i++) {
            double[] point = sampler.suggest(
                    function.space(), i, past, RandomStream.ofSeed(seed).split("trial " + i));
            past.add(new Outcome(i, point, function.score().applyAsDouble(point)));
        }
        return past;
    }

    private static double[][] points(SearchSpace space, Sampler sampler, long seed) {
        double[][] points = new double[128][];
        for (int i = 0; i < points.length; i++) {
            points[i] = sampler.suggest(
                    space, i, List.of(), RandomStream.ofSeed(seed).split("trial " + i));
        }
        return points;
    }

    /// Return the centered L2 discrepancy (Hickernell 1998), squared.
    private static double discrepancy(double[][] points) {
        int n = points.length;
        int size = points[0].length;
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
                for (int k = 0; k < size; k++) {
                    both *= 1 + 0.5 * Math.abs(x[k] - 0.5) + 0.5 * Math.abs(y[k] - 0.5) - 0.5 * Math.abs(x[k] - y[k]);
                }
                pairs += both;
            }
        }
        return Math.pow(13.0 / 12, size) - 2.0 / n * single + pairs / n / n;
    }

    private static double golden(String key) {
        Properties golden = new Properties();
        try (var in = SamplersTest.class.getResourceAsStream("/golden/samplers.txt")) {
            golden.load(in);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return Double.parseDouble(golden.getProperty(key));
    }

    /// (2 1; 1 2) has the eigenvalues 1 and 3, and the inverse (2 −1; −1 2) / 3. Whitening twice is its inverse.
    @Test
    void eigenvectorsByHand() {
        Eigen eigen = Eigen.of(new double[][] {{2, 1}, {1, 2}});
        assertThat(Math.min(eigen.root(0), eigen.root(1))).isCloseTo(1, within(1e-12));
        assertThat(Math.max(eigen.root(0), eigen.root(1))).isCloseTo(Math.sqrt(3), within(1e-12));
        assertThat(eigen.whiten(eigen.whiten(new double[] {1, 0})))
                .containsExactly(new double[] {2 / 3.0, -1 / 3.0}, within(1e-12));
        double[] first = eigen.rotate(new double[] {1, 0});
        double[] second = eigen.rotate(new double[] {0, 1});
        assertThat(first[0] * second[0] + first[1] * second[1]).isCloseTo(0, within(1e-12));
    }

    /// One trial took the first of two options. Its bump and the wide one weigh ½ each; in its own the option
    /// weighs (½ + 1) / (½ · 2 + 1) = ¾, in the wide one ½: that is ½ · ¾ + ½ · ½ = 0.625 in all.
    @Test
    void optionsAreDrawnAsOftenAsTheirDensitySays() {
        SearchSpace space = new SearchSpace(List.of(new Parameter("a", new Domain.Choice(List.of("x", "y")))));
        Parzen parzen = new Parzen(space, List.of(new double[] {0}));
        assertThat(Math.exp(parzen.logDensity(new double[] {0}))).isCloseTo(0.625, within(1e-12));
        RandomStream random = RandomStream.ofSeed(1);
        int first = 0;
        for (int i = 0; i < 10_000; i++) {
            first += parzen.draw(random)[0] == 0 ? 1 : 0;
        }
        assertThat(first / 1e4).isCloseTo(0.625, within(0.02)); // four standard errors of 0.0048
    }

    /// exp(log 0.3) may be a little more than 0.3, and half a step lies beyond the ends of a range in steps.
    @Test
    void aValueIsNeverBeyondItsRange() {
        Domain.Range log = new Domain.Range(0.1, 0.3, 0, true, false);
        assertThat(log.value(Math.log(0.3) + 1e-15)).isEqualTo(0.3);
        assertThat(log.value(Math.log(0.1) - 1e-15)).isEqualTo(0.1);
        Domain.Range steps = new Domain.Range(1, 9, 2, false, true);
        assertThat(steps.value(0.0)).isEqualTo(1L); // rounds to −1 in steps from 1
        assertThat(steps.value(9.9)).isEqualTo(9L);
    }
}
