package slmlab.skill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The record of our files, also damaged, newer, or written by somebody who means harm.
class SkillManifestTest {
    private static final String HASH = "0".repeat(64);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path base;

    private Target target() {
        return new Target(Tool.CODEX, Scope.PROJECT, base);
    }

    private void write(String text) throws IOException {
        Files.createDirectories(target().folder());
        Files.writeString(target().manifest(), text);
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        assertThat(SkillManifest.read(target())).isEqualTo(SkillManifest.EMPTY);
        SortedMap<String, String> files = new TreeMap<>();
        files.put("a/SKILL.md", HASH);
        files.put("a/references/b-c.md", SkillManifest.hash(new byte[] {1}));
        for (SkillManifest.Index index : new SkillManifest.Index[] {
            null, new SkillManifest.Index(false, null), new SkillManifest.Index(true, "\r\n\t")
        }) {
            SkillManifest manifest = new SkillManifest(files, 2, index);
            Files.createDirectories(target().folder());
            Files.write(target().manifest(), manifest.bytes());
            assertThat(SkillManifest.read(target())).isEqualTo(manifest);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{                                                                         | is not valid JSON",
                "[]                                                                        | has no version",
                "{}                                                                        | has no version",
                "{'version': 2}                                  | was written by a newer slm-lab (version 2; this one",
                "{'version': 1}                                                            | has no files",
                "{'version': 1, 'new_folders': 0, 'files': {'../../x/y': '%s'}}            | ../../x/y",
                "{'version': 1, 'new_folders': 0, 'files': {'/etc/passwd': '%s'}}          | /etc/passwd",
                "{'version': 1, 'new_folders': 0, 'files': {'a/../../b': '%s'}}            | a/../../b",
                "{'version': 1, 'new_folders': 0, 'files': {'a/SKILL.md': 'short'}}        | a/SKILL.md",
                "{'version': 1, 'new_folders': 0, 'files': {}, 'index': 3}                 | has an index",
                "{'version': 1, 'new_folders': 0, 'files': {}, 'index': {'created': true, 'ending': 'rm'}} | ending"
            })
    void aManifestThatCannotBeRightIsRefusedAndNothingChanges(String text, String message) throws IOException {
        write(text.replace('\'', '"').formatted(HASH));
        SortedMap<String, String> before = TestSkills.content(base);
        for (boolean removes : new boolean[] {false, true}) {
            Installer installer = new Installer(TestSkills.bundle("a"));
            assertThatThrownBy(() -> {
                        if (removes) {
                            installer.uninstall(List.of(target()), false, true);
                        } else {
                            installer.install(List.of(target()), new InstallOptions(List.of(), false, true, false));
                        }
                    })
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(target().manifest().toString())
                    .hasMessageContaining(message);
            assertThat(TestSkills.content(base)).isEqualTo(before);
        }
    }
}
