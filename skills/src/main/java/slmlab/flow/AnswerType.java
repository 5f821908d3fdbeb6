package slmlab.flow;

import java.util.Locale;

/// What kind of value answers a question.
public enum AnswerType {
    TEXT("a text"),
    NUMBER("a number"),
    INTEGER("a whole number"),
    YES_NO("yes or no"),
    CHOICE("one of"),
    LIST("texts with commas between them"),
    NUMBERS("numbers with commas between them"),
    ROWS("one row per line, such as"),
    VALUE("a value in YAML, such as [1, 2] or {name: x}");

    private final String needs;

    AnswerType(String needs) {
        this.needs = needs;
    }

    /// Return in words what a person types.
    String needs() {
        return needs;
    }

    /// Return the name that a step file gives it: `yes_no`.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
