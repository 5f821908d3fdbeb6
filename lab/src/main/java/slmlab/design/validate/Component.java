package slmlab.design.validate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import slmlab.design.Code;
import slmlab.design.DesignSection;
import slmlab.design.FactNumber;
import slmlab.design.Findings;

/// One component of an observation.
///
/// @param low lower bounds, one or one for each number; infinite where there are none
/// @param delay steps between the environment and what is seen
record Component(
        DesignSection section,
        String name,
        List<Long> shape,
        String dtype,
        double[] low,
        double[] high,
        String unit,
        String source,
        String normalization,
        long delay) {

    private static final String[] TYPES = {"float32", "float64", "int32", "int64", "uint8", "bool"};
    private static final Set<String> POSITIONS =
            Set.of("position", "pos", "x", "y", "z", "angle", "theta", "heading", "yaw", "pitch", "roll", "height");
    private static final Set<String> VELOCITIES = Set.of(
            "velocity", "velocities", "vel", "speed", "dot", "rate", "omega", "momentum", "vx", "vy", "vz", "dx", "dy");
    private static final Set<String> LENGTHS = Set.of("m", "cm", "mm", "km", "rad", "deg");
    private static final int SMALLEST_IMAGE = 8; // pixels on each side
    private static final double PIXEL = 255;

    /// Read a component; empty where its name or shape is wrong.
    static Optional<Component> read(DesignSection section, Findings found) {
        section.require("name", "shape");
        Optional<String> name = section.text("name");
        Optional<List<Long>> shape = section.wholes("shape", 1);
        Component component = new Component(
                section,
                name.orElse(""),
                shape.orElse(List.of()),
                section.choice("dtype", TYPES).orElse("float32"),
                section.numbers("low").orElse(new double[] {Double.NEGATIVE_INFINITY}),
                section.numbers("high").orElse(new double[] {Double.POSITIVE_INFINITY}),
                section.text("unit").orElse(""),
                section.text("source").orElse(""),
                section.choice("normalization", "none", "running", "min_max").orElse("none"),
                section.atLeast(0, "delay").orElse(0L));
        section.number("noise").filter(noise -> noise < 0).ifPresent(noise -> {
            String at = section.at("noise");
            found.add(
                    Code.S18, at, "is %s".formatted(FactNumber.number(noise)), "write a standard deviation, 0 or more");
        });
        boolean isRead = name.isPresent() && shape.isPresent();
        if (isRead) {
            component.checkBounds(found);
            component.checkPixels(found);
            component.checkAngle(found);
        }
        return isRead ? Optional.of(component) : Optional.empty();
    }

    String at(String key) {
        return section.at(key);
    }

    double size() {
        return shape.stream().mapToDouble(Long::doubleValue).reduce(1, (a, b) -> a * b);
    }

    private void checkBounds(Findings found) {
        if (!fits("low", low, found) || !fits("high", high, found)) {
            return;
        }
        for (int i = 0; i < Math.max(low.length, high.length); i++) {
            if (!(low(i) < high(i))) {
                found.add(
                        Code.S03,
                        at("low"),
                        "is %s, and high is %s".formatted(FactNumber.number(low(i)), FactNumber.number(high(i))),
                        "write low < high");
                return;
            }
        }
        if (!isBounded() && normalization.equals("min_max")) {
            found.add(Code.S07, at("normalization"), "is min_max without finite bounds", "give low and high");
        } else if (!isBounded() && normalization.equals("none") && !dtype.equals("uint8") && !dtype.equals("bool")) {
            found.add(
                    Code.S02,
                    section.path(),
                    "has no finite bounds, and nothing normalizes it",
                    "give low and high, or normalization: running");
        }
    }

    private boolean fits(String key, double[] bound, Findings found) {
        boolean fits = bound.length == 1 || bound.length == size();
        if (!fits) {
            found.add(
                    Code.S04,
                    at(key),
                    "has %s numbers for a shape of %s".formatted(bound.length, FactNumber.number(size())),
                    "write one number, or one for each");
        }
        return fits;
    }

    private void checkPixels(Findings found) {
        boolean hasPixels = isLarge() && high(0) == PIXEL && low(0) == 0;
        if (hasPixels && !dtype.equals("uint8")) {
            found.add(
                    Code.S05,
                    at("dtype"),
                    "is %s for pixels from 0 to 255, which takes four times the memory or more".formatted(dtype),
                    "write dtype: uint8");
        }
        boolean isOutside = DoubleStream.of(low).anyMatch(each -> Double.isFinite(each) && each < 0)
                || DoubleStream.of(high).anyMatch(each -> Double.isFinite(each) && each > PIXEL);
        if (dtype.equals("uint8") && isOutside) {
            found.add(Code.S06, at("dtype"), "is uint8, and the bounds leave 0 to 255", "use bounds 0 and 255");
        }
    }

    private void checkAngle(Findings found) {
        boolean isAngle = unit.equals("rad") || unit.equals("deg");
        double turn = unit.equals("deg") ? 360 : 2 * Math.PI;
        boolean wraps = high(0) - low(0) >= 0.99 * turn;
        if (isAngle && wraps && size() == 1) {
            found.add(
                    Code.S11,
                    section.path(),
                    "is an angle that jumps where a turn is complete",
                    "give its sine and cosine, two numbers without a unit");
        }
    }

    double low(int index) {
        return low[Math.min(index, low.length - 1)];
    }

    double high(int index) {
        return high[Math.min(index, high.length - 1)];
    }

    private boolean isBounded() {
        return DoubleStream.concat(DoubleStream.of(low), DoubleStream.of(high)).allMatch(Double::isFinite);
    }

    private boolean isLarge() {
        return shape.size() >= 2
                && shape.stream().filter(n -> n >= SMALLEST_IMAGE).count() >= 2;
    }

    boolean isImage() {
        return isLarge() && dtype.equals("uint8");
    }

    boolean isPosition() {
        return LENGTHS.contains(unit) || words().stream().anyMatch(POSITIONS::contains);
    }

    boolean isVelocity() {
        return unit.contains("/s") || words().stream().anyMatch(VELOCITIES::contains);
    }

    private List<String> words() {
        return List.of(name.toLowerCase(Locale.ROOT).split("[^a-z]+"));
    }

    /// Return whether a net would see its numbers as they are.
    boolean isRaw() {
        return normalization.equals("none") && !isImage() && isBounded();
    }

    /// Return the largest absolute bound.
    double scale() {
        return DoubleStream.concat(DoubleStream.of(low), DoubleStream.of(high))
                .map(Math::abs)
                .max()
                .orElse(0);
    }

    Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("name", name);
        facts.put("size", FactNumber.fact(size()));
        facts.put("unit", unit);
        facts.put("source", source);
        return facts;
    }
}
