package slmlab.file;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The file `.env`, in which people keep tokens: lines `NAME=VALUE`.
///
/// Quotes, comments, `export` and Windows line ends are understood; `$NAME` is not replaced. No message quotes a line,
/// since it may hold a secret.
public final class DotEnv {
    private static final long LARGEST = 1 << 20; // bytes
    private static final Pattern LINE =
            Pattern.compile("(?:export\\s+)?([A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*(.*)", Pattern.DOTALL);
    private static final Pattern QUOTED =
            Pattern.compile("'([^']*)'\\s*(?:#.*)?|\"((?:[^\"\\\\]|\\\\.)*)\"\\s*(?:#.*)?");
    private static final Pattern COMMENT = Pattern.compile("(?:^|\\s)#.*");

    private DotEnv() {}

    /// Return the values of a file with those of the environment on top of them. Without the file, only the
    /// environment counts.
    public static Map<String, String> with(Map<String, String> environment, Path file) {
        Map<String, String> values = new TreeMap<>(read(file));
        values.putAll(environment);
        return values;
    }

    /// Return the values of a file; none if it does not exist.
    ///
    /// @throws IllegalArgumentException that names all lines that are not `NAME=VALUE`
    public static Map<String, String> read(Path file) {
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Map.of();
        }
        Map<String, String> values = new TreeMap<>();
        List<String> wrong = new ArrayList<>();
        List<String> lines = text(file).replaceFirst("^\uFEFF", "").lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            Matcher matcher = LINE.matcher(line);
            @Nullable String value = matcher.matches() ? value(matcher.group(2)) : null;
            if (value == null) {
                wrong.add(Integer.toString(i + 1));
            } else {
                values.put(matcher.group(1), value);
            }
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException("%s: line %s: needs NAME=VALUE, with both quotes or none"
                    .formatted(file, String.join(", ", wrong)));
        }
        return values;
    }

    private static String text(Path file) {
        @Nullable String problem = InputFile.problem(file);
        if (problem != null) {
            throw new IllegalArgumentException("%s %s".formatted(file, problem));
        }
        try {
            if (!InputFile.isStream(file) && Files.size(file) > LARGEST) {
                throw new IllegalArgumentException("%s is larger than 1 MB; needs lines NAME=VALUE".formatted(file));
            }
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("%s is not UTF-8 text".formatted(file), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read %s: %s".formatted(file, OutputFile.reason(e)), e);
        }
    }

    /// Return what stands behind the equals sign, without quotes and comment; null if a quote is not closed.
    private static @Nullable String value(String text) {
        if (!text.startsWith("'") && !text.startsWith("\"")) {
            return COMMENT.matcher(text).replaceFirst("").strip();
        }
        Matcher quoted = QUOTED.matcher(text);
        if (!quoted.matches()) {
            return null;
        }
        return quoted.group(1) != null ? quoted.group(1) : unescaped(quoted.group(2));
    }

    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '\\') {
                i++;
                letter = text.charAt(i) == 'n' ? '\n' : text.charAt(i);
            }
            plain.append(letter);
        }
        return plain.toString();
    }
}
