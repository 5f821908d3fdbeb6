package slmlab.skill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.spec.text.SpecException;

/// Front matter as people and editors write it.
class FrontMatterTest {

    private static FrontMatter read(String text) {
        return FrontMatter.read("a/SKILL.md", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n"})
    void lineEndsOfUnixAndWindows(String end) {
        FrontMatter read = read(String.join(end, "---", "name: a", "description: Does it.", "---", "# A", ""));
        assertThat(read.text("name")).contains("a");
        assertThat(read.text("description")).contains("Does it.");
        assertThat(read.body()).isEqualTo("# A" + end);
        assertThat(read.line()).isEqualTo(5);
    }

    @Test
    void aByteOrderMarkIsSkipped() {
        assertThat(read("\uFEFF---\nname: a\n---\nB").text("name")).contains("a");
        assertThat(read("\uFEFFB").body()).isEqualTo("B");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "description: one two",
                "description: 'one two'",
                "description: \"one two\"",
                "description: one\n  two",
                "description: 'one\n  two'",
                "description: \"one\n  two\"",
                "description: >\n  one\n  two",
                "description: >-\n  one\n  two",
                "description: |\n  one\n  two"
            })
    void everyWayToWriteAText(String line) {
        assertThat(read("---\nname: a\n" + line + "\n---\n").text("description"))
                .contains("one two");
        String windows = ("---\nname: a\n" + line + "\n---\n").replace("\n", "\r\n");
        assertThat(read(windows).text("description")).contains("one two");
    }

    @Test
    void missingAndEmptyKeys() {
        FrontMatter read = read("---\nname:\nempty: ''\n---\n");
        assertThat(read.text("name")).isEmpty();
        assertThat(read.text("empty")).isEmpty();
        assertThat(read.text("description")).isEmpty();
        assertThat(read("---\n---\nB").keys()).isEmpty();
        assertThat(read("---\n---\nB").body()).isEqualTo("B");
    }

    @Test
    void aTextWithoutFrontMatterIsAllBody() {
        FrontMatter read = read("# A\n---\nname: a\n---\n");
        assertThat(read.keys()).isEmpty();
        assertThat(read.body()).startsWith("# A");
        assertThat(read.line()).isEqualTo(1);
        assertThat(read("").body()).isEmpty();
    }

    @Test
    void aLineInsideAValueIsNoEnd() {
        FrontMatter read = read("---\nname: a\nnote: |\n  ---\n  b\n---\nB");
        assertThat(read.text("note")).contains("--- b");
        assertThat(read.body()).isEqualTo("B");
    }

    @Test
    void messagesNameTheLineOfTheFile() {
        assertThatThrownBy(() -> read("---\nname: a\ndescription: a: b\n---\n"))
                .isInstanceOf(SpecException.class)
                .hasMessage("a/SKILL.md is not valid YAML: line 3, column 15: mapping values are not allowed here; "
                        + "put a text with a colon in quotes");
        assertThatThrownBy(() -> read("---\nname: a\n"))
                .isInstanceOf(SpecException.class)
                .hasMessage("a/SKILL.md begins with --- but has no second line --- to end the front matter");
        assertThatThrownBy(() -> read("---\n- a\n---\n")).hasMessageContaining("not a mapping");
    }
}
