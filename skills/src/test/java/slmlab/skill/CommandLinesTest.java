package slmlab.skill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Calls of slm-lab in scripts as skills have them.
class CommandLinesTest {

    private static List<String> calls(String script) {
        return CommandLines.of(script, 1).stream()
                .map(found -> found.line() + ": " + String.join("|", found.words()))
                .toList();
    }

    @Test
    void wordsQuotesAndComments() {
        assertThat(calls("slm-lab run 'a b' \"c d\"e f\\ g # slm-lab no\n\nslm-lab list a#b"))
                .containsExactly("1: run|a b|c de|f g", "3: list|a#b");
        assertThat(calls("slm-lab run x \\\n  --seed 1\nslm-lab")).containsExactly("1: run|x|--seed|1", "3: ");
        assertThat(calls("echo 'a\nslm-lab no'\nslm-lab list")).containsExactly("3: list");
    }

    @Test
    void onlyTheProgramItself() {
        assertThat(calls("echo slm-lab-benchmark .slm-lab my-slm-lab slm-lab.json \"slm-lab x\""))
                .isEmpty();
        assertThat(calls("./slm-lab list; A=1 slm-lab eval x && time slm-lab check y || slm-lab z & slm-lab w"))
                .containsExactly("1: list", "1: eval|x", "1: check|y", "1: z", "1: w");
    }

    @Test
    void pipesRedirectionsAndSubstitutions() {
        assertThat(calls("slm-lab list | head -3 > out.txt 2>&1; slm-lab a 2>err --b >> c d < e"))
                .containsExactly("1: list", "1: a|--b|d");
        assertThat(calls("run=$(slm-lab list runs | tail -1)\nslm-lab eval \"$(slm-lab list 'x')\" --seed 1"))
                .containsExactly("1: list|runs", "2: list|x", "2: eval|$|--seed|1");
        assertThat(calls("(slm-lab a); for i in 1 2; do slm-lab b $i; done; diff <(slm-lab c) d"))
                .containsExactly("1: a", "1: b|$i", "1: c");
    }

    @Test
    void hereDocumentsAreFiles() {
        assertThat(calls("""
                cat > a.sh <<'EOF' && slm-lab first
                slm-lab no
                EOF
                cat <<-END
                \tslm-lab no
                \tEND
                slm-lab last
                """)).containsExactly("1: first", "7: last");
        assertThat(calls("cat <<EOF\nslm-lab never ends\n")).isEmpty();
    }

    @Test
    void aPieceOfText() {
        assertThat(CommandLines.inText("slm-lab spec explain KEY", 4).getFirst().words())
                .containsExactly("spec", "explain", "KEY");
        assertThat(CommandLines.inText("slm-lab eval <run> | head", 4)
                        .getFirst()
                        .words())
                .containsExactly("eval", "<run>");
        assertThat(CommandLines.inText("slm-lab", 4).getFirst()).hasToString("slm-lab");
        assertThat(CommandLines.inText("slm-lab-benchmark", 4)).isEmpty();
        assertThat(CommandLines.inText("run slm-lab", 4)).isEmpty();
    }
}
