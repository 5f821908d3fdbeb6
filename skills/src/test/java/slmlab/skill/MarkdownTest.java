package slmlab.skill;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Parts of a text, with the lines where they stand.
class MarkdownTest {
    private static final String TEXT = """
            # Title `x`

            A [link](a.md#b) and `code` and ``a ` b``, not `[no](link.md)`; [two](<c d.md> "t") ![image](d.png).

            ## One
            ```bash
            # no heading [no](link.md) `no code`
            slm-lab
            ```
            ```text
            out
            ```
            1. A step:
               ```yaml
               key: 1
               ```
            ## Two ##
            ````
            ```
            inner
            ```
            ````
            [ref]: e.md
            ```bash
            no end
            """;

    @Test
    void headingsBlocksCodeAndLinks() {
        Markdown read = Markdown.read(TEXT, 5);
        assertThat(read.headings())
                .containsExactly(
                        new Markdown.Heading(1, "Title `x`", 5),
                        new Markdown.Heading(2, "One", 9),
                        new Markdown.Heading(2, "Two", 21));
        assertThat(read.code()).extracting(Markdown.Span::text).containsExactly("x", "code", "a ` b", "[no](link.md)");
        assertThat(read.links())
                .containsExactly(
                        new Markdown.Span("a.md#b", 7),
                        new Markdown.Span("c", 7),
                        new Markdown.Span("d.png", 7),
                        new Markdown.Span("e.md", 27));
        assertThat(read.blocks())
                .containsExactly(
                        new Markdown.Block("bash", "# no heading [no](link.md) `no code`\nslm-lab\n", "One", 11),
                        new Markdown.Block("text", "out\n", "One", 15),
                        new Markdown.Block("yaml", "   key: 1\n", "One", 19),
                        new Markdown.Block("", "```\ninner\n```\n", "Two", 23),
                        new Markdown.Block("bash", "no end\n\n", "Two", 29));
        assertThat(read.blocksOf("Two")).hasSize(2);
    }

    @Test
    void lineEndsOfWindows() {
        Markdown read = Markdown.read(TEXT.replace("\n", "\r\n"), 5);
        assertThat(read).isEqualTo(Markdown.read(TEXT, 5));
    }
}
