package slmlab.cli.skills;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.skill.Scope;
import slmlab.skill.Tool;

/// The questions of an install, answered as people do.
class InstallQuestionsTest {
    private final StringWriter shown = new StringWriter();

    private InstallQuestions answered(String answers) {
        return new InstallQuestions(new StringReader(answers), new PrintWriter(shown));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''         | CLAUDE",
                "2          | CODEX",
                "2,1        | CLAUDE CODEX",
                "' 1 , 3 '  | CLAUDE AGENTS",
                "both       | CLAUDE CODEX",
                "codex agents | CODEX AGENTS",
            })
    void tools(String answer, String expected) {
        List<Tool> tools = Arrays.stream(expected.split(" ")).map(Tool::valueOf).toList();
        assertThat(answered(answer + "\n").tools()).isEqualTo(tools);
        assertThat(shown.toString()).contains("  1  Claude Code", "  2  OpenAI Codex", ".codex/skills", "[1]: ");
    }

    @Test
    void nothingAndNonsenseAreAskedAgain() {
        assertThat(answered(",\n4\nclause\n2\n").tools()).containsExactly(Tool.CODEX);
        assertThat(shown.toString())
                .containsOnlyOnce("Choose at least one.")
                .contains("'4' is none of them", "'clause' is none of them");
    }

    @Test
    void scopes() {
        assertThat(answered("\n").scope()).isEqualTo(Scope.PROJECT);
        assertThat(answered("2\n").scope()).isEqualTo(Scope.USER);
        assertThat(answered("no\nuser\n").scope()).isEqualTo(Scope.USER);
        assertThat(shown.toString()).containsOnlyOnce("Write 1 or project, 2 or user.");
    }

    @Test
    void theEndOfTheInputIsNoAnswer() {
        assertThatThrownBy(() -> answered("").tools())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no answer; name --tool and --scope");
        assertThatThrownBy(() -> answered("x\n").scope()).hasMessage("no answer; name --tool and --scope");
    }
}
