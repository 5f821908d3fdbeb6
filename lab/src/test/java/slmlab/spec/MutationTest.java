package slmlab.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.spec.key.Components;
import slmlab.spec.text.SpecException;

/// Specs with random mistakes in them: each is read, or refused with a readable message.
class MutationTest {

    private static final int MUTATIONS = 50; // of each of the ten files

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
            Files.write(file, Mutations.of(new String(resource, StandardCharsets.UTF_8), seed, new Random(seed)));
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
}
