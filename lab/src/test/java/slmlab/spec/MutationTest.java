package slmlab.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Specs with random mistakes in them: each is read, or refused with words for a person.
class MutationTest {

    private static final int MUTATIONS = 50; // of each of the ten files
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

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ppo.json",
                "variables.json",
                "search.json",
                "two.json",
                "older.json",
                "ppo.yaml",
                "anchors.yaml",
                "variables.yaml",
                "search.yml",
                "pixels.yaml"
            })
    void onlySpecExceptionsEscape(String name) throws IOException {
        byte[] resource = resource(name);
        Path file = folder.resolve(name);
        Files.write(file, resource);
        SpecFile whole = SpecFile.read(file, Map.of());
        whole.names().forEach(spec -> Components.check(whole, spec)); // nothing is wrong before the mutation
        int refused = 0;
        for (int seed = 0; seed < MUTATIONS; seed++) {
            Files.write(file, mutated(new String(resource, StandardCharsets.UTF_8), seed, new Random(seed)));
            try {
                SpecFile read = SpecFile.read(file, Map.of());
                read.names().forEach(spec -> Components.check(read, spec));
            } catch (SpecException e) {
                refused++;
                assertThat(e.getMessage())
                        .as("mutation %d of %s", seed, name)
                        .startsWith(file.toString())
                        .hasSizeGreaterThan(file.toString().length() + 10)
                        .doesNotContain(
                                "\tat ",
                                "Exception",
                                "java.",
                                "slmlab.spec",
                                "jackson",
                                "snakeyaml",
                                "@",
                                "Stream",
                                "`")
                        .doesNotContain("Optional", "LinkedHashMap");
            }
        }
        assertThat(refused).as("mutations of %s that matter", name).isGreaterThan(MUTATIONS / 2);
    }

    private static byte[] resource(String name) throws IOException {
        try (var in = MutationTest.class.getResourceAsStream("/specs/" + name)) {
            assertThat(in).isNotNull();
            return in.readAllBytes();
        }
    }

    private static byte[] mutated(String text, int kind, Random random) {
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
