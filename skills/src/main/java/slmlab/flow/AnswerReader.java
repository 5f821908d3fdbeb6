package slmlab.flow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Flow;
import slmlab.spec.text.Keys;
import slmlab.spec.text.SpecException;
import slmlab.spec.text.SpecNumbers;
import slmlab.spec.text.Suggestion;

/// Reads answers, from a file or as a person types them, into plain values that do not depend on how they were
/// written: `3`, `3.0` and `"3"` are the same number.
final class AnswerReader {
    private static final double LARGEST_WHOLE = 1e15;

    private final Problems problems;
    private final Function<String, @Nullable Object> answers;

    /// @param answers that defaults refer to, by path
    AnswerReader(Problems problems, Function<String, @Nullable Object> answers) {
        this.problems = problems;
        this.answers = answers;
    }

    /// Read a value. One that does not answer the question adds a problem at `path` and gives null.
    @Nullable
    Object value(Question question, @Nullable Object given, String path) {
        return switch (question.type()) {
            case TEXT -> text(given, path);
            case NUMBER -> number(question, given, path);
            case INTEGER -> integer(question, given, path);
            case YES_NO -> yesNo(question, given, path);
            case CHOICE -> choice(question, given, path);
            case LIST -> list(question, given, path, (item, at) -> text(item, at));
            case NUMBERS -> list(question, given, path, (item, at) -> number(question, item, at));
            case ROWS -> list(question, given, path, (item, at) -> row(question, item, at));
            case VALUE -> given == null ? wrong(question, null, path) : plain(given);
        };
    }

    /// Read what a person typed, or throw an [IllegalArgumentException] that says what is wrong with it.
    static Object typed(Question question, String text, Function<String, @Nullable Object> answers) {
        Problems problems = new Problems();
        Object given = parsed(question, text.strip());
        Object value = new AnswerReader(problems, answers).value(question, given, "");
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(problems.list().stream()
                    .map(problem -> (problem.path() + " " + problem.message()).strip())
                    .collect(Collectors.joining("; ")));
        }
        return Objects.requireNonNull(value);
    }

    /// Return the answer that a question takes where nobody answers it; empty if it has none, or if it refers to an
    /// answer that is missing.
    static Optional<Object> preset(Question question, Function<String, @Nullable Object> answers) {
        Object preset = question.preset();
        Optional<Object> filled = preset == null ? Optional.empty() : Placeholders.fill(preset, answers);
        return filled.flatMap(
                value -> Optional.ofNullable(new AnswerReader(new Problems(), answers).value(question, value, "")));
    }

    private static @Nullable Object parsed(Question question, String text) {
        return switch (question.type()) {
            case TEXT, NUMBER, INTEGER, YES_NO, CHOICE -> text;
            case LIST -> text.startsWith("[") ? yaml(text) : parts(text, ",");
            case NUMBERS -> text.startsWith("[") ? yaml(text) : parts(text, "[,\\s]+");
            case VALUE -> yaml(text);
            case ROWS ->
                text.startsWith("[")
                        ? yaml(text)
                        : text.lines()
                                .filter(line -> !line.isBlank())
                                .map(line -> typedRow(question, line.strip()))
                                .toList();
        };
    }

    private static List<String> parts(String text, String separator) {
        return Stream.of(text.split(separator, -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static @Nullable Object yaml(String text) {
        try {
            return Flow.read(text);
        } catch (SpecException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /// Read `name=x update=x + dt * v low=-1`: a value extends to the next name of a column.
    private static @Nullable Object typedRow(Question question, String line) {
        if (line.startsWith("{")) {
            return yaml(line);
        }
        String names = question.columns().stream()
                .map(column -> Pattern.quote(column.key()))
                .collect(Collectors.joining("|"));
        Matcher start = Pattern.compile("(?:^|\\s)(" + names + ")=(?!=)").matcher(line);
        Map<String, Object> row = new LinkedHashMap<>();
        int end = line.length();
        List<int[]> cells = new ArrayList<>(); // beginning of the name, end of the name, beginning of the value
        while (start.find()) {
            cells.add(new int[] {start.start(1), start.end(1), start.end()});
        }
        if (cells.isEmpty() || cells.getFirst()[0] > 0) {
            throw new IllegalArgumentException(
                    "%s does not begin with a column; needs %s".formatted(Keys.shown(line), question.needs()));
        }
        for (int i = 0; i < cells.size(); i++) {
            int next = i + 1 < cells.size() ? cells.get(i + 1)[0] : end;
            String name = line.substring(cells.get(i)[0], cells.get(i)[1]);
            Question column = question.column(name).orElseThrow();
            row.put(
                    name,
                    cell(column, unquoted(line.substring(cells.get(i)[2], next).strip())));
        }
        return row;
    }

    private static Object cell(Question column, String text) {
        return Objects.requireNonNullElse(parsed(column, text), "");
    }

    private static String unquoted(String text) {
        boolean isQuoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
        return isQuoted ? text.substring(1, text.length() - 1) : text;
    }

    private @Nullable Object row(Question question, @Nullable Object given, String path) {
        if (!(given instanceof Map<?, ?> cells)) {
            problems.add(path, "is %s; needs a mapping with %s", Keys.shown(given), names(question.columns()));
            return null;
        }
        cells.keySet().stream()
                .map(String::valueOf)
                .filter(name -> question.column(name).isEmpty())
                .forEach(name -> problems.add(
                        Keys.join(path, name),
                        "is an unknown column%s; the columns are %s",
                        Suggestion.hint(
                                name,
                                question.columns().stream().map(Question::key).toList()),
                        names(question.columns())));
        Map<String, Object> row = new LinkedHashMap<>();
        Function<String, @Nullable Object> own = cells::get;
        for (Question column : question.columns()) {
            AskIf condition = column.onlyIf();
            boolean isAsked = condition == null || condition.holds(own);
            Object cell = cells.get(column.key());
            if (cell == null && isAsked) {
                cell = preset(column, answers).orElse(null);
            }
            String at = Keys.join(path, column.key());
            if (cell != null && !isAsked) {
                problems.add(
                        at,
                        "is not asked, since %s; remove it",
                        Objects.requireNonNull(condition).failure(own));
            } else if (cell != null) {
                Object value = value(column, cell, at);
                if (value != null) {
                    row.put(column.key(), value);
                }
            } else if (isAsked && !column.isOptional()) {
                problems.add(at, "is missing; needs %s", column.needs());
            }
        }
        return row;
    }

    private static String names(List<Question> columns) {
        return columns.stream().map(Question::key).collect(Collectors.joining(", "));
    }

    /// Reads one item of a list.
    private interface Item {
        @Nullable
        Object read(@Nullable Object given, String path);
    }

    private @Nullable Object list(Question question, @Nullable Object given, String path, Item reader) {
        if (!(given instanceof List<?> items) || items.isEmpty()) {
            return wrong(question, given, path);
        }
        List<Object> read = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            Object item = reader.read(items.get(i), path + "[" + i + "]");
            if (item != null) {
                read.add(item);
            }
        }
        return read;
    }

    private @Nullable Object text(@Nullable Object given, String path) {
        Optional<String> text = scalar(given).filter(each -> !each.isBlank());
        if (text.isEmpty()) {
            problems.add(path, "is %s; needs a text", Keys.shown(given));
        }
        return text.orElse(null);
    }

    private @Nullable Object number(Question question, @Nullable Object given, String path) {
        Optional<Double> number = given == null ? Optional.empty() : SpecNumbers.finite(given);
        if (number.isEmpty()) {
            problems.add(path, "is %s; needs a number", Keys.shown(given));
            return null;
        }
        String misses = question.misses(number.get());
        if (misses != null) {
            problems.add(path, "is %s; %s", Keys.shown(given), misses);
            return null;
        }
        return plain(number.get());
    }

    private @Nullable Object integer(Question question, @Nullable Object given, String path) {
        Optional<Long> whole = given == null ? Optional.empty() : SpecNumbers.whole(given);
        return whole.isEmpty() || question.misses(whole.get()) != null ? wrong(question, given, path) : whole.get();
    }

    private @Nullable Object yesNo(Question question, @Nullable Object given, String path) {
        return switch (String.valueOf(given).toLowerCase(Locale.ROOT)) {
            case "yes", "y", "true" -> true;
            case "no", "n", "false" -> false;
            default -> wrong(question, given, path);
        };
    }

    private @Nullable Object choice(Question question, @Nullable Object given, String path) {
        Optional<String> word = scalar(given);
        if (word.isPresent() && question.options().contains(word.get())) {
            return word.get();
        }
        problems.add(
                path,
                "is %s%s; needs %s",
                Keys.shown(given),
                word.map(each -> Suggestion.hint(each, question.options())).orElse(""),
                question.needs());
        return null;
    }

    private @Nullable Object wrong(Question question, @Nullable Object given, String path) {
        problems.add(path, "is %s; needs %s", Keys.shown(given), question.needs());
        return null;
    }

    /// Return a text, also one that YAML reads as a number or as true; empty for anything else.
    private static Optional<String> scalar(@Nullable Object given) {
        return switch (given) {
            case String text -> Optional.of(text.strip());
            case Double number -> Optional.of(SpecNumbers.text(number));
            case Number number -> Optional.of(number.toString());
            case Boolean truth -> Optional.of(truth.toString());
            case null, default -> Optional.empty();
        };
    }

    /// Return a value whose numbers are whole wherever they can be.
    static Object plain(Object value) {
        return switch (value) {
            case Number number -> {
                double exact = number.doubleValue();
                boolean isWhole = Math.rint(exact) == exact && Math.abs(exact) < LARGEST_WHOLE;
                yield isWhole ? (Object) (long) exact : (Object) exact;
            }
            case List<?> list ->
                list.stream().map(item -> item == null ? "" : plain(item)).toList();
            case Map<?, ?> map -> {
                Map<String, Object> copy = new LinkedHashMap<>();
                map.forEach((key, item) -> {
                    if (item != null) {
                        copy.put(String.valueOf(key), plain(item));
                    }
                });
                yield copy;
            }
            default -> value;
        };
    }
}
