package slmlab.serve;

import java.util.Arrays;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads a number or nested lists of numbers, as `numpy.ndarray.tolist` writes them. `true` and `false` are 1 and 0.
final class NestedNumbers {
    private static final int DEEPEST = 8;

    private final String what;
    private final int[] sizes = new int[DEEPEST]; // by depth; −1 before a list of it has ended
    private int rank = -1; // of the numbers; −1 before the first
    private float[] values = new float[16];
    private int count;

    private NestedNumbers(String what) {
        this.what = what;
        Arrays.fill(sizes, -1);
    }

    /// An array and its shape.
    record Numbers(float[] values, int[] shape) {}

    /// Read the value at which the parser is.
    ///
    /// @param what messages call it so
    static Numbers read(JsonParser parser, String what) {
        NestedNumbers reader = new NestedNumbers(what);
        reader.value(parser, 0);
        if (reader.rank < 0) {
            throw new Refusal(Refusal.UNFIT, "%s is empty; needs at least one observation".formatted(what));
        }
        for (int depth = reader.rank; depth < DEEPEST; depth++) {
            if (reader.sizes[depth] >= 0) {
                throw reader.ragged();
            }
        }
        return new Numbers(Arrays.copyOf(reader.values, reader.count), Arrays.copyOf(reader.sizes, reader.rank));
    }

    private void value(JsonParser parser, int depth) {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_ARRAY) {
            list(parser, depth);
            return;
        }
        if (rank >= 0 && rank != depth) {
            throw ragged();
        }
        rank = depth;
        add(number(parser, token));
    }

    private void list(JsonParser parser, int depth) {
        if (depth == DEEPEST) {
            throw new Refusal(Refusal.UNFIT, "%s is nested deeper than %s lists".formatted(what, DEEPEST));
        }
        int size = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            value(parser, depth + 1);
            size++;
        }
        if (sizes[depth] >= 0 && sizes[depth] != size) {
            throw ragged();
        }
        sizes[depth] = size;
    }

    private float number(JsonParser parser, JsonToken token) {
        return switch (token) {
            case VALUE_NUMBER_FLOAT, VALUE_NUMBER_INT -> parser.getFloatValue();
            case VALUE_TRUE -> 1;
            case VALUE_FALSE -> 0;
            default ->
                throw new Refusal(
                        Refusal.UNFIT,
                        "%s holds %s; needs numbers"
                                .formatted(what, token == JsonToken.VALUE_NULL ? "null" : word(token)));
        };
    }

    private static String word(JsonToken token) {
        return token == JsonToken.VALUE_STRING ? "a string" : "an object";
    }

    private Refusal ragged() {
        return new Refusal(
                Refusal.UNFIT,
                "the lists of %s have different lengths; needs equal ones, as in an array".formatted(what));
    }

    private void add(float value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
    }
}
