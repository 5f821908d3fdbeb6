package slmlab.flow.emit;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import slmlab.spec.text.SpecNumbers;

/// A Java source in the making, which knows the answer behind a line.
final class JavaText {
    private final StringBuilder text = new StringBuilder();
    private final Map<Integer, String> origins = new HashMap<>();
    private int line = 1;
    private String indent = "";

    /// Add a line; empty for a blank one. Lines inside braces are indented.
    JavaText add(String code) {
        if (code.startsWith("}")) {
            indent = indent.substring(4);
        }
        text.append(code.isEmpty() ? "" : indent + code).append('\n');
        line++;
        if (code.endsWith("{")) {
            indent += "    ";
        }
        return this;
    }

    /// Add a line that holds an answer.
    ///
    /// @param path of the answer
    JavaText add(String code, String path) {
        origins.put(line, path);
        return add(code);
    }

    /// Return the answer in a line of the source; empty if there is none.
    Optional<String> origin(long number) {
        return Optional.ofNullable(origins.get((int) number));
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /// Return a number as Java writes it.
    static String number(double value) {
        return value == Double.POSITIVE_INFINITY
                ? "Double.POSITIVE_INFINITY"
                : value == Double.NEGATIVE_INFINITY ? "Double.NEGATIVE_INFINITY" : SpecNumbers.text(value);
    }

    /// Return a number as Java writes it in an array of floats.
    static String single(double value) {
        return Double.isInfinite(value) ? number(value).replace("Double", "Float") : number(value) + "f";
    }
}
