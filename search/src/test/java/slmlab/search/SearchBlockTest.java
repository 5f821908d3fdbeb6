package slmlab.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.spec.SearchKey;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Problem;

/// The grammar of a `search` section, by hand.
class SearchBlockTest {
    private final Problems problems = new Problems();

    private SearchSpace space(Map<?, ?> section) {
        return SearchBlock.read(section, problems).orElseThrow();
    }

    @Test
    void everyDistributionIsADomain() {
        Map<String, Object> section = new LinkedHashMap<>();
        section.put("a__uniform", List.of(0, 1));
        section.put("b__quniform", List.of(0, 1, 0.25));
        section.put("c__loguniform", List.of("1e-4", 1)); // YAML 1.1 reads 1e-4 as a string
        section.put("d__qloguniform", List.of(1, 10, 2));
        section.put("e__randn", List.of(0, 2));
        section.put("f__qrandn", List.of(0, 2, 0.5));
        section.put("g__normal", List.of(1, 3));
        section.put("h__randint", List.of(1, 5));
        section.put("i__qrandint", List.of(64, 256, 64));
        section.put("j__lograndint", List.of(1, 100));
        section.put("k__qlograndint", List.of(10, 100, 10));
        section.put("l__choice", List.of("relu", "tanh"));
        section.put("m__grid_search", List.of(1, 2, 3));
        SearchSpace space = space(section);
        assertThat(problems.list()).isEmpty();
        assertThat(space.parameters())
                .extracting(Parameter::domain)
                .containsExactly(
                        new Domain.Range(0, 1, 0, false, false),
                        new Domain.Range(0, 1, 0.25, false, false),
                        new Domain.Range(1e-4, 1, 0, true, false),
                        new Domain.Range(1, 10, 2, true, false),
                        new Domain.Normal(0, 2, 0),
                        new Domain.Normal(0, 2, 0.5),
                        new Domain.Normal(1, 3, 0),
                        new Domain.Range(1, 4, 1, false, true), // the high end is omitted
                        new Domain.Range(64, 256, 64, false, true),
                        new Domain.Range(1, 99, 1, true, true),
                        new Domain.Range(10, 100, 10, true, true),
                        new Domain.Choice(List.of("relu", "tanh")),
                        new Domain.Choice(List.of(1, 2, 3)));
    }

    @Test
    void mappingsAndDotsAreTheSame() {
        Map<String, Object> nested = Map.of("agent", Map.of("algorithm", Map.of("gamma__uniform", List.of(0.9, 1))));
        assertThat(space(nested)).isEqualTo(space(Map.of("agent.algorithm.gamma__uniform", List.of(0.9, 1))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        x__uniform     | 1, 1      | is the empty range 1 to 1; needs a lower number before a higher one
        x__randint     | 3, 3      | is the empty range 3 to 3, which itself is omitted
        x__loguniform  | 0, 1      | begins at 0; a logarithmic range begins above 0
        x__quniform    | 0, 1, 0   | has the step 0; needs one above 0
        x__randn       | 0, -1     | has the deviation -1; needs one above 0
        x__qrandint    | 1, 9, 0.5 | needs whole numbers
        x__choise      | 1, 2      | unknown distribution; did you mean choice?
        x              | 1, 2      | names no distribution
        """)
    void whatIsWrongIsSaid(String key, String numbers, String message) {
        List<Number> given = Arrays.stream(numbers.split(", ", -1))
                .<Number>map(each -> each.contains(".") ? Double.valueOf(each) : (Number) Integer.valueOf(each))
                .toList();
        assertThat(SearchBlock.read(Map.of(key, given), problems)).isEmpty();
        assertThat(problems.list()).singleElement().satisfies(problem -> {
            assertThat(problem.path()).isEqualTo("search." + key);
            assertThat(problem.message()).contains(message);
        });
    }

    @Test
    void allIsSaidAtOnce() {
        Map<String, Object> section = new LinkedHashMap<>();
        section.put("a__uniform", List.of(2, 1));
        section.put("b__choice", 3);
        section.put("c__uniform", List.of(0, 1));
        section.put("c__choice", List.of(0, 1));
        assertThat(space(section).size()).isEqualTo(1);
        assertThat(problems.list().stream().map(Problem::path).collect(Collectors.toList()))
                .containsExactly("search.a__uniform", "search.b__choice", "search.c__choice");
    }

    @Test
    void aSearchOverNothingIsRefused() {
        assertThat(SearchBlock.read(Map.of("agent", Map.of("net", Map.of())), problems))
                .isEmpty();
        assertThat(problems.list())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).startsWith("is empty; needs keys"));
    }

    @Test
    void keysWithoutAnEffectAreNotSearched() {
        Map<String, Object> old = Map.of("agent.algorithm.clip_eps__uniform", List.of(0.1, 0.3));
        assertThat(SearchBlock.read(old, problems)).isEmpty();
        assertThat(problems.list())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .isEqualTo("searches nothing: no component has agent.algorithm.clip_eps"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"uniform", "randn", "quniform"})
    void aRangeThatNoNumberSpansIsNamed(String distribution) {
        Problems problems = new Problems();
        List<Double> wide = distribution.equals("quniform") ? List.of(-1e308, 1e308, 1.0) : List.of(-1.7e308, 1.7e308);
        assertThat(SearchBlock.read(Map.of("agent.net.optim_spec.lr__" + distribution, wide), problems))
                .isEmpty();
        assertThat(problems.list()).singleElement().satisfies(problem -> {
            assertThat(problem.path()).isEqualTo("search.agent.net.optim_spec.lr__" + distribution);
            assertThat(problem.message()).contains("wider than the largest number");
        });
        Map<String, ?> wideEnough = Map.of("agent.net.optim_spec.lr__uniform", List.of(-8e307, 8e307));
        assertThat(SearchBlock.read(wideEnough, new Problems())).isPresent();
    }

    /// Every item builds a plan; of 10,000 the check takes 200, the first and the last among them.
    @Test
    void aLongChoiceIsCheckedBySamples() {
        List<Integer> items = IntStream.range(0, 10_000).boxed().toList();
        SearchKey key = new SearchKey("agent.net.hid_layers", "choice", items);
        assertThat(key.samples()).hasSize(200).doesNotHaveDuplicates();
        assertThat(key.samples().getFirst()).isEqualTo(0);
        assertThat(key.samples().getLast()).isEqualTo(9_999);
        assertThat(key.unchecked()).isEqualTo(9_800);
        assertThat(new SearchKey("x", "choice", items.subList(0, 200)).samples())
                .isEqualTo(items.subList(0, 200));
    }
}
