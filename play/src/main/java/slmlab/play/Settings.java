package slmlab.play;

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

    double real(String key) {
        return Double.parseDouble(text(key));
    }

    int[] numbers(String key) {
        return ints(text(key));
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
