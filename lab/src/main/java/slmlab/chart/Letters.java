package slmlab.chart;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Text as shapes, with glyphs from our own jar: Java's text needs fonts of the machine, and many servers have
/// none.
///
/// Latin, Greek and the symbols that charts need. Any other character is a question mark in a diamond.
public final class Letters {
    private static final double UNITS = 2048; // units of the outlines per line height
    private static final Pattern COMMAND = Pattern.compile("[MLQZ][^MLQZ]*");
    private static final Map<Integer, Letter> ALL = read();
    private static final Letter UNKNOWN = Objects.requireNonNull(ALL.get(0xFFFD));

    /// @param advance distance to the beginning of the next letter
    /// @param commands its outline as the file has it, read when it is drawn: a chart needs a few of many letters
    private record Letter(double advance, String commands) {}

    private Letters() {}

    /// Return the outlines of a text, to be filled.
    ///
    /// @param size height of a line
    /// @param anchor fraction of the text left of x: 0 for left-aligned, 0.5 for centered, 1 for right-aligned
    public static Shape shape(String text, double size, double x, double baseline, double anchor) {
        Path2D shape = new Path2D.Double();
        double left = x - anchor * width(text, size);
        for (int character : text.codePoints().toArray()) {
            Letter letter = ALL.getOrDefault(character, UNKNOWN);
            AffineTransform place = AffineTransform.getTranslateInstance(left, baseline);
            place.scale(size / UNITS, size / UNITS);
            shape.append(outline(letter.commands).getPathIterator(place), false);
            left += letter.advance * size / UNITS;
        }
        return shape;
    }

    static double width(String text, double size) {
        double units = text.codePoints()
                .mapToDouble(character -> ALL.getOrDefault(character, UNKNOWN).advance)
                .sum();
        return units * size / UNITS;
    }

    /// Return a text, or as much of its beginning as fits a width.
    public static String fit(String text, double size, double width) {
        if (width(text, size) <= width) {
            return text;
        }
        int[] characters = text.codePoints().toArray();
        return IntStream.iterate(characters.length - 1, length -> length >= 0, length -> length - 1)
                .mapToObj(length -> new String(characters, 0, length) + "…")
                .filter(shorter -> width(shorter, size) <= width)
                .findFirst()
                .orElse("…");
    }

    private static Map<Integer, Letter> read() {
        Map<Integer, Letter> letters = new HashMap<>();
        try (InputStream in = Objects.requireNonNull(Letters.class.getResourceAsStream("letters.txt"));
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
            for (String line : lines.readAllLines()) {
                if (!line.startsWith("##")) { // description and license
                    String[] parts = line.substring(2).split(" ", 2);
                    String commands = parts.length == 1 ? "" : parts[1];
                    letters.put((int) line.charAt(0), new Letter(Double.parseDouble(parts[0]), commands));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return letters;
    }

    private static Path2D outline(String commands) {
        Path2D path = new Path2D.Double();
        COMMAND.matcher(commands).results().map(MatchResult::group).forEach(command -> {
            double[] at = Stream.of(command.substring(1).split(" "))
                    .filter(number -> !number.isEmpty())
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            switch (command.charAt(0)) {
                case 'M' -> path.moveTo(at[0], at[1]);
                case 'L' -> path.lineTo(at[0], at[1]);
                case 'Q' -> path.quadTo(at[0], at[1], at[2], at[3]);
                default -> path.closePath();
            }
        });
        return path;
    }
}
