package slmlab.spec.key;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.SpecNumbers;

/// A range of numbers from low to high.
public record Range(double low, double high) {

    /// Read a positive number x as ±x, or a list of two; empty if it is neither.
    public static Optional<Range> of(Object given) {
        List<Optional<Double>> numbers = given instanceof List<?> list
                ? list.stream().map(Range::number).toList()
                : Stream.of(number(given)).toList();
        if (numbers.isEmpty() || numbers.size() > 2 || numbers.stream().anyMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        double last = numbers.getLast().orElseThrow();
        double first = numbers.size() == 2 ? numbers.getFirst().orElseThrow() : -last;
        return first < last ? Optional.of(new Range(first, last)) : Optional.empty();
    }

    private static Optional<Double> number(@Nullable Object given) {
        return given == null ? Optional.empty() : SpecNumbers.finite(given);
    }
}
