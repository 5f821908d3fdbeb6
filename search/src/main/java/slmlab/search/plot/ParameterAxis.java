package slmlab.search.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.chart.NumberText;
import slmlab.chart.Ruler;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;

/// A parameter as an axis: its coordinates from end to end, marked with the values that a spec has there.
///
/// @param name end of the path, as short as it can be without two being the same
public record ParameterAxis(String path, String name, Domain domain, Ruler ruler) {
    private static final int MOST = 6; // marks
    private static final int DIGITS = 4;

    static List<ParameterAxis> of(SearchSpace space) {
        return space.parameters().stream()
                .map(each -> new ParameterAxis(
                        each.path(), name(each.path(), space.parameters()), each.domain(), ruler(each.domain())))
                .toList();
    }

    public boolean isChoice() {
        return domain instanceof Domain.Choice;
    }

    public boolean isLog() {
        return domain instanceof Domain.Range range && range.isLog();
    }

    /// Return where a trial stands on the axis: at the value that its spec has; trials of one option beside each
    /// other, so that they do not hide each other.
    ///
    /// @param number of the trial
    public double place(double coordinate, int number) {
        return switch (domain) {
            case Domain.Choice _ -> coordinate + 0.5 * (number * 0.618 % 1 - 0.5);
            case Domain.Range range when range.step() > 0 -> valued(range, coordinate);
            case Domain.Range _, Domain.Normal _ -> coordinate;
        };
    }

    private static double valued(Domain.Range range, double coordinate) {
        double value = ((Number) range.value(coordinate)).doubleValue();
        return range.isLog() ? StrictMath.log(value) : value;
    }

    private static String name(String path, List<Parameter> all) {
        for (int dot = path.lastIndexOf('.'); dot >= 0; dot = path.lastIndexOf('.', dot - 1)) {
            String end = path.substring(dot);
            if (all.stream().filter(each -> ("." + each.path()).endsWith(end)).count() == 1) {
                return end.substring(1);
            }
        }
        return path;
    }

    private static Ruler ruler(Domain domain) {
        return switch (domain) {
            case Domain.Choice(List<?> options) ->
                new Ruler(
                        -0.5,
                        options.size() - 0.5,
                        IntStream.range(0, options.size())
                                .mapToObj(i -> new Ruler.Mark(i, text(options.get(i))))
                                .toList());
            case Domain.Range range when range.isLog() -> new Ruler(range.low(), range.high(), powers(range));
            case Domain.Range range -> line(range.low(), range.high());
            case Domain.Normal normal -> line(normal.low(), normal.high());
        };
    }

    private static Ruler line(double low, double high) {
        List<Ruler.Mark> marks = Ruler.over(low, high, MOST).marks().stream()
                .filter(mark -> mark.value() >= low && mark.value() <= high)
                .toList();
        return new Ruler(low, high, marks);
    }

    /// Mark powers of ten, or twice and five times as much too where there are few of them.
    private static List<Ruler.Mark> powers(Domain.Range range) {
        int first = (int) Math.floor(Math.log10(range.least()));
        int last = (int) Math.ceil(Math.log10(range.most()));
        int step = Math.max(1, (last - first + MOST - 1) / MOST);
        double[] digits = last - first <= 2 ? new double[] {1, 2, 5} : new double[] {1};
        List<Ruler.Mark> marks = new ArrayList<>();
        for (int power = first; power <= last; power += step) {
            for (double digit : digits) {
                double value = digit * Math.pow(10, power);
                if (value >= range.least() * (1 - 1e-9) && value <= range.most() * (1 + 1e-9)) {
                    marks.add(new Ruler.Mark(StrictMath.log(value), text(value)));
                }
            }
        }
        return marks;
    }

    /// Return a value in few letters.
    public static String text(@Nullable Object value) {
        return switch (value) {
            case Double number when Double.isFinite(number) -> few(number);
            case Float number when Float.isFinite(number) -> few(number);
            case null -> "null";
            default -> value.toString().replace(", ", ",");
        };
    }

    private static String few(double number) {
        String sign = number < 0 ? "−" : "";
        return sign
                + NumberText.general(Math.abs(number), DIGITS)
                        .replaceFirst("e([+-])0", "e$1")
                        .replace("e+", "e");
    }
}
