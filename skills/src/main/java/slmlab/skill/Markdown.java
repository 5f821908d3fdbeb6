package slmlab.skill;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The parts of a Markdown text that can be checked or run: headings, blocks of code, code inside lines, links.
///
/// @param headings in the order of the text
public record Markdown(List<Heading> headings, List<Block> blocks, List<Span> code, List<Span> links) {
    private static final Pattern FENCE = Pattern.compile(" {0,12}(`{3,}|~{3,})\\s*(\\S*).*");
    private static final Pattern HEADING = Pattern.compile("(#{1,6})\\s+(.*?)\\s*#*\\s*");
    private static final Pattern CODE = Pattern.compile("(?<!`)(`+)(?!`)(.+?)(?<!`)\\1(?!`)");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(\\s*<?([^)\\s>]*)>?[^)]*\\)");
    private static final Pattern REFERENCE = Pattern.compile(" {0,3}\\[[^\\]]+]:\\s*<?([^\\s>]+)>?.*");

    /// A heading.
    ///
    /// @param level 1 for `#`
    public record Heading(int level, String text, int line) {}

    /// A block of code between two fences.
    ///
    /// @param language word behind the opening fence; empty if there is none
    /// @param section the heading of level 2 above it; empty before the first
    /// @param line of the first line of code
    public record Block(String language, String text, String section, int line) {}

    /// A piece of a line.
    public record Span(String text, int line) {}

    /// Read a text.
    ///
    /// @param first number of its first line
    public static Markdown read(String text, int first) {
        Reading reading = new Reading();
        int number = first;
        for (String line : text.split("\\r?\\n", -1)) {
            reading.add(line, number++);
        }
        reading.endBlock(); // a block without an end reaches to the end of the text
        return new Markdown(reading.headings, reading.blocks, reading.code, reading.links);
    }

    /// Return the blocks of a section of level 2.
    public List<Block> blocksOf(String section) {
        return blocks.stream().filter(block -> block.section.equals(section)).toList();
    }

    private static final class Reading {
        private final List<Heading> headings = new ArrayList<>();
        private final List<Block> blocks = new ArrayList<>();
        private final List<Span> code = new ArrayList<>();
        private final List<Span> links = new ArrayList<>();
        private final StringBuilder block = new StringBuilder();
        private String fence = ""; // empty outside of a block
        private String language = "";
        private String section = "";
        private int begin;

        void add(String line, int number) {
            Matcher mark = FENCE.matcher(line);
            if (!fence.isEmpty()) {
                if (mark.matches()
                        && mark.group(1).startsWith(fence)
                        && mark.group(2).isEmpty()) {
                    endBlock();
                } else {
                    block.append(line).append('\n');
                }
            } else if (mark.matches()) {
                fence = mark.group(1);
                language = mark.group(2);
                begin = number + 1;
            } else {
                addText(line, number);
            }
        }

        private void addText(String line, int number) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                headings.add(new Heading(heading.group(1).length(), heading.group(2), number));
                if (heading.group(1).length() == 2) {
                    section = heading.group(2);
                }
            }
            Matcher span = CODE.matcher(line);
            while (span.find()) {
                code.add(new Span(span.group(2).strip(), number));
            }
            String plain = span.replaceAll("``");
            Matcher reference = REFERENCE.matcher(plain);
            if (reference.matches()) {
                links.add(new Span(reference.group(1), number));
            }
            Matcher link = LINK.matcher(plain);
            while (link.find()) {
                links.add(new Span(link.group(1), number));
            }
        }

        void endBlock() {
            if (!fence.isEmpty()) {
                blocks.add(new Block(language, block.toString(), section, begin));
                block.setLength(0);
                fence = "";
            }
        }
    }
}
