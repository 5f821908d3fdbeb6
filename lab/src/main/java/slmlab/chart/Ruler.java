package slmlab.chart;

import java.util.Arrays;
import java.util.List;

/// An axis of a [Sheet]: its ends and the places that are marked.
public record Ruler(double low, double high, List<Mark> marks) {

    public record Mark(double value, String text) {}

    public Ruler {
        marks = List.copyOf(marks);
    }

    /// Return an axis over all numbers from `low` to `high`, with some room at both ends.
    ///
    /// @param most marks
    public static Ruler over(double low, double high, int most) {
        Axis axis = Axis.over(low, high, most);
        return new Ruler(
                axis.low(),
                axis.high(),
                Arrays.stream(axis.marks())
                        .mapToObj(mark -> new Mark(mark, axis.text(mark)))
                        .toList());
    }

    /// Return an axis from 0 to a number, without room at its ends.
    public static Ruler from0(double high, int most) {
        Ruler ruler = over(0, high, most);
        return new Ruler(
                0, high, ruler.marks.stream().filter(mark -> mark.value <= high).toList());
    }

    /// Return where a number lies: 0 at the low end, 1 at the high one.
    public double at(double value) {
        return high > low ? (value - low) / (high - low) : 0.5;
    }
}
