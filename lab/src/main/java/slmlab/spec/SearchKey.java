package slmlab.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Keys;
import slmlab.spec.text.SpecNumbers;
import slmlab.spec.text.Suggestion;

/// A key that a search sets.
///
/// @param path of the key in the spec, with dots
/// @param distribution of its values, one of [#distributions]
/// @param given the distribution's numbers; the items of a choice
public record SearchKey(String path, String distribution, List<?> given) {
    /// Before version 5: every item in turn.
    public static final String GRID_SEARCH = "grid_search";

    private static final int MOST_SAMPLES = 200; // of a choice: each one builds a plan
    private static final double WIDTH = 4; // deviations of a normal distribution within which it is searched
    private static final double BETWEEN = 0.382; // of a range, and no whole number of most

    /// The distributions and how many numbers each takes; a choice takes a list of any values.
    private static final Map<String, Integer> NUMBERS = Map.ofEntries(
            Map.entry("uniform", 2),
            Map.entry("quniform", 3),
            Map.entry("loguniform", 2),
            Map.entry("qloguniform", 3),
            Map.entry("randn", 2),
            Map.entry("qrandn", 3),
            Map.entry("normal", 2), // randn before version 5
            Map.entry("randint", 2),
            Map.entry("qrandint", 3),
            Map.entry("lograndint", 2),
            Map.entry("qlograndint", 3),
            Map.entry("choice", 0),
            Map.entry(GRID_SEARCH, 0));

    /// Return the distributions, and how many numbers each takes; 0 for a list of any values.
    public static Map<String, Integer> distributions() {
        return new TreeMap<>(NUMBERS);
    }

    /// Return whether it takes one of several items.
    public boolean isChoice() {
        return NUMBERS.getOrDefault(distribution, 0) == 0;
    }

    /// Return whether its numbers lie around a mean.
    public boolean isNormal() {
        return distribution.equals("normal") || distribution.endsWith("randn");
    }

    /// Return whether its numbers are multiples of a step.
    public boolean isStepped() {
        return distribution.startsWith("q");
    }

    /// Return whether its numbers are whole.
    public boolean isWhole() {
        return distribution.endsWith("randint");
    }

    /// Return whether factors count rather than differences.
    public boolean isLog() {
        return distribution.contains("log");
    }

    /// Return one of its numbers.
    public double number(int index) {
        return SpecNumbers.finite(given.get(index)).orElseThrow();
    }

    /// Return the lowest number, or the mean of a normal distribution.
    public double low() {
        return number(0);
    }

    /// Return the highest number: `randint` ends before its second one, `qrandint` at it, as in SLM-Lab.
    public double high() {
        return isWhole() && !isStepped() ? number(1) - 1 : number(1);
    }

    /// Return values that show whether a spec takes all others too: both ends of a range and one between; every
    /// item of a choice, or 200 of a longer one at equal distances, the first and the last included.
    public List<? extends @Nullable Object> samples() {
        if (isChoice()) {
            int most = Math.min(given.size(), MOST_SAMPLES);
            return given.size() == most
                    ? given
                    : IntStream.range(0, most)
                            .mapToObj(i -> given.get((int) ((long) i * (given.size() - 1) / (most - 1))))
                            .toList();
        }
        double between = isStepped() ? low() + number(2) : shown(low() + BETWEEN * (high() - low()));
        return isNormal() ? List.of(low()) : List.of(value(low()), value(Math.min(between, high())), value(high()));
    }

    /// Return how many items of a choice are not among the samples.
    public int unchecked() {
        return isChoice() ? Math.max(0, given.size() - MOST_SAMPLES) : 0;
    }

    /// Return a number with few digits, since messages may show it.
    private static double shown(double number) {
        return new BigDecimal(number, new MathContext(4)).doubleValue();
    }

    private Object value(double number) {
        return isWhole() ? (Object) Math.round(number) : (Object) number;
    }

    /// Return what is wrong with it; empty if nothing is.
    Optional<String> problem() {
        if (!NUMBERS.containsKey(distribution)) {
            List<String> known = List.copyOf(distributions().keySet());
            String hint = Suggestion.of(distribution, known)
                    .map("did you mean %s? "::formatted)
                    .orElse("");
            return Optional.of("unknown distribution; %sKnown: %s".formatted(hint, String.join(", ", known)));
        }
        if (isChoice()) {
            return given.isEmpty() ? Optional.of("is an empty list; needs a list to choose from") : Optional.empty();
        }
        int count = NUMBERS.getOrDefault(distribution, 0);
        boolean hasNumbers = given.size() == count
                && given.stream()
                        .allMatch(
                                each -> each != null && SpecNumbers.finite(each).isPresent());
        return hasNumbers
                ? range()
                : Optional.of(
                        "is %s; needs a list of %s numbers for %s".formatted(Keys.shown(given), count, distribution));
    }

    private Optional<String> range() {
        if (isStepped() && !(number(2) > 0)) {
            return Optional.of("has the step %s; needs one above 0".formatted(given.get(2)));
        }
        double margin = isNormal() ? WIDTH * number(1) : isStepped() ? number(2) : 0;
        double most = isNormal() ? low() : high();
        if (!Double.isFinite((most + margin) - (low() - margin))) {
            return Optional.of("is %s, wider than the largest number; needs a narrower range".formatted(given));
        }
        if (isNormal()) {
            return number(1) > 0
                    ? Optional.empty()
                    : Optional.of("has the deviation %s; needs one above 0".formatted(given.get(1)));
        }
        if (isWhole()
                && given.stream()
                        .anyMatch(
                                each -> each == null || SpecNumbers.whole(each).isEmpty())) {
            return Optional.of("is %s; needs whole numbers".formatted(given));
        }
        if (isWhole() ? low() > high() : low() >= high()) {
            return Optional.of("is the empty range %s to %s%s; needs a lower number before a higher one"
                    .formatted(
                            given.get(0), given.get(1), isWhole() && !isStepped() ? ", which itself is omitted" : ""));
        }
        return isLog() && low() <= 0
                ? Optional.of("begins at %s; a logarithmic range begins above 0".formatted(given.get(0)))
                : Optional.empty();
    }
}
