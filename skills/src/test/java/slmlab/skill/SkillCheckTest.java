package slmlab.skill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is found in skills that are wrong in one place each.
class SkillCheckTest {
    private static final Commands ALL_BUT_NO =
            words -> words.contains("no") ? Optional.of("unknown command 'no'") : Optional.empty();
    private static final String NAME = "measuring-a-random-baseline";
    private static final String OURS = "defining-state-space"; // a skill with one reference

    private static Skill good() throws URISyntaxException {
        Path folder = Path.of(Objects.requireNonNull(SkillCheckTest.class.getResource("/skills"))
                .toURI());
        return Bundle.in(folder).skill(NAME).orElseThrow();
    }

    /// Return the good skill under the name of one of ours, with a change in one file.
    private static Skill ours(String file, UnaryOperator<String> change) throws URISyntaxException {
        SortedMap<String, byte[]> files = new TreeMap<>();
        for (String each : good().files()) {
            String text = good().text(each).replace(NAME, OURS).replace("intervals.md", "observation-design.md");
            text = each.equals(file) ? change.apply(text) : text;
            files.put(each.replace("intervals", "observation-design"), text.getBytes(StandardCharsets.UTF_8));
        }
        return new Skill(OURS, files);
    }

    private static List<String> problems(Skill... skills) {
        return new SkillCheck(new Bundle(List.of(skills)), ALL_BUT_NO)
                .all().stream().map(SkillProblem::toString).toList();
    }

    @Test
    void aGoodSkillHasNoProblems() throws URISyntaxException {
        assertThat(problems(good())).isEmpty();
        assertThat(problems(ours("", text -> text))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name: defining-state-space     | name: State Space       | SKILL.md:1: name is 'State Space'; needs the name",
                "name: defining-state-space     | other: x               | SKILL.md:1: name is ''",
                "name: defining-state-space     | name: defining-state-space;license: MIT | SKILL.md:1: front matter has the key license",
                "Use when                       | For when               | SKILL.md:1: description does not say when",
                "description: \"                | description: a: b \"   | SKILL.md:1: is not valid YAML: line 3",
                "## Decision rules              | ## Rules               | SKILL.md: sections are [",
                "## Done when                   | Done when              | SKILL.md: sections are [",
                "# Measure a                    | Measure a              | SKILL.md: has 0 titles",
                "(references/observation        | (reference/observation | SKILL.md:23: link reference/observation-design.md leads to no",
                "(references/observation        | (https://a.b/observation | SKILL.md:23: link https://a.b/observation-design.md leads out",
                "(references/observation        | (../other/observation  | SKILL.md:23: link ../other/observation-design.md leads to no",
                "(references/observation        | (/references/observation | SKILL.md:23: link /references/observation-design.md leads to",
                "(references/observation-design.md) for | (#nowhere) for  | SKILL.md:23: link #nowhere leads to no heading",
                "`slm-lab list envs`            | `slm-lab no envs`      | SKILL.md:37: slm-lab no envs: unknown command 'no'",
                "slm-lab env baseline CartPole-v1 | slm-lab a | SKILL.md:30: slm-lab no: unknown command 'no'"
            })
    void oneFaultOneProblem(String part, String instead, String problem) throws URISyntaxException {
        String with = instead.replace(";", "\n").replace("slm-lab a", "slm-lab a | slm-lab no; slm-lab a");
        Skill skill = ours("SKILL.md", text -> {
            assertThat(text).contains(part);
            return text.replaceFirst(Pattern.quote(part), Matcher.quoteReplacement(with));
        });
        assertThat(problems(skill)).anySatisfy(each -> assertThat(each).startsWith(OURS + "/" + problem));
    }

    @Test
    void aLongDescription() {
        Skill exact = TestSkills.skill("a", "SKILL.md", TestSkills.main("a", "Use when " + "d".repeat(1015)));
        assertThat(problems(exact)).isEmpty();
        Skill longer = TestSkills.skill("a", "SKILL.md", TestSkills.main("a", "Use when " + "d".repeat(1016)));
        assertThat(problems(longer)).containsExactly("a/SKILL.md:1: description has 1025 characters; needs 1 to 1024");
    }

    @Test
    void anExampleNeedsItsCommandsAndTheirOutput() throws URISyntaxException {
        Skill skill = ours(
                "SKILL.md",
                text -> text.replaceFirst("(?s)(## Worked example\n).*(## Done when)", "$1\nNothing.\n\n$2"));
        assertThat(problems(skill))
                .containsExactly(
                        OURS + "/SKILL.md: section Worked example has no ```bash block",
                        OURS + "/SKILL.md: section Worked example has no ```text block with the output");
    }

    @Test
    void filesThatAreMissingUnlinkedOrUnknown() throws URISyntaxException {
        Skill good = ours("", text -> text);
        SortedMap<String, byte[]> files = new TreeMap<>();
        files.put(
                "SKILL.md",
                good.text("SKILL.md").replaceAll("\\[[^\\]]*]\\([^)]*\\)", "").getBytes(StandardCharsets.UTF_8));
        files.put("scripts/run.sh", new byte[0]);
        assertThat(problems(new Skill(OURS, files)))
                .containsExactly(
                        OURS + "/references/observation-design.md: is missing",
                        OURS + "/scripts/run.sh: is no file that this skill has; remove it, or name it in the catalog");
        files.remove("scripts/run.sh");
        files.put("references/observation-design.md", good.bytes("references/observation-design.md"));
        assertThat(problems(new Skill(OURS, files)))
                .containsExactly(OURS + "/references/observation-design.md: has no link to it in this skill");
    }

    @Test
    void theStepsOfAWorkflow() {
        SortedMap<String, byte[]> files = new TreeMap<>();
        for (String step : List.of("01-init", "02-tracking", "04-more", "05-synthesize")) {
            files.put(
                    "steps/step-%s.md".formatted(step),
                    "---\nruns:\n  - slm-lab no {key}\n---\n# Step\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(problems(new Skill("rl-mlops-engineer", files)))
                .contains(
                        "rl-mlops-engineer/SKILL.md: is missing",
                        "rl-mlops-engineer/workflow.md: is missing",
                        "rl-mlops-engineer/steps: has 4 step files; needs 8",
                        "rl-mlops-engineer/steps/step-04-more.md: has the number 04; needs 03",
                        "rl-mlops-engineer/steps/step-05-synthesize.md: the first step is init and the last is synthesize",
                        "rl-mlops-engineer/steps/step-02-tracking.md:1: slm-lab no {key}: unknown command 'no'");
    }

    @Test
    void linksToOtherSkills() {
        Skill a = TestSkills.skill(
                "a", "SKILL.md", TestSkills.main("a", "A. Use when a.") + "[b](../b/SKILL.md) [c](../c/SKILL.md)");
        Skill b = TestSkills.simple("b");
        assertThat(problems(a, b)).containsExactly("a/SKILL.md:6: link ../c/SKILL.md leads to no file of a skill");
    }

    @Test
    void aSkillOfSomebodyElseNeedsNoSections() throws IOException {
        Skill other = TestSkills.skill(
                "other", "SKILL.md", TestSkills.main("other", "X. Use when x.") + "[web](https://example.org)");
        assertThat(problems(other)).isEmpty();
    }
}
