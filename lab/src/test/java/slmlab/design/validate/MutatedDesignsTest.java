package slmlab.design.validate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.file.JsonFile;
import slmlab.spec.MappingFile;
import slmlab.spec.text.SpecException;

/// Whatever is done to a design file, the answer is findings or one sentence, never a crash.
class MutatedDesignsTest {
    private static final int MUTANTS = 500;
    private static final Object[] VALUES = {
        "text", "", -1, 0, 1e300, -1e300, Long.MAX_VALUE, 0.5, true, List.of(), Map.of(), List.of(1, "x", List.of())
    };

    @TempDir
    private Path folder;

    @Test
    void fiveHundredMutantsGiveFindings() throws IOException {
        RandomGenerator random = new SplittableRandom(17);
        List<Path> files = DesignsTest.files();
        int findings = 0;
        int refusals = 0;
        for (int i = 0; i < MUTANTS; i++) {
            Path file = files.get(random.nextInt(files.size()));
            Path mutant = mutant(file, i % 5, i, random);
            try {
                findings +=
                        Designs.check(DesignsTest.kind(file), mutant).findings().size();
            } catch (SpecException e) {
                assertThat(e.getMessage()).isNotBlank().doesNotContain("Exception");
                refusals++;
            }
        }
        assertThat(findings).isGreaterThan(MUTANTS);
        assertThat(refusals).isBetween(1, MUTANTS / 2);
    }

    /// Write a file with one kind of change: keys removed, types swapped, strange numbers, text cut off, nesting.
    private Path mutant(Path file, int change, int index, RandomGenerator random) throws IOException {
        Path mutant = folder.resolve(index + String.valueOf(file.getFileName()).replaceAll(".*\\.", "."));
        if (change == 3) {
            String text = Files.readString(file);
            return Files.writeString(mutant, text.substring(0, random.nextInt(text.length())));
        }
        Map<String, @Nullable Object> values = MappingFile.read(file);
        Object changed = changed(values, change, random);
        String text = new String(JsonFile.bytes(changed), StandardCharsets.UTF_8);
        String strange =
                change == 2 ? text.replaceFirst("(: )-?[0-9.]+", random.nextBoolean() ? ": NaN" : ": -1e999") : text;
        return Files.writeString(folder.resolve(index + ".json"), strange);
    }

    private static Object changed(@Nullable Object value, int change, RandomGenerator random) {
        if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            Map<String, Object> copy = new LinkedHashMap<>();
            int chosen = random.nextInt(map.size());
            int i = 0;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                boolean isHit = i++ == chosen;
                boolean isDeep = entry.getValue() instanceof Map<?, ?> || entry.getValue() instanceof List<?>;
                if (isHit && isDeep && random.nextInt(4) > 0) {
                    copy.put(String.valueOf(entry.getKey()), changed(entry.getValue(), change, random));
                } else if (!isHit) {
                    copy.put(String.valueOf(entry.getKey()), entry.getValue());
                } else if (change != 0) {
                    copy.put(String.valueOf(entry.getKey()), replaced(entry.getValue(), change, random));
                }
            }
            return copy;
        }
        if (value instanceof List<?> list && !list.isEmpty()) {
            List<Object> copy = new ArrayList<>(list);
            int chosen = random.nextInt(list.size());
            copy.set(chosen, changed(list.get(chosen), change, random));
            return copy;
        }
        return replaced(value, change, random);
    }

    private static Object replaced(@Nullable Object value, int change, RandomGenerator random) {
        return change == 4
                ? Map.of("inner", List.of(Map.of("value", String.valueOf(value))))
                : VALUES[random.nextInt(VALUES.length)];
    }
}
