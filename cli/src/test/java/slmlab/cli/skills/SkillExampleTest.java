package slmlab.cli.skills;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.skill.Skill;

/// How examples are read and compared, on one that needs no lab.
class SkillExampleTest {
    private static final String TEXT = """
            ---
            name: a
            description: A. Use when a.
            ---
            ## Steps
            ```bash
            exit 3
            ```
            ## Worked example
            ```bash
            cat > a.txt <<'EOF'
            one
            EOF
            cat a.txt; echo two 12.5 s; echo three >&2
            ```
            ```text
            one
            …
            two … s
            three
            ```
            Then:
            ```bash
            x=1; echo "four $SLM_LAB_DATA $x"; (exit 4) || echo "exit code $?"
            ```
            ```text
            four data 1
            exit code 4
            ```
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static SkillExample example(String text) {
        return SkillExample.of(new Skill("a", new TreeMap<>(java.util.Map.of("SKILL.md", text.getBytes(UTF_8)))));
    }

    @Test
    void whatIsPrintedIsFound() throws Exception {
        SkillExample example = example(TEXT);
        assertThat(example.bash()).hasSize(2);
        SkillExample.Run run = example.run(temp);
        assertThat(run.code()).isZero();
        assertThat(run.output()).hasSize(2);
        assertThat(example.missing(run)).isEmpty();
    }

    @Test
    void whatIsNotPrintedIsMissing() {
        SkillExample example =
                example(TEXT.replace("three\n```", "three\none\n```").replace("data 1", "data 2"));
        SkillExample.Run run =
                new SkillExample.Run(0, List.of("one\ntwo 1 s\nthree\n", "four data 1\nexit code 4\n"), 1);
        assertThat(example.missing(run)).containsExactly("block 1: one", "block 2: four data 2");
        SkillExample.Run ended = new SkillExample.Run(1, List.of("one\n"), 1);
        assertThat(example(TEXT).missing(ended))
                .containsExactly("block 1: two … s", "block 1: three", "block 2: four data 1", "block 2: exit code 4");
    }

    @Test
    void anErrorEndsIt() throws Exception {
        SkillExample.Run run = example(TEXT.replace("x=1; ", "python3 -V; ")).run(temp);
        assertThat(run.code()).isEqualTo(127);
        assertThat(run.output().getLast())
                .contains("an example needs no Python")
                .doesNotContain("four");
    }
}
