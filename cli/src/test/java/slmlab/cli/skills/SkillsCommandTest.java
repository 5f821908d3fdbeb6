package slmlab.cli.skills;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.cli.CommandResult;
import slmlab.file.JsonFile;
import slmlab.skill.Bundle;

/// `slm-lab skills …` as a user types it.
class SkillsCommandTest {
    private static final int COUNT = Bundle.shipped().skills().size();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private CommandResult skills(String... words) {
        String[] args = new String[words.length + 2];
        args[0] = "skills";
        System.arraycopy(words, 0, args, 1, words.length);
        args[args.length - 1] = "--dir=" + temp;
        return CommandResult.of(args);
    }

    @Test
    void installListUninstall() throws IOException {
        Path agents = Files.writeString(temp.resolve("AGENTS.md"), "# Mine\n");
        CommandResult first = skills("install", "--tool", "both", "--scope", "project");
        assertThat(first.err()).isEmpty();
        assertThat(first.code()).isZero();
        assertThat(first.out())
                .startsWith("\nSLM Lab skills\n==============\n%s skills for ".formatted(COUNT))
                .contains("  Claude Code installed %s skills".formatted(COUNT))
                .contains("  OpenAI Codex installed %s skills".formatted(COUNT))
                .contains("\nDone\n----\n")
                .contains("  Claude Code: %s skills -> %s\n".formatted(COUNT, temp.resolve(".claude/skills")))
                .contains("    index in %s\n".formatted(agents));
        assertThat(agents).content().startsWith("# Mine\n\n<!-- slm-lab-skills -->");

        CommandResult second = skills("install", "--tool=claude,codex", "--scope", "project");
        assertThat(second.out()).contains("  Claude Code unchanged\n", "  OpenAI Codex unchanged\n");

        assertThat(skills("list").out()).contains("claude (project), codex (project)");

        CommandResult dry = skills("uninstall", "--dry-run");
        assertThat(dry.out()).contains("would remove %s skills".formatted(COUNT), "  would delete " + temp);
        CommandResult removed = skills("uninstall");
        assertThat(removed.code()).isZero();
        assertThat(removed.out()).contains("Claude Code: removed %s skills from ".formatted(COUNT));
        assertThat(agents).hasContent("# Mine\n");
        assertThat(temp.toFile().list()).containsExactly("AGENTS.md");
        assertThat(skills("uninstall").out()).isEqualTo("nothing to remove: no skills of this installer are there\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--tool claude", "--scope user", "--json --tool claude"})
    void withoutATerminalTheMissingFlagsAreNamed(String flags) {
        CommandResult result = skills(("install " + flags).strip().split(" ", -1));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err().contains("--tool claude|codex|agents|both")).isEqualTo(!flags.contains("--tool"));
        assertThat(result.err().contains("--scope project|user")).isEqualTo(!flags.contains("--scope"));
        assertThat(temp.toFile().list()).isEmpty();
    }

    @Test
    void wrongFlagsAreExplained() {
        assertThat(skills("install", "--tool", "cursor", "--scope", "project").err())
                .contains("--tool is cursor; needs claude, codex, agents or both");
        assertThat(skills("install", "--tool", "codex", "--scope", "world").err())
                .contains("--scope is world; needs one of project, user");
        CommandResult unknown = skills("install", "--tool", "claude", "--scope", "user", "--only", "nothing,nowhere");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("unknown skill 'nothing'", "unknown skill 'nowhere'");
        assertThat(temp.toFile().list()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"install --tool claude --scope user", "list", "uninstall"})
    void aBaseThatIsNotThere(String words) {
        Path none = temp.resolve("none");
        CommandResult result = CommandResult.of(("skills " + words + " --dir " + none).split(" ", -1));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--dir: there is no folder " + none);
    }

    @Test
    void aDryRunNamesEveryFileAndWritesNothing() {
        CommandResult result = skills("install", "--tool", "agents", "--scope", "user", "--dry-run");
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("Agent Skills to be installed: %s skills".formatted(COUNT), "\nDry run\n-------\n");
        assertThat(result.out().lines().filter(line -> line.startsWith("    would write ")))
                .hasSizeGreaterThan(COUNT);
        assertThat(temp.toFile().list()).isEmpty();
    }

    @Test
    void jsonHasOneEntryForEachTool() {
        CommandResult result = skills("install", "--tool", "both", "--scope", "project", "--json");
        assertThat(result.out()).hasLineCount(1);
        assertThat(result.out())
                .startsWith("[{\"tool\":\"claude\",\"scope\":\"project\",\"count\":%s,".formatted(COUNT))
                .contains(
                        "\"path\":\"%s\"".formatted(temp.resolve(".codex/skills")),
                        "\"instructions\":\"%s\"".formatted(temp.resolve("AGENTS.md")),
                        "\"instructions\":null",
                        "\"status\":\"installed\"");
        Path file = temp.resolve("removed.json");
        CommandResult removed = skills("uninstall", "--json=" + file);
        assertThat(removed.out()).contains("removed");
        assertThat((List<?>) JsonFile.read(file))
                .hasSize(2)
                .allSatisfy(each -> assertThat(((Map<?, ?>) each).get("status")).isEqualTo("removed"));
    }

    @Test
    void whatIsKeptIsReportedOnTheErrorStream() throws IOException {
        String id = Bundle.shipped().ids().getFirst();
        Path foreign = temp.resolve(".claude/skills").resolve(id);
        Files.createDirectories(foreign);
        Files.writeString(foreign.resolve("SKILL.md"), "mine");
        CommandResult result = skills("install", "--tool", "claude", "--scope", "project");
        assertThat(result.code()).isZero();
        assertThat(result.err()).contains(foreign + " is kept: it is not from this installer");
        assertThat(result.out()).contains("installed %s skills".formatted(COUNT - 1));
    }

    @Test
    void whatCannotBeWrittenEndsWithOneAndWrongMarkersWithTwo() throws IOException {
        Files.writeString(temp.resolve(".claude"), "in the way");
        CommandResult blocked = skills("install", "--tool", "claude", "--scope", "project");
        assertThat(blocked.code()).isEqualTo(1);
        assertThat(blocked.err()).contains("cannot write %s: a file".formatted(temp.resolve(".claude/skills")));
        Files.writeString(temp.resolve("AGENTS.md"), "x\n<!-- /slm-lab-skills -->\n");
        CommandResult markers = skills("install", "--tool", "codex", "--scope", "project");
        assertThat(markers.code()).isEqualTo(2);
        assertThat(markers.err()).contains("AGENTS.md has 1 problem", "line 2");
        assertThat(temp.resolve("AGENTS.md")).hasContent("x\n<!-- /slm-lab-skills -->\n");
        assertThat(temp.resolve(".codex")).doesNotExist();
    }

    @Test
    void listNamesWhatIsMissingAndSurvivesADamagedManifest() throws IOException {
        Files.createDirectories(temp.resolve(".claude/skills"));
        Files.writeString(temp.resolve(".claude/skills/.slm-lab-skills.json"), "{");
        CommandResult result = skills("list");
        assertThat(result.code()).isZero();
        assertThat(result.err()).contains(".slm-lab-skills.json is not valid JSON");
        assertThat(result.out())
                .startsWith("SKILL")
                .containsPattern("implementing-offline-rl +comes with learning from datasets");
        CommandResult json = skills("list", "--json");
        assertThat(json.out()).contains("\"missing\":[{\"id\":\"formulating-irl-and-imitation\"");
    }

    @Test
    void checkTakesAFolderOfSkillsOrOneSkill() throws IOException {
        Path skill = Files.createDirectories(temp.resolve("skills/mine"));
        Files.writeString(skill.resolve("SKILL.md"), """
                ---
                name: mine
                description: Mine. Use when tested.
                ---
                # Mine

                `slm-lab list envs`
                """);
        for (Path folder : List.of(skill, temp.resolve("skills"))) {
            CommandResult good = CommandResult.of("skills", "check", folder.toString());
            assertThat(good.err()).isEmpty();
            assertThat(good.out()).isEqualTo("1 skill, 0 problems\n");
            assertThat(good.code()).isZero();
        }
        Files.writeString(skill.resolve("more.md"), "```bash\nslm-lab lisst --json\nslm-lab list --jsn\n```\n");
        CommandResult bad = CommandResult.of("skills", "check", skill.toString());
        assertThat(bad.code()).isEqualTo(1);
        assertThat(bad.out()).isEqualTo("""
                        mine/more.md:2: slm-lab lisst --json: unknown command 'lisst'; did you mean list?
                        mine/more.md:3: slm-lab list --jsn: unknown flag --jsn of 'list'
                        1 skill, 2 problems
                        """);
        CommandResult json = CommandResult.of("skills", "check", skill.toString(), "--json");
        assertThat(json.code()).isEqualTo(1);
        assertThat(json.out())
                .startsWith("{\"valid\":false,\"skills\":1,\"problems\":[{\"file\":\"mine/more.md\",\"line\":2,");
        CommandResult none =
                CommandResult.of("skills", "check", temp.resolve("none").toString());
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("there is no folder");
        CommandResult empty = CommandResult.of("skills", "check", temp.toString());
        assertThat(empty.code()).isEqualTo(2);
        assertThat(empty.err()).contains("has no folder with a SKILL.md");
    }
}
