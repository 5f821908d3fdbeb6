package slmlab.play;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// A named part of an observation that was a Dict or a Tuple in the env.
///
/// @param at where it begins in the row
/// @param width how many numbers of the row it has
/// @param sizes of one-hot rows, one for each discrete value; empty where numbers are taken as they are
/// @param start the first discrete value
record ObsEntry(String name, int at, int width, int[] sizes, int start) {

    /// Return how many numbers a program gives for it.
    int given() {
        return sizes.length == 0 ? width : sizes.length;
    }

    /// Read the lines of a file, for example `discrete name=season n=4 start=0`.
    ///
    /// @param frame numbers of an observation, which the entries share
    static List<ObsEntry> of(List<String> lines, int frame) {
        List<ObsEntry> entries = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        long at = 0;
        for (String line : lines) {
            Settings settings = Settings.of(line);
            String name = URLDecoder.decode(settings.text("name"), StandardCharsets.UTF_8);
            int[] sizes = switch (settings.word()) {
                case "discrete" -> new int[] {settings.positive("n")};
                case "multi_discrete" -> settings.sizes("sizes");
                case "multi_binary", "box" -> new int[0];
                default -> throw new IllegalArgumentException("\"%s\" is no part of observations".formatted(line));
            };
            long width = switch (settings.word()) {
                case "multi_binary" -> settings.positive("n");
                case "box" -> Settings.product(settings.sizes("shape"));
                default -> Settings.sum(sizes);
            };
            if (width > frame - at || !names.add(name)) {
                throw new IllegalArgumentException(
                        "obs_entries: \"%s\" does not fit into observations of %s numbers, or is there twice"
                                .formatted(line, frame));
            }
            int start = settings.has("start") ? settings.number("start") : 0;
            entries.add(new ObsEntry(name, (int) at, (int) width, sizes, start));
            at += width;
        }
        if (!entries.isEmpty() && at != frame) {
            throw new IllegalArgumentException(
                    "obs_entries have %s numbers; an observation has %s".formatted(at, frame));
        }
        return List.copyOf(entries);
    }

    /// Write values into the place of this entry.
    void write(float[] values, float[] row) {
        if (values.length != given()) {
            throw new IllegalArgumentException("%s of %s numbers; needs %s".formatted(name, values.length, given()));
        }
        for (int i = 0; i < values.length; i++) {
            if (Float.isNaN(values[i])) {
                throw new IllegalArgumentException("%s[%s] is NaN; needs a number".formatted(name, i));
            }
        }
        if (sizes.length == 0) {
            System.arraycopy(values, 0, row, at, width);
            return;
        }
        int[] ones = new int[sizes.length]; // all are checked before any is written
        int from = at;
        for (int i = 0; i < sizes.length; i++) {
            int whole = (int) values[i];
            if (whole != values[i] || whole < start || whole - (long) start >= sizes[i]) {
                throw new IllegalArgumentException("%s[%s] is %s; needs a whole number from %s to %s"
                        .formatted(name, i, values[i], start, (long) start + sizes[i] - 1));
            }
            ones[i] = from + whole - start;
            from += sizes[i];
        }
        Arrays.fill(row, at, at + width, 0);
        for (int one : ones) {
            row[one] = 1;
        }
    }
}
