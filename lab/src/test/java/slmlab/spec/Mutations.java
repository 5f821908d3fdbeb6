package slmlab.spec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Random;
import java.util.regex.Pattern;

/// Mistakes that a spec file can have.
public final class Mutations {
    private static final String[] STRANGE = {
        "null",
        "-1",
        "1e999",
        "\"x\"",
        "[]",
        "{}",
        "true",
        "0.5",
        "99999999999999999999",
        "\"${a}\"",
        ".nan",
        "*x",
        "&x",
        "!!set",
        "%"
    };

    private Mutations() {}

    /// @param kind its last digit chooses a kind of mistake
    public static byte[] of(String text, int kind, Random random) {
        int at = random.nextInt(text.length());
        String changed = switch (kind % 10) {
            case 0 -> typo(text, random);
            case 1 -> strangeValue(text, random);
            case 2 -> withoutLine(text, random);
            case 3 -> twice(text, random);
            case 4 -> text.substring(0, at); // cut off
            case 5 -> text.substring(0, at) + text.substring(Math.min(text.length(), at + 1 + random.nextInt(4)));
            case 6 -> text.substring(0, at) + "{}[]\",:&*!\t\u0000é".charAt(random.nextInt(13)) + text.substring(at);
            case 7 -> text.replaceFirst("(gamma|max_frame|distributed|max_session)", "extra_" + random.nextInt(9));
            default -> text;
        };
        return switch (kind % 10) {
            case 8 ->
                (text + "é").getBytes(random.nextBoolean() ? StandardCharsets.UTF_16 : StandardCharsets.ISO_8859_1);
            case 9 -> withBrokenByte(text, at, random);
            default -> changed.getBytes(StandardCharsets.UTF_8);
        };
    }

    /// Two letters of a word change places.
    private static String typo(String text, Random random) {
        var words = Pattern.compile("[a-z_]{4,}").matcher(text).results().toList();
        var word = words.get(random.nextInt(words.size()));
        int at = word.start() + random.nextInt(3);
        return text.substring(0, at) + text.charAt(at + 1) + text.charAt(at) + text.substring(at + 2);
    }

    private static String strangeValue(String text, Random random) {
        var values =
                Pattern.compile("(?<=: )[\\w.\"-]+").matcher(text).results().toList();
        var value = values.get(random.nextInt(values.size()));
        return text.substring(0, value.start()) + STRANGE[random.nextInt(STRANGE.length)] + text.substring(value.end());
    }

    private static String withoutLine(String text, Random random) {
        var lines = new ArrayList<>(text.lines().toList());
        lines.remove(random.nextInt(lines.size()));
        return String.join("\n", lines);
    }

    private static String twice(String text, Random random) {
        var lines = new ArrayList<>(text.lines().toList());
        int line = random.nextInt(lines.size());
        lines.add(line, lines.get(line));
        return String.join("\n", lines);
    }

    private static byte[] withBrokenByte(String text, int at, Random random) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        bytes[Math.min(at, bytes.length - 1)] = (byte) (0x80 + random.nextInt(0x80));
        return bytes;
    }
}
