package slmlab.skill;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The calls of `slm-lab` in a shell script or in a line of text.
///
/// Reads what scripts in a skill are made of: quotes, comments, pipes, lists, substitutions, here-documents. Bodies of
/// here-documents are files, not commands.
public final class CommandLines {
    private static final Set<String> PROGRAM = Set.of("slm-lab", "./slm-lab");
    private static final Set<String> ENDS = Set.of("|", "||", "&&", ";", "&", ">", ">>", "<", "2>", "2>&1");

    private final String script;
    private final int firstLine;
    private final List<Found> found = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private final List<String> documents = new ArrayList<>(); // ends of the here-documents of this line
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private boolean skipsWord; // the file of a redirection
    private int at;
    private int line;
    private int begin; // line of the command

    /// One call.
    ///
    /// @param words behind `slm-lab`
    public record Found(List<String> words, int line) {
        @Override
        public String toString() {
            return ("slm-lab " + String.join(" ", words)).strip();
        }
    }

    private CommandLines(String script, int firstLine) {
        this.script = script;
        this.firstLine = firstLine;
        this.line = firstLine;
        this.begin = firstLine;
    }

    /// Return the calls in a script.
    ///
    /// @param firstLine number of its first line
    public static List<Found> of(String script, int firstLine) {
        return new CommandLines(script, firstLine).read();
    }

    /// Return the call that a piece of text is, such as `slm-lab spec explain KEY`; none if it is something else.
    public static List<Found> inText(String text, int line) {
        List<String> words = List.of(text.strip().split("\\s+"));
        if (!PROGRAM.contains(words.getFirst())) {
            return List.of();
        }
        List<String> given =
                words.stream().skip(1).takeWhile(each -> !ENDS.contains(each)).toList();
        return List.of(new Found(given, line));
    }

    private List<Found> read() {
        while (at < script.length()) {
            char c = script.charAt(at++);
            switch (c) {
                case '\n' -> {
                    endCommand();
                    line++;
                    skipDocuments();
                    begin = line;
                }
                case ' ', '\t', '\r' -> endWord();
                case '\\' -> escape();
                case '\'' -> quoted();
                case '"' -> doubleQuoted();
                case '#' -> {
                    if (inWord) {
                        word.append(c);
                    } else {
                        at = lineEnd(at);
                    }
                }
                case '$' -> dollar();
                case '|', ';', '&', '(', ')' -> endCommand();
                case '<', '>' -> redirect(c);
                default -> {
                    inWord = true;
                    word.append(c);
                }
            }
        }
        endCommand();
        return found;
    }

    private void escape() {
        if (at >= script.length()) {
            return;
        }
        char c = script.charAt(at++);
        if (c == '\n') {
            line++; // the command continues
        } else {
            inWord = true;
            word.append(c);
        }
    }

    private void quoted() {
        int end = script.indexOf('\'', at);
        append(script.substring(at, end < 0 ? script.length() : end));
        at = end < 0 ? script.length() : end + 1;
    }

    private void doubleQuoted() {
        inWord = true;
        while (at < script.length()) {
            char c = script.charAt(at++);
            switch (c) {
                case '"' -> {
                    return;
                }
                case '\\' -> escape();
                case '$' -> dollar();
                default -> append(String.valueOf(c));
            }
        }
    }

    private void append(String text) {
        inWord = true;
        word.append(text);
        line += (int) text.chars().filter(c -> c == '\n').count();
    }

    /// Read `$(…)`, which holds commands of its own; any other variable is a part of its word.
    private void dollar() {
        inWord = true;
        word.append('$');
        if (at >= script.length() || script.charAt(at) != '(') {
            return;
        }
        int depth = 0;
        int end = at;
        do {
            char c = script.charAt(end++);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        } while (depth > 0 && end < script.length());
        String inside = script.substring(at + 1, Math.max(at + 1, depth == 0 ? end - 1 : end));
        found.addAll(of(inside, line));
        line += (int) inside.chars().filter(c -> c == '\n').count();
        at = end;
    }

    /// Read `>`, `2>&1`, `<<EOF`, `<(…)`.
    private void redirect(char c) {
        if (inWord && word.chars().allMatch(Character::isDigit)) {
            word.setLength(0);
            inWord = false;
        }
        endWord();
        if (c == '<' && script.startsWith("<", at) && !script.startsWith("<<", at)) {
            document();
            return;
        }
        while (at < script.length() && "<>&-".indexOf(script.charAt(at)) >= 0) {
            at++;
        }
        if (script.startsWith("(", at)) {
            endCommand();
        } else {
            skipsWord = true;
        }
    }

    private void document() {
        at++;
        if (script.startsWith("-", at)) {
            at++;
        }
        while (at < script.length() && script.charAt(at) == ' ') {
            at++;
        }
        int start = at;
        while (at < script.length()
                && !Character.isWhitespace(script.charAt(at))
                && ";|&)".indexOf(script.charAt(at)) < 0) {
            at++;
        }
        documents.add(script.substring(start, at).replaceAll("['\"\\\\]", ""));
    }

    private void skipDocuments() {
        for (String end : documents) {
            boolean ended = false;
            while (!ended && at < script.length()) {
                int stop = lineEnd(at);
                ended = script.substring(at, stop).strip().equals(end);
                at = Math.min(script.length(), stop + 1);
                line++;
            }
        }
        documents.clear();
    }

    private int lineEnd(int from) {
        int end = script.indexOf('\n', from);
        return end < 0 ? script.length() : end;
    }

    private void endWord() {
        if (inWord) {
            if (words.isEmpty()) {
                begin = line;
            }
            if (!skipsWord) {
                words.add(word.toString());
            }
            skipsWord = false;
        }
        word.setLength(0);
        inWord = false;
    }

    private void endCommand() {
        endWord();
        skipsWord = false;
        int program = 0;
        while (program < words.size() && !PROGRAM.contains(words.get(program))) {
            program++; // variables, time, timeout 5, if, !
        }
        if (program < words.size()) {
            found.add(new Found(List.copyOf(words.subList(program + 1, words.size())), Math.max(begin, firstLine)));
        }
        words.clear();
    }
}
