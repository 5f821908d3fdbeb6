package slmlab.flow;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.design.Code;
import slmlab.design.DesignSection;
import slmlab.design.Findings;
import slmlab.file.JsonFile;
import slmlab.file.Sha256;
import slmlab.flow.emit.Emitter;
import slmlab.skill.FrontMatter;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Problem;
import slmlab.spec.text.SpecException;

/// Reads the block at the top of a step file. Everything that is wrong in it is reported together.
final class StepReader {
    private static final String STEP_KEY = "[a-z][a-z0-9_-]*";
    private static final String QUESTION_KEY = "[A-Za-z_][\\w-]*(\\.[A-Za-z_][\\w-]*)*";

    private final Findings found = new Findings();

    private StepReader() {}

    /// Read a step; a [SpecException] names the file and lists its problems.
    ///
    /// @param source name of the file, for messages
    static FlowStep read(String source, FrontMatter text) {
        StepReader reader = new StepReader();
        FlowStep step = reader.step(text);
        List<Problem> problems = reader.found.verdict().findings().stream()
                .map(each -> new Problem(each.path(), "%s; %s".formatted(each.message(), each.fix())))
                .toList();
        if (!problems.isEmpty()) {
            throw new SpecException(source, problems);
        }
        return step;
    }

    private FlowStep step(FrontMatter text) {
        DesignSection keys = new DesignSection(Path.of(""), "", text.keys(), found);
        keys.require("step", "id", "title");
        List<Question> questions = questions(keys, "questions", false);
        List<CommandTemplate> runs = new ArrayList<>();
        List<String> lines = keys.texts("runs");
        for (int i = 0; i < lines.size(); i++) {
            Optional<CommandTemplate> run = CommandTemplate.read(lines.get(i));
            run.ifPresent(runs::add);
            if (run.isEmpty()) {
                wrong("runs[%s]".formatted(i), "is '%s'".formatted(lines.get(i)), "write a command of slm-lab");
            }
        }
        FlowStep step = new FlowStep(
                keys.atLeast(1, "step").orElse(1L).intValue(),
                keys.text("id").filter(id -> fits("id", id, STEP_KEY)).orElse("none"),
                keys.text("title").orElse(""),
                keys.text("skill").orElse(null),
                List.copyOf(keys.texts("needs")),
                condition(keys, "ask_if"),
                keys.text("missing").orElse(null),
                questions,
                keys.any("fixed").map(value -> fixed(value)).orElse(Map.of()),
                keys.flag("spec"),
                List.copyOf(runs),
                keys.choice("emits", Emitter.names().toArray(String[]::new)).orElse(null),
                Sha256.of(JsonFile.line(text.keys()).getBytes(StandardCharsets.UTF_8)),
                text.body());
        if (step.missing() != null && !questions.isEmpty()) {
            wrong("questions", "stand beside missing", "remove one of them: a step that is missing asks nothing");
        }
        keys.finish();
        return step;
    }

    private Map<String, Object> fixed(Object value) {
        if (AnswerReader.plain(value) instanceof Map<?, ?> map) {
            Map<String, Object> fixed = new LinkedHashMap<>();
            map.forEach((key, item) -> fixed.put(String.valueOf(key), item));
            return fixed;
        }
        wrong("fixed", "is no mapping", "write key: value");
        return Map.of();
    }

    private List<Question> questions(DesignSection keys, String name, boolean areColumns) {
        List<Question> questions = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (DesignSection each : keys.sections(name)) {
            Question question = question(each, areColumns);
            if (!known.add(question.key())) {
                wrong(each.at("key"), "is %s again".formatted(question.key()), "give every question its own key");
            }
            questions.add(question);
        }
        return questions;
    }

    private Question question(DesignSection keys, boolean isColumn) {
        keys.require("key", "ask", "type");
        if (!isColumn) {
            keys.require("why");
        }
        String[] types = Stream.of(AnswerType.values())
                .filter(type -> !isColumn || type != AnswerType.ROWS)
                .map(AnswerType::toString)
                .toArray(String[]::new);
        AnswerType type = keys.choice("type", types)
                .map(word -> AnswerType.valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(AnswerType.VALUE);
        Question question = new Question(
                keys.text("key")
                        .filter(key -> fits(keys.at("key"), key, QUESTION_KEY))
                        .orElse("none"),
                keys.text("ask").orElse(""),
                keys.text("why").orElse(""),
                type,
                keys.number("min").orElse(null),
                keys.number("max").orElse(null),
                List.copyOf(keys.texts("options")),
                isColumn ? List.of() : questions(keys, "columns", true),
                keys.flag("optional"),
                !isColumn && keys.flag("apart"),
                keys.any("default").orElse(null),
                condition(keys, "if"),
                keys.any("example").orElse(null));
        check(keys, question);
        return question;
    }

    private void check(DesignSection keys, Question question) {
        AnswerType type = question.type();
        boolean isNumeric = type == AnswerType.NUMBER || type == AnswerType.INTEGER || type == AnswerType.NUMBERS;
        if (!isNumeric && (question.min() != null || question.max() != null)) {
            wrong(keys.at("min"), "stands beside type %s".formatted(type), "only numbers have bounds");
        }
        if ((type == AnswerType.CHOICE) == question.options().isEmpty()) {
            wrong(keys.at("options"), "does not fit type %s".formatted(type), "a choice has options, nothing else");
        }
        if ((type == AnswerType.ROWS) == question.columns().isEmpty()) {
            wrong(keys.at("columns"), "does not fit type %s".formatted(type), "rows have columns, nothing else");
        }
        if (Placeholders.in(question.preset()).isEmpty()) {
            checkAnswer(keys.at("default"), question, question.preset());
        }
        checkAnswer(keys.at("example"), question, question.example());
    }

    private void checkAnswer(String at, Question question, @Nullable Object answer) {
        if (answer == null || question.type() == AnswerType.VALUE) {
            return;
        }
        if (answer instanceof String text && question.type() != AnswerType.TEXT) {
            try {
                AnswerReader.typed(question, text, _ -> null);
            } catch (IllegalArgumentException e) {
                wrong(at, String.valueOf(e.getMessage()), "write an answer that the question takes");
            }
            return;
        }
        Problems problems = new Problems();
        new AnswerReader(problems, _ -> null).value(question, answer, at);
        problems.list().forEach(each -> wrong(each.path(), each.message(), "write an answer that the question takes"));
    }

    private @Nullable AskIf condition(DesignSection keys, String key) {
        Optional<String> text = keys.text(key);
        Optional<AskIf> condition = text.flatMap(AskIf::read);
        if (text.isPresent() && condition.isEmpty()) {
            wrong(keys.at(key), "is '%s'".formatted(text.get()), "write KEY = VALUE, with =, !=, > or <");
        }
        return condition.orElse(null);
    }

    private boolean fits(String at, String word, String pattern) {
        if (!word.matches(pattern)) {
            wrong(at, "is '%s'".formatted(word), "write letters, digits and _");
        }
        return word.matches(pattern);
    }

    private void wrong(String at, String message, String fix) {
        found.add(Code.F03, at, message, fix);
    }
}
