package slmlab.skill;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Links, files in the way and markers that stop an install before it has written anything.
class TargetGuardTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path base;

    private Target target(Tool tool) {
        return new Target(tool, Scope.PROJECT, base);
    }

    private Path write(String file, String text) throws IOException {
        Path path = base.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    @Test
    void nothingIsWrittenThroughALinkToASkill() throws IOException {
        Path elsewhere = requireNonNull(write("elsewhere/SKILL.md", "mine").getParent());
        Path link = Files.createDirectories(base.resolve(".claude/skills")).resolve("a");
        Files.createSymbolicLink(link, elsewhere);
        for (boolean yes : new boolean[] {false, true}) {
            InstallReport report = new Installer(TestSkills.bundle("a", "b"))
                    .install(List.of(target(Tool.CLAUDE)), new InstallOptions(List.of(), false, yes, false))
                    .getFirst();
            assertThat(report.notes())
                    .containsExactly(link + " is kept: it is a symbolic link, and nothing is written through one");
        }
        assertThat(TestSkills.content(elsewhere)).containsOnlyKeys("", "SKILL.md");
        assertThat(elsewhere.resolve("SKILL.md")).hasContent("mine");
        TestSkills.uninstall(target(Tool.CLAUDE), true);
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(elsewhere.resolve("SKILL.md")).hasContent("mine");
    }

    @Test
    void nothingIsDeletedThroughALinkThatCameLater() throws IOException {
        TestSkills.install(TestSkills.bundle("a"), target(Tool.CLAUDE));
        Path skill = base.resolve(".claude/skills/a");
        Path moved = Files.move(skill, base.resolve("moved"));
        Files.createSymbolicLink(skill, moved);
        SortedMap<String, String> before = TestSkills.content(moved);
        InstallReport report = TestSkills.uninstall(target(Tool.CLAUDE), true);
        assertThat(report.notes()).hasSize(2).allMatch(note -> note.endsWith("/a is a symbolic link"));
        assertThat(TestSkills.content(moved)).isEqualTo(before);
    }

    @Test
    void aLinkInPlaceOfAFileIsKeptAndItsTargetUntouched() throws IOException {
        TestSkills.install(TestSkills.bundle("a"), target(Tool.CLAUDE));
        Path file = base.resolve(".claude/skills/a/SKILL.md");
        Path elsewhere = write("elsewhere.md", "mine");
        Files.delete(file);
        Files.createSymbolicLink(file, elsewhere);
        TestSkills.installAnyway(TestSkills.bundle("a"), target(Tool.CLAUDE));
        assertThat(elsewhere).hasContent("mine");
        assertThat(Files.isSymbolicLink(file)).isFalse();
        assertThat(Files.readSymbolicLink(file.resolveSibling("SKILL.md.orig"))).isEqualTo(elsewhere);
    }

    @ParameterizedTest
    @CsvSource({".codex", ".codex/skills", "AGENTS.md", ".codex/skills/.slm-lab-skills.json"})
    void aLinkOnTheWayIsRefused(String name) throws IOException {
        Path elsewhere = Files.createDirectory(base.resolve("elsewhere"));
        Path link = base.resolve(name);
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, elsewhere);
        SortedMap<String, String> before = TestSkills.content(base);
        assertThatThrownBy(() -> TestSkills.install(TestSkills.bundle("a"), target(Tool.CODEX)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(link + " is a symbolic link, and nothing is written through one");
        assertThat(TestSkills.content(base)).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({".codex", ".codex/skills"})
    void aFileInTheWayStopsEverythingBeforeItBegins(String name) throws IOException {
        write(name, "in the way");
        SortedMap<String, String> before = TestSkills.content(base);
        assertThatThrownBy(() -> new Installer(TestSkills.bundle("a"))
                        .install(List.of(target(Tool.CLAUDE), target(Tool.CODEX)), InstallOptions.defaults()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage(
                        "cannot write %s: a file of that name is in the way".formatted(base.resolve(".codex/skills")));
        assertThat(TestSkills.content(base)).isEqualTo(before);
    }

    @Test
    void aFolderInTheWayOfTheIndexStopsIt() throws IOException {
        Files.createDirectory(base.resolve("AGENTS.md"));
        assertThatThrownBy(() -> TestSkills.install(TestSkills.bundle("a"), target(Tool.CODEX)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("cannot write %s: it is a folder".formatted(base.resolve("AGENTS.md")));
        assertThat(TestSkills.folders(base)).containsExactly("AGENTS.md");
    }

    @Test
    void aFolderWithoutPermissionStopsIt() throws IOException {
        Path locked = Files.createDirectories(base.resolve(".claude/skills"));
        assertThat(locked.toFile().setWritable(false)).isTrue();
        assumeFalse(Files.isWritable(locked), "root may write anywhere");
        assertThatThrownBy(() -> TestSkills.install(TestSkills.bundle("a"), target(Tool.CLAUDE)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("cannot write %s: permission denied".formatted(locked));
        assertThat(TestSkills.content(locked)).containsOnlyKeys("");
    }

    @Test
    void aMissingBaseIsWrongInput() {
        Target none = new Target(Tool.CLAUDE, Scope.PROJECT, base.resolve("none"));
        assertThatThrownBy(() -> TestSkills.install(TestSkills.bundle("a"), none))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no folder " + base.resolve("none"));
    }

    @Test
    void wrongMarkersStopItBeforeAnythingIsCopied() throws IOException {
        write("AGENTS.md", "a\n<!-- slm-lab-skills -->\n");
        SortedMap<String, String> before = TestSkills.content(base);
        assertThatThrownBy(() -> TestSkills.install(TestSkills.bundle("a"), target(Tool.CODEX)))
                .hasMessageContaining("AGENTS.md has 1 problem\n  line 2    ");
        assertThat(TestSkills.content(base)).isEqualTo(before);
    }
}
