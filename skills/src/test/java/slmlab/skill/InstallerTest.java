package slmlab.skill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import slmlab.skill.InstallReport.Status;

/// What install and uninstall write and keep.
class InstallerTest {
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

    @ParameterizedTest
    @CsvSource({
        "CLAUDE, PROJECT, .claude/skills, ''",
        "CLAUDE, USER, .claude/skills, ''",
        "CODEX, PROJECT, .codex/skills, AGENTS.md",
        "CODEX, USER, .codex/skills, .codex/instructions.md",
        "AGENTS, PROJECT, .agents/skills, ''",
        "AGENTS, USER, .agents/skills, ''"
    })
    void everySkillForEachToolAndScope(Tool tool, Scope scope, String folder, String index) throws IOException {
        Bundle bundle = TestSkills.all();
        Target target = new Target(tool, scope, base);
        InstallReport report = TestSkills.install(bundle, target);
        assertThat(report.status()).isEqualTo(Status.INSTALLED);
        assertThat(report.count()).isEqualTo(36);
        assertThat(report.target().folder()).isEqualTo(base.resolve(folder));
        assertThat(TestSkills.folders(base.resolve(folder))).hasSize(36).isEqualTo(bundle.ids());
        for (Skill skill : bundle.skills()) {
            for (String file : skill.files()) {
                assertThat(base.resolve(folder).resolve(skill.id()).resolve(file))
                        .hasBinaryContent(skill.bytes(file));
            }
        }
        assertThat(Files.exists(base.resolve("AGENTS.md"))).isEqualTo(index.equals("AGENTS.md"));
        assertThat(Files.exists(base.resolve(".codex/instructions.md"))).isEqualTo(index.startsWith(".codex"));

        SortedMap<String, String> before = TestSkills.content(base);
        InstallReport again = TestSkills.install(bundle, target);
        assertThat(again.status()).isEqualTo(Status.UNCHANGED);
        assertThat(again.changes()).isEmpty();
        assertThat(TestSkills.content(base)).isEqualTo(before);

        TestSkills.uninstall(target, false);
        assertThat(TestSkills.content(base)).containsOnlyKeys("");
    }

    @Test
    void severalTargetsAtOnce() {
        List<Target> targets = List.of(target(Tool.CLAUDE), target(Tool.CODEX), target(Tool.AGENTS));
        List<InstallReport> reports = new Installer(TestSkills.all()).install(targets, InstallOptions.defaults());
        assertThat(reports).extracting(InstallReport::target).isEqualTo(targets);
        assertThat(TestSkills.folders(base)).containsExactly(".agents", ".claude", ".codex");
    }

    @Test
    void aDryRunWritesNothingAndNamesEveryFile() throws IOException {
        write(".claude/settings.json", "{}");
        SortedMap<String, String> before = TestSkills.content(base);
        InstallReport report = new Installer(TestSkills.bundle("a", "b"))
                .install(List.of(target(Tool.CLAUDE)), new InstallOptions(List.of(), true, false, false))
                .getFirst();
        assertThat(TestSkills.content(base)).isEqualTo(before);
        assertThat(report.status()).isEqualTo(Status.INSTALLED);
        assertThat(report.changes())
                .hasSize(5)
                .allMatch(line -> line.startsWith("write " + base.resolve(".claude/skills")));
        TestSkills.install(TestSkills.bundle("a", "b"), target(Tool.CLAUDE));
        before = TestSkills.content(base);
        new Installer(TestSkills.all()).uninstall(List.of(target(Tool.CLAUDE)), true, false);
        assertThat(TestSkills.content(base)).isEqualTo(before);
    }

    @Test
    void onlySomeSkillsLeavesTheOthersAsTheyAre() {
        TestSkills.install(TestSkills.bundle("a", "b", "c"), target(Tool.CODEX), "b");
        assertThat(TestSkills.folders(base.resolve(".codex/skills"))).containsExactly("b");
        assertThat(base.resolve("AGENTS.md")).content().contains("**b**").doesNotContain("**a**");
        TestSkills.install(TestSkills.bundle("a", "b", "c"), target(Tool.CODEX), "a");
        assertThat(TestSkills.folders(base.resolve(".codex/skills"))).containsExactly("a", "b");
        assertThat(base.resolve("AGENTS.md"))
                .content()
                .contains("**b**", "**a**")
                .doesNotContain("**c**");
    }

    @Test
    void unknownSkillsAreAllNamedAtOnce() {
        assertThatThrownBy(() -> TestSkills.install(
                        TestSkills.all(), target(Tool.CLAUDE), "defining-state-spaces", "implementing-offline-rl", "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown skill 'defining-state-spaces'; did you mean defining-state-space?; "
                        + "implementing-offline-rl is not in this lab yet: it comes with learning from datasets; "
                        + "unknown skill 'x'; skills list shows all");
        assertThat(TestSkills.content(base)).containsOnlyKeys("");
    }

    @Test
    void anUpgradeReplacesAndRemovesOurFilesAndKeepsOthers() throws IOException {
        TestSkills.install(
                new Bundle(List.of(
                        TestSkills.skill("a", "SKILL.md", "old", "references/gone.md", "x", "references/more.md", "y"),
                        TestSkills.skill("gone", "SKILL.md", "old"))),
                target(Tool.CLAUDE));
        write(".claude/skills/a/references/mine.md", "mine");
        write(".claude/skills/other/SKILL.md", "other");
        InstallReport report = TestSkills.install(TestSkills.bundle("a"), target(Tool.CLAUDE));
        assertThat(report.status()).isEqualTo(Status.UPDATED);
        assertThat(report.notes()).isEmpty();
        assertThat(TestSkills.content(base.resolve(".claude/skills")).keySet())
                .containsExactly(
                        "",
                        ".slm-lab-skills.json",
                        "a",
                        "a/SKILL.md",
                        "a/references",
                        "a/references/mine.md",
                        "a/references/more.md",
                        "other",
                        "other/SKILL.md");
        assertThat(base.resolve(".claude/skills/a/SKILL.md")).content().contains("name: a");
    }

    @Test
    void anEditedFileIsKeptBesideOurs() throws IOException {
        TestSkills.install(TestSkills.bundle("a"), target(Tool.CLAUDE));
        Path file = write(".claude/skills/a/SKILL.md", "edited");
        InstallReport report = TestSkills.install(TestSkills.bundle("a"), target(Tool.CLAUDE));
        assertThat(report.notes())
                .containsExactly(file + " differed from what was installed and is kept as SKILL.md.orig");
        assertThat(file).content().contains("name: a");
        assertThat(file.resolveSibling("SKILL.md.orig")).hasContent("edited");
        Files.writeString(file, "edited again");
        TestSkills.install(TestSkills.bundle("a"), target(Tool.CLAUDE));
        assertThat(file.resolveSibling("SKILL.md.orig")).hasContent("edited");
        assertThat(file.resolveSibling("SKILL.md.orig.2")).hasContent("edited again");
        Files.writeString(file, "not needed");
        TestSkills.installAnyway(TestSkills.bundle("a"), target(Tool.CLAUDE));
        assertThat(file).content().contains("name: a");
        assertThat(TestSkills.folders(base.resolve(".claude/skills"))).containsExactly("a");
        assertThat(file.resolveSibling("SKILL.md.orig.3")).doesNotExist();
    }

    @Test
    void anObsoleteFileThatWasEditedIsKept() throws IOException {
        TestSkills.install(TestSkills.bundle("a", "b"), target(Tool.CLAUDE));
        write(".claude/skills/b/SKILL.md", "edited");
        TestSkills.install(TestSkills.bundle("a"), target(Tool.CLAUDE));
        assertThat(TestSkills.content(base.resolve(".claude/skills/b")).keySet())
                .containsExactly("", "SKILL.md.orig");
    }

    @Test
    void aFolderOfAnotherOriginIsReportedAndKept() throws IOException {
        Path foreign = write(".claude/skills/a/SKILL.md", "foreign");
        write(".claude/skills/a/notes.txt", "notes");
        InstallReport report = TestSkills.install(TestSkills.bundle("a", "b"), target(Tool.CLAUDE));
        assertThat(report.count()).isEqualTo(1);
        assertThat(report.notes())
                .containsExactly(foreign.getParent()
                        + " is kept: it is not from this installer; --yes installs over it and keeps what differs");
        assertThat(foreign).hasContent("foreign");

        report = TestSkills.installAnyway(TestSkills.bundle("a", "b"), target(Tool.CLAUDE));
        assertThat(report.count()).isEqualTo(2);
        assertThat(foreign).content().contains("name: a");
        assertThat(foreign.resolveSibling("SKILL.md.orig")).hasContent("foreign");

        TestSkills.uninstall(target(Tool.CLAUDE), false);
        assertThat(TestSkills.content(base.resolve(".claude/skills/a")).keySet())
                .containsExactly("", "SKILL.md.orig", "notes.txt");
        assertThat(TestSkills.install(TestSkills.bundle("a"), target(Tool.CLAUDE))
                        .count())
                .as("notes.txt is not ours")
                .isZero();
    }

    @Test
    void aCopyWithoutManifestIsTakenOver() throws IOException {
        TestSkills.install(TestSkills.bundle("a"), target(Tool.CLAUDE));
        Files.delete(target(Tool.CLAUDE).manifest());
        InstallReport report = TestSkills.install(TestSkills.bundle("a"), target(Tool.CLAUDE));
        assertThat(report.notes()).isEmpty();
        assertThat(report.count()).isEqualTo(1);
    }

    @Test
    void uninstallKeepsEditedAndForeignFiles() throws IOException {
        write(".claude/skills/other/SKILL.md", "other");
        TestSkills.install(TestSkills.bundle("a"), target(Tool.CLAUDE));
        write(".claude/skills/a/SKILL.md", "edited");
        write(".claude/skills/a/mine.md", "mine");
        InstallReport report = TestSkills.uninstall(target(Tool.CLAUDE), false);
        assertThat(report.status()).isEqualTo(Status.REMOVED);
        assertThat(report.notes()).hasSize(1);
        assertThat(TestSkills.content(base.resolve(".claude")).keySet())
                .containsExactly(
                        "",
                        "skills",
                        "skills/a",
                        "skills/a/SKILL.md.orig",
                        "skills/a/mine.md",
                        "skills/other",
                        "skills/other/SKILL.md");
        assertThat(TestSkills.uninstall(target(Tool.CLAUDE), false).status()).isEqualTo(Status.UNCHANGED);
    }

    @Test
    void uninstallLeavesFoldersThatWereThere() throws IOException {
        Files.createDirectories(base.resolve(".claude/skills"));
        Files.createDirectories(base.resolve(".codex"));
        for (Tool tool : List.of(Tool.CLAUDE, Tool.CODEX)) {
            TestSkills.install(TestSkills.bundle("a"), target(tool));
            TestSkills.install(TestSkills.bundle("a", "b"), target(tool));
            TestSkills.uninstall(target(tool), false);
        }
        assertThat(TestSkills.content(base).keySet()).containsExactly("", ".claude", ".claude/skills", ".codex");
    }

    @ParameterizedTest
    @EnumSource(Tool.class)
    void installedIsWhatHasAManifestOrAnIndex(Tool tool) {
        assertThat(Installer.isInstalled(target(tool))).isFalse();
        TestSkills.install(TestSkills.bundle("a"), target(tool));
        assertThat(Installer.isInstalled(target(tool))).isTrue();
        assertThat(InstalledSkill.in(target(tool), TestSkills.bundle("a")))
                .containsExactly(new InstalledSkill(target(tool), "a", true));
        assertThat(InstalledSkill.in(target(tool), new Bundle(List.of())))
                .containsExactly(new InstalledSkill(target(tool), "a", false));
    }

    /// Eight installs of one skill each, in threads: every one of them counts.
    @Test
    void installsAtTheSameTimeDoNotLoseEachOther() throws Exception {
        String[] ids = {"a", "b", "c", "d", "e", "f", "g", "h"};
        Bundle bundle = TestSkills.bundle(ids);
        try (ExecutorService threads = Executors.newFixedThreadPool(ids.length)) {
            List<Callable<InstallReport>> installs = new ArrayList<>();
            for (String id : ids) {
                installs.add(() -> TestSkills.install(bundle, target(Tool.CODEX), id));
            }
            for (Future<InstallReport> each : threads.invokeAll(installs)) {
                each.get();
            }
        }
        assertThat(SkillManifest.read(target(Tool.CODEX)).skills()).containsExactly(ids);
        assertThat(base.resolve("AGENTS.md")).content().contains("**a**", "**h**");
        assertThat(TestSkills.install(bundle, target(Tool.CODEX)).status()).isEqualTo(Status.UNCHANGED);
        assertThat(TestSkills.content(base).keySet()).noneMatch(path -> path.endsWith(".part"));
    }

    @Test
    void skillsAreWrittenInTheOrderOfTheirNames() {
        List<String> lines = new Installer(TestSkills.bundle("b", "a"))
                .install(List.of(target(Tool.AGENTS)), new InstallOptions(List.of(), true, false, false))
                .getFirst()
                .changes();
        List<String> files = lines.subList(0, lines.size() - 1); // the manifest comes last
        assertThat(files).isSortedAccordingTo(Comparator.naturalOrder());
        assertThat(lines.getLast()).endsWith(".slm-lab-skills.json");
    }
}
