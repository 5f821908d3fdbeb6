package slmlab.skill;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Problem;
import slmlab.spec.text.SpecException;

/// The index of the skills in an instruction file, between two markers. Every other byte of the file stays as it is.
///
/// The file is handled as bytes, one character for each, so that no encoding can change it.
final class IndexBlock {
    static final String OPEN = "<!-- slm-lab-skills -->";
    static final String CLOSE = "<!-- /slm-lab-skills -->";

    private static final Pattern MARKER = Pattern.compile(Pattern.quote(OPEN) + "|" + Pattern.quote(CLOSE));
    private static final Pattern ORIGINAL =
            Pattern.compile("<!-- rl-expert-skills -->.*?<!-- /rl-expert-skills -->", Pattern.DOTALL);
    private static final Pattern LINE_END = Pattern.compile("\\r?\\n");
    private static final String BYTE_ORDER_MARK = new String("\uFEFF".getBytes(UTF_8), ISO_8859_1);
    private static final int LONGEST = 120; // code points of a description

    private final Path file;
    private final String text;
    private final List<Pair> pairs;

    /// A block in the file.
    ///
    /// @param start of the opening marker
    /// @param end behind the closing marker
    private record Pair(int start, int end) {}

    /// Read a file; a [SpecException] names the lines of markers that do not pair up.
    ///
    /// @param bytes empty if there is no file
    IndexBlock(Path file, byte[] bytes) {
        this.file = file;
        this.text = new String(bytes, ISO_8859_1);
        if (text.indexOf('\0') >= 0) {
            throw new SpecException(file.toString(), "is written in UTF-16 or is binary; save it as UTF-8");
        }
        this.pairs = pairs();
    }

    /// Write the block of some skills: one line each.
    ///
    /// @param folder of the skills, as the reader finds it
    static String of(String folder, List<Skill> skills) {
        StringBuilder block = new StringBuilder();
        block.append(OPEN).append("\n## SLM Lab skills\n\n");
        block.append("The folder `%s` has skills for reinforcement learning with `slm-lab`, one folder each.\n"
                .formatted(folder));
        block.append("When a task needs one, or the user names it, read its `SKILL.md` first and follow it.\n\n");
        for (Skill skill : skills) {
            FrontMatter about = skill.frontMatter(Skill.MAIN);
            String dash =
                    about.text("description").map(text -> " — " + cut(text)).orElse("");
            block.append("- **%s** (`%s/%s/SKILL.md`)%s\n"
                    .formatted(about.text("name").orElse(skill.id()), folder, skill.id(), dash));
        }
        return block.append(CLOSE).toString();
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) > LONGEST
                ? text.substring(0, text.offsetByCodePoints(0, LONGEST)) + "…"
                : text;
    }

    boolean isThere() {
        return !pairs.isEmpty();
    }

    /// Return the file with an empty block of ours in place of the one that the package `rl-expert-skills`
    /// wrote; if ours is there already, without the other.
    IndexBlock withoutOriginal() {
        Matcher original = ORIGINAL.matcher(text);
        if (!original.find()) {
            return this;
        }
        int end = isThere() ? behindLine(text, original.end()) : original.end();
        String changed = text.substring(0, original.start()) + (isThere() ? "" : OPEN + CLOSE) + text.substring(end);
        return new IndexBlock(file, changed.getBytes(ISO_8859_1));
    }

    /// Return the white space at the end of the file, which [#with] replaces where there is no block yet.
    String ending() {
        String plain = withoutMark();
        return plain.substring(plain.stripTrailing().length());
    }

    /// Return the file with a block: in the place of the first one, or at the end.
    byte[] with(String block) {
        String end = lineEnd();
        String own = new String(block.replace("\n", end).getBytes(UTF_8), ISO_8859_1);
        if (pairs.isEmpty()) {
            String before = text.substring(0, text.length() - ending().length());
            String gap = withoutMark().isBlank() ? "" : end + end;
            return (before + gap + own + end).getBytes(ISO_8859_1);
        }
        StringBuilder changed = new StringBuilder(text);
        for (Pair pair : pairs.subList(1, pairs.size()).reversed()) {
            changed.delete(pair.start, behindLine(changed, pair.end));
        }
        changed.replace(pairs.getFirst().start, pairs.getFirst().end, own);
        return changed.toString().getBytes(ISO_8859_1);
    }

    /// Return the file without blocks, as it was before; null if it is to be deleted.
    byte @Nullable [] without(SkillManifest.@Nullable Index before) {
        if (pairs.isEmpty()) {
            return text.getBytes(ISO_8859_1);
        }
        String left = text;
        for (Pair pair : pairs.reversed()) {
            left = without(left, pair, before);
        }
        boolean nothing = left.replaceFirst("^" + BYTE_ORDER_MARK, "").isBlank();
        return nothing && before != null && before.created() ? null : left.getBytes(ISO_8859_1);
    }

    private String without(String whole, Pair pair, SkillManifest.@Nullable Index before) {
        String head = whole.substring(0, pair.start);
        String tail = whole.substring(behindLine(whole, pair.end));
        if (tail.isBlank()) {
            String unknown = head.isBlank() ? "" : lineEnd();
            String ending = before == null || before.ending() == null ? unknown : before.ending();
            return head.stripTrailing() + ending;
        }
        boolean twoGaps = head.endsWith("\n" + lineEnd()) && tail.startsWith(lineEnd());
        return head + (twoGaps ? tail.substring(lineEnd().length()) : tail);
    }

    /// Return the place behind the line end at a place, if there is one.
    private static int behindLine(CharSequence text, int at) {
        Matcher end = LINE_END.matcher(text).region(at, text.length());
        return end.lookingAt() ? end.end() : at;
    }

    private String lineEnd() {
        Matcher first = LINE_END.matcher(text);
        return first.find() ? first.group() : "\n";
    }

    private String withoutMark() {
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
    }

    private List<Pair> pairs() {
        List<Pair> found = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        int open = -1;
        Matcher marker = MARKER.matcher(text);
        while (marker.find()) {
            boolean opens = marker.group().equals(OPEN);
            if (opens && open >= 0) {
                problems.add(problem(open, "%s has no %s after it".formatted(OPEN, CLOSE)));
            } else if (!opens && open < 0) {
                problems.add(problem(marker.start(), "%s has no %s before it".formatted(CLOSE, OPEN)));
            } else if (!opens) {
                found.add(new Pair(open, marker.end()));
            }
            open = opens ? marker.start() : -1;
        }
        if (open >= 0) {
            problems.add(problem(open, "%s has no %s after it".formatted(OPEN, CLOSE)));
        }
        if (!problems.isEmpty()) {
            throw new SpecException(file.toString(), problems);
        }
        return found;
    }

    private Problem problem(int at, String what) {
        long line = text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
        return new Problem("line " + line, what + "; delete it, or complete the pair");
    }
}
