package slmlab.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import slmlab.tensor.RandomStream;

/// Importance of parameters whose effects are known. Golden shares, most of Optuna's fANOVA:
/// scripts/golden/importance.py.
class ImportanceTest {

    private static SearchSpace space(Domain... domains) {
        return new SearchSpace(IntStream.range(0, domains.length)
                .mapToObj(i -> new Parameter("p" + i, domains[i]))
                .toList());
    }

    private static Domain unit() {
        return new Domain.Range(0, 1, 0, false, false);
    }

    private static List<Outcome> trials(SearchSpace space, int count, ToDoubleFunction<double[]> function) {
        RandomStream random = RandomStream.ofSeed(5);
        return IntStream.range(0, count)
                .mapToObj(number -> {
                    double[] point = space.draw(random);
                    return new Outcome(number, point, function.applyAsDouble(point));
                })
                .toList();
    }

    @Test
    void theParameterThatMattersTenTimesGetsTenTimesTheShare() {
        SearchSpace space = space(unit(), unit(), unit());
        // variances of a·x + b·y are as a² : b², here 10 : 1; the third parameter does nothing
        double[] shares = Importance.of(space, trials(space, 500, p -> Math.sqrt(10) * p[0] + p[1]), 1);
        assertThat(shares[0] / shares[1]).isBetween(7.0, 14.0);
        assertThat(shares[2]).isLessThan(0.02);
        assertThat(Arrays.stream(shares).sum()).isCloseTo(1, within(1e-12));
    }

    @Test
    void aParameterThatMattersOnlyTogetherWithAnotherIsFound() {
        SearchSpace space = space(unit(), unit(), unit());
        double[] shares = Importance.of(space, trials(space, 300, p -> (p[0] > 0.5) == (p[1] > 0.5) ? 1 : 0), 1);
        assertThat(shares[0]).isBetween(0.4, 0.6);
        assertThat(shares[1]).isBetween(0.4, 0.6);
        assertThat(shares[2]).isLessThan(0.1);
    }

    @Test
    void theOrderOfOptionsDoesNotMatter() {
        Domain kinds = new Domain.Choice(List.of("a", "b", "c", "d"));
        SearchSpace space = space(kinds, kinds, unit());
        double[] worth = {0, 3, 0, 3}; // no cut of a line parts them
        double[] shares = Importance.of(space, trials(space, 200, p -> worth[(int) p[0]] + p[2]), 1);
        assertThat(shares[0]).isGreaterThan(0.9);
        assertThat(shares[1]).isLessThan(0.02);
    }

    @Test
    void whatIsConstantHasNoShare() {
        Domain one = new Domain.Choice(List.of(64));
        SearchSpace space = space(one, unit());
        assertThat(Importance.of(space, trials(space, 50, p -> p[1]), 1)).containsExactly(0, 1);
        assertThat(Importance.of(space, trials(space, 50, _ -> 7.3), 1)).containsExactly(0, 0);
        assertThat(Importance.of(space, trials(space, 3, p -> p[1]), 1)).containsExactly(0, 0);
    }

    @Test
    void trialsWithoutAScoreDoNotCount() {
        SearchSpace space = space(unit(), unit());
        List<Outcome> good = trials(space, 100, p -> p[0]);
        List<Outcome> all = new ArrayList<>(good);
        all.add(new Outcome(100, new double[] {0.5, 0.5}, Double.NaN));
        all.add(new Outcome(101, new double[0], 400));
        assertThat(Importance.of(space, all, 1)).containsExactly(Importance.of(space, good, 1));
    }

    @Test
    void sharesAreThoseOfOptuna() {
        Domain.Range lr = new Domain.Range(1e-5, 1e-1, 0, true, false);
        Domain.Range gamma = new Domain.Range(0.9, 1, 0, false, false);
        SearchSpace additive = space(lr, gamma, new Domain.Choice(List.of("relu", "tanh", "selu")), unit());
        Domain two = new Domain.Range(-1, 1, 0, false, false);
        assertShares("additive", additive, 0.05);
        assertShares("smooth", space(two, two, two, two, two), 0.05);
    }

    @Test
    void sharesOfParametersThatInteractAreTheTrueOnes() {
        Domain x = new Domain.Range(-5, 10, 0, false, false);
        assertShares("branin", space(x, new Domain.Range(0, 15, 0, false, false)), 0.06);
    }

    private static void assertShares(String name, SearchSpace space, double most) {
        List<String[]> lines = golden().lines().map(line -> line.split(" ", -1)).toList();
        int first = IntStream.range(0, lines.size())
                .filter(i -> lines.get(i)[0].equals(name))
                .findFirst()
                .orElseThrow();
        double[] theirs = numbers(lines.get(first), 1, space.size() + 1);
        List<Outcome> trials = IntStream.range(0, 100)
                .mapToObj(i -> lines.get(first + 1 + i))
                .map(line ->
                        new Outcome(0, numbers(line, 0, space.size()), numbers(line, space.size(), line.length)[0]))
                .toList();
        double[] ours = Importance.of(space, trials, 1);
        assertThat(ours).as(name).containsExactly(theirs, within(most));
        assertThat(ranked(ours)).isEqualTo(ranked(theirs));
    }

    private static double[] numbers(String[] words, int from, int to) {
        return Arrays.stream(words, from, to).mapToDouble(Double::parseDouble).toArray();
    }

    private static List<Integer> ranked(double[] shares) {
        return IntStream.range(0, shares.length)
                .boxed()
                .sorted((a, b) -> Double.compare(shares[b], shares[a]))
                .toList();
    }

    private static String golden() {
        try (InputStream in =
                Objects.requireNonNull(ImportanceTest.class.getResourceAsStream("/golden/importance.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
