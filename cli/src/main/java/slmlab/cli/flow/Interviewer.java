package slmlab.cli.flow;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import slmlab.cli.Cli;
import slmlab.flow.AnswerType;
import slmlab.flow.FlowRun;
import slmlab.flow.FlowStep;
import slmlab.flow.Interview;
import slmlab.flow.Question;
import slmlab.flow.StepState;
import slmlab.flow.StepStatus;
import slmlab.spec.text.Flow;

/// Asks the questions of a workflow on a terminal, one at a time.
final class Interviewer {
    private final FlowRun run;
    private final BufferedReader in;
    private final PrintWriter out;
    private final String resume;

    /// @param resume how to continue later, a line
    Interviewer(FlowRun run, BufferedReader in, PrintWriter out, String resume) {
        this.run = run;
        this.in = in;
        this.out = out;
        this.resume = resume;
    }

    /// Thrown where the input ends: Ctrl-D.
    private static final class EndOfInput extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// Ask until every step is answered, and return the exit code: 1 if the person stops before.
    int ask() {
        int count = run.flow().steps().size();
        out.println("%s in %s: %s of %s steps are done. Enter takes the default in brackets, ? explains, Ctrl-D stops."
                .formatted(run.flow().name(), run.folder(), run.settled(), count));
        try {
            for (Optional<FlowStep> next = run.next(); next.isPresent(); next = run.next()) {
                FlowStep step = next.get();
                String skill = step.skill() == null ? "" : "  (skill %s)".formatted(step.skill());
                out.println("%nStep %s of %s: %s%s".formatted(step.number(), count, step.title(), skill));
                if (!answer(step)) {
                    out.println(resume);
                    return Cli.FAILED;
                }
            }
        } catch (EndOfInput _) {
            out.println("%nstopped; finished steps are kept%n%s".formatted(resume));
            return Cli.FAILED;
        }
        return Cli.DONE;
    }

    /// Ask the questions of a step until its commands end well; false if the person gives up.
    private boolean answer(FlowStep step) {
        while (true) {
            Interview interview = run.interview(step);
            for (Optional<Question> next = interview.next(); next.isPresent(); next = interview.next()) {
                ask(interview, next.get());
            }
            StepState state = run.answer(step, interview.answers(), out);
            if (state.status() != StepStatus.FAILED) {
                return true;
            }
            out.println("step %s failed: %s".formatted(step.id(), state.note()));
            if (read("answer it again? [yes]", "yes").toLowerCase(Locale.ROOT).startsWith("n")) {
                return false;
            }
        }
    }

    private void ask(Interview interview, Question question) {
        out.println("%s: %s%s".formatted(question.key(), question.ask(), preset(question)));
        while (true) {
            String text = question.type() == AnswerType.ROWS ? rows(interview, question) : line(question);
            try {
                interview.answer(text);
                return;
            } catch (IllegalArgumentException e) {
                out.println("  " + e.getMessage());
            }
        }
    }

    private static String preset(Question question) {
        if (question.preset() != null) {
            return " [%s]"
                    .formatted(
                            question.preset() instanceof Boolean isYes
                                    ? isYes ? "yes" : "no"
                                    : question.preset() instanceof String text ? text : Flow.text(question.preset()));
        }
        return question.isOptional() ? " [none]" : "";
    }

    /// Read one line; `?` explains and reads the next.
    private String line(Question question) {
        while (true) {
            String line = read(">", "");
            if (!line.equals("?")) {
                return line;
            }
            explain(question);
        }
    }

    /// Read rows until an empty line. One that is wrong is asked again, those before it are kept.
    private String rows(Interview interview, Question question) {
        out.println("  one row per line, an empty line ends them; ? shows the columns");
        List<String> rows = new ArrayList<>();
        while (true) {
            String row = line(question);
            if (row.isEmpty()) {
                return String.join("\n", rows);
            }
            try {
                interview.check(row);
                rows.add(row);
            } catch (IllegalArgumentException e) {
                out.println("  " + e.getMessage());
            }
        }
    }

    private void explain(Question question) {
        out.println("  why: " + question.why());
        out.println("  needs " + question.needs());
        question.columns()
                .forEach(column -> out.println("    %s: %s (%s%s)"
                        .formatted(
                                column.key(), column.ask(), column.needs(), column.isOptional() ? ", optional" : "")));
        if (question.example() != null) {
            out.println("  example: " + example(question.example()));
        }
        if (question.isOptional()) {
            out.println("  may be left empty");
        }
    }

    private static String example(Object example) {
        return switch (example) {
            case String text -> text;
            case List<?> list
            when list.stream().allMatch(String.class::isInstance) ->
                list.stream().map(String::valueOf).collect(Collectors.joining(", "));
            default -> Flow.text(example);
        };
    }

    private String read(String prompt, String otherwise) {
        out.print(prompt + " ");
        out.flush();
        try {
            String line = in.readLine();
            if (line == null) {
                throw new EndOfInput();
            }
            return line.isBlank() ? otherwise : line.strip();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read from the terminal: " + e.getMessage(), e);
        }
    }
}
