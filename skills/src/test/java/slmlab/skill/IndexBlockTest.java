package slmlab.skill;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.spec.text.SpecException;

/// The index in AGENTS.md: nothing around it changes, and uninstall restores what was there.
class IndexBlockTest {
    private static final String BLOCK = IndexBlock.OPEN + "\nB\n" + IndexBlock.CLOSE;
    private static final Path FILE = Path.of("AGENTS.md");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path base;

    private static String with(String text) {
        return new String(new IndexBlock(FILE, text.getBytes(UTF_8)).with(BLOCK), UTF_8);
    }

    @Test
    void theBlockHasOneLineForEachSkill() {
        String block =
                IndexBlock.of(".codex/skills", TestSkills.bundle("b", "a").skills());
        assertThat(block.lines())
                .startsWith("<!-- slm-lab-skills -->", "## SLM Lab skills", "")
                .endsWith(
                        "",
                        "- **a** (`.codex/skills/a/SKILL.md`) — Does a. Use when tested.",
                        "- **b** (`.codex/skills/b/SKILL.md`) — Does b. Use when tested.",
                        "<!-- /slm-lab-skills -->");
        assertThat(block.lines().skip(3).findFirst().orElseThrow()).contains("`.codex/skills`");
        assertThat(block).doesNotEndWith("\n");
        Skill bare = TestSkills.skill("bare", "SKILL.md", "# no front matter");
        assertThat(IndexBlock.of("x", List.of(bare))).contains("\n- **bare** (`x/bare/SKILL.md`)\n");
    }

    @Test
    void aDescriptionIsCutAt120CodePoints() {
        String most = "d".repeat(120);
        assertThat(line(most)).endsWith(" — " + most);
        assertThat(line(most + "e")).endsWith(" — " + most + "…");
        String smile = "d".repeat(119) + "😀";
        assertThat(line(smile)).endsWith(" — " + smile);
        assertThat(line(smile + "e")).endsWith(" — " + smile + "…");
    }

    private static String line(String description) {
        Skill skill = TestSkills.skill("a", "SKILL.md", TestSkills.main("a", description));
        return IndexBlock.of("x", List.of(skill)).lines().skip(6).findFirst().orElseThrow();
    }

    @Test
    void theBulletsNameThePathOfTheScope() {
        Path home = Target.base(Scope.USER);
        assertThat(new Target(Tool.CODEX, Scope.PROJECT, base).shown()).isEqualTo(".codex/skills");
        assertThat(new Target(Tool.CODEX, Scope.USER, home).shown()).isEqualTo("~/.codex/skills");
        assertThat(new Target(Tool.CODEX, Scope.USER, base).shown()).isEqualTo(base + "/.codex/skills");
        assertThat(home).isEqualTo(Path.of(System.getProperty("user.home")));
    }

    @Test
    void withoutABlockItIsAppended() {
        assertThat(with("")).isEqualTo(BLOCK + "\n");
        assertThat(with("\n \n")).isEqualTo(BLOCK + "\n");
        assertThat(with("text")).isEqualTo("text\n\n" + BLOCK + "\n");
        assertThat(with("text \n\n\n")).isEqualTo("text\n\n" + BLOCK + "\n");
        assertThat(with("a\r\nb\r\n")).isEqualTo(("a\nb\n\n" + BLOCK + "\n").replace("\n", "\r\n"));
        assertThat(with("\uFEFF")).isEqualTo("\uFEFF" + BLOCK + "\n");
    }

    @Test
    void aBlockIsReplacedInItsPlace() {
        String old = IndexBlock.OPEN + " anything " + IndexBlock.CLOSE;
        assertThat(with("é a\n" + old + " b\n\n\n")).isEqualTo("é a\n" + BLOCK + " b\n\n\n");
        assertThat(with("a\r\n" + old)).isEqualTo("a\r\n" + BLOCK.replace("\n", "\r\n"));
        assertThat(with("a\n" + old + "\nb\n" + old + "\nc\n" + old)).isEqualTo("a\n" + BLOCK + "\nb\nc\n");
    }

    @Test
    void bytesThatAreNoUtf8Stay() {
        byte[] latin = "caf\u00e9 \u0085".getBytes(ISO_8859_1);
        byte[] changed = new IndexBlock(FILE, latin).with(BLOCK);
        assertThat(new String(changed, ISO_8859_1)).startsWith("caf\u00e9 \u0085\n\n<!--");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x;OPEN             | line 2 | has no <!-- /slm-lab-skills --> after it",
                "x;y;CLOSE          | line 3 | has no <!-- slm-lab-skills --> before it",
                "CLOSE;OPEN         | line 1 | has no <!-- slm-lab-skills --> before it",
                "CLOSE;OPEN         | line 2 | has no <!-- /slm-lab-skills --> after it",
                "OPEN;OPEN;CLOSE    | line 1 | has no <!-- /slm-lab-skills --> after it",
                "OPEN;CLOSE;CLOSE   | line 3 | has no <!-- slm-lab-skills --> before it",
                "OPENOPEN           | line 1 | has no <!-- /slm-lab-skills --> after it"
            })
    void markersThatDoNotPairUpAreRefusedWithTheirLine(String lines, String line, String message) {
        String text = lines.replace("OPEN", IndexBlock.OPEN)
                .replace("CLOSE", IndexBlock.CLOSE)
                .replace(";", "\r\n");
        assertThatThrownBy(() -> with(text))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("AGENTS.md has")
                .hasMessageContaining(line + "    ")
                .hasMessageContaining(message);
    }

    @Test
    void wideTextIsRefused() {
        assertThatThrownBy(() -> new IndexBlock(FILE, "text".getBytes(UTF_16)))
                .isInstanceOf(SpecException.class)
                .hasMessage("AGENTS.md is written in UTF-16 or is binary; save it as UTF-8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# Agents\n\nText.\n",
                "# Agents\n\nText.",
                "# Agents \t\n\n\n\n",
                "\uFEFF# Agents\r\n\r\nText.\r\n",
                "# Agents\r\nmixed\nends\r\n\n",
                "\n\n",
                "",
                "\uFEFF",
                "é 😀 ",
                "a <!-- rl-expert-skills --> b <!-- /rl-expert-skills -->\n"
            })
    void uninstallRestoresTheBytes(String text) throws IOException {
        Path file = Files.write(base.resolve("AGENTS.md"), text.getBytes(UTF_8));
        Target target = new Target(Tool.CODEX, Scope.PROJECT, base);
        Installer installer = new Installer(TestSkills.bundle("a"));
        installer.install(List.of(target), InstallOptions.defaults());
        assertThat(file).content().contains("**a**").startsWith(text.stripTrailing());
        new Installer(TestSkills.bundle("a", "b")).install(List.of(target), InstallOptions.defaults());
        assertThat(file).content().containsOnlyOnce(IndexBlock.OPEN).contains("**b**");
        installer.uninstall(List.of(target), false, false);
        assertThat(file).hasBinaryContent(text.getBytes(UTF_8));
    }

    @Test
    void uninstallKeepsWhatWasAddedAroundTheBlock() throws IOException {
        Path file = base.resolve("AGENTS.md");
        Target target = new Target(Tool.CODEX, Scope.PROJECT, base);
        Installer installer = new Installer(TestSkills.bundle("a"));
        installer.install(List.of(target), InstallOptions.defaults());
        Files.writeString(file, "before\n\n" + Files.readString(file) + "\nafter\n");
        installer.install(List.of(target), InstallOptions.defaults());
        installer.uninstall(List.of(target), false, false);
        assertThat(file).hasContent("before\n\nafter\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a;<!-- rl-expert-skills -->;old;<!-- /rl-expert-skills -->;b | a;BLOCK;b",
                "a;<!-- rl-expert-skills -->;old;<!-- /rl-expert-skills -->;BLOCK;b | a;BLOCK;b",
                "a;<!-- rl-expert-skills -->;half | a;<!-- rl-expert-skills -->;half;;BLOCK;",
                "a;<!-- /rl-expert-skills -->;<!-- rl-expert-skills -->;b | a;<!-- /rl-expert-skills -->;<!-- rl-expert-skills -->;b;;BLOCK;"
            })
    void theIndexOfTheOriginalPackageIsReplacedOnRequest(String before, String after) throws IOException {
        Path file = Files.writeString(
                base.resolve("AGENTS.md"), before.replace(";", "\n").replace("BLOCK", BLOCK));
        Target target = new Target(Tool.CODEX, Scope.PROJECT, base);
        Bundle bundle = TestSkills.bundle("a");
        new Installer(bundle).install(List.of(target), new InstallOptions(List.of(), false, false, true));
        String block = IndexBlock.of(".codex/skills", bundle.skills());
        String shown = Files.readString(file).replace(IndexBlock.of(target.shown(), bundle.skills()), block);
        assertThat(shown).isEqualTo(after.replace(";", "\n").replace("BLOCK", block));
    }

    @Test
    void anIndexWithoutManifestIsReplacedAndRemoved() throws IOException {
        Path file = Files.writeString(base.resolve("AGENTS.md"), "text\n\n" + BLOCK + "\n");
        Target target = new Target(Tool.CODEX, Scope.PROJECT, base);
        Installer installer = new Installer(TestSkills.bundle("a"));
        installer.install(List.of(target), InstallOptions.defaults());
        assertThat(file).content().startsWith("text\n\n<!--").contains("**a**");
        installer.uninstall(List.of(target), false, false);
        assertThat(file).hasBinaryContent("text\n".getBytes(UTF_8));
    }
}
