package slmlab.play;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/// A line of a policy file: a word and its settings, for example `normalize eps=1.0E-8 clip=10.0`.
record Settings(String word, Map<String, String> values) {

    static Settings of(String line) {
        String[] words = line.split(" ", -1);
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("\"%s\" has no value for %s".formatted(line, words[i]));
            }
            values.put(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        return new Settings(words[0], values);
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    String text(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("\"%s\" does not say its %s".formatted(word, key));
        }
        return value;
    }

    int number(String key) {
        return Integer.parseInt(text(key));
    }

    /// Return a number of at least 1.
    int positive(String key) {
        int number = number(key);
        if (number < 1) {
            throw new IllegalArgumentException("\"%s %s=%s\"; needs at least 1".formatted(word, key, number));
        }
        return number;
    }

    double real(String key) {
        double real = Double.parseDouble(text(key));
        if (Double.isNaN(real)) {
            throw new IllegalArgumentException("\"%s %s=NaN\"; needs a number".formatted(word, key));
        }
        return real;
    }

    /// Return numbers of at least 1 each.
    int[] sizes(String key) {
        return sizes(word, text(key));
    }

    static int[] sizes(String what, String list) {
        int[] sizes = ints(list);
        for (int size : sizes) {
            if (size < 1) {
                throw new IllegalArgumentException(
                        "\"%s\" of size %s in %s; needs at least 1".formatted(what, size, list));
            }
        }
        return sizes;
    }

    /// Refuse a line that promises another number of actions than the graph computes.
    void require(long promised, int computed) {
        if (promised != computed) {
            throw new IllegalArgumentException("\"%s\" promises actions of %s numbers; the graph computes %s numbers"
                    .formatted(word, promised, computed));
        }
    }

    /// Refuse a line that promises another number of choices than there are logits.
    void requireLogits(long promised, int logits) {
        if (logits >= 0 && promised != logits) {
            throw new IllegalArgumentException(
                    "\"%s\" promises %s choices; the graph computes %s logits".formatted(word, promised, logits));
        }
    }

    static long sum(int[] sizes) {
        return Arrays.stream(sizes).asLongStream().sum();
    }

    /// Return the product, which may be larger than any array.
    static long product(int[] sizes) {
        double product = 1; // exact up to 2^53, and beyond that only compared
        for (int size : sizes) {
            product *= size;
        }
        return (long) product;
    }

    float[] reals(String key) {
        String[] items = items(text(key));
        float[] reals = new float[items.length];
        for (int i = 0; i < reals.length; i++) {
            reals[i] = Float.parseFloat(items[i]);
        }
        return reals;
    }

    /// Read `[1,2,3]`.
    static int[] ints(String list) {
        String[] items = items(list);
        int[] ints = new int[items.length];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = Integer.parseInt(items[i]);
        }
        return ints;
    }

    private static String[] items(String list) {
        if (!list.startsWith("[") || !list.endsWith("]")) {
            throw new IllegalArgumentException("%s is not a list in brackets".formatted(list));
        }
        return list.length() == 2
                ? new String[0]
                : list.substring(1, list.length() - 1).split(",", -1);
    }
}
