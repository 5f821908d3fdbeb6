package slmlab.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;

/// A defect in an environment that `rl-env-engineer` has written: an edit of its source, and what `env check` has to
/// say about it.
enum EnvDefect {
    SPACE_CHANGES(true, "E01", "new float[] {8f}", "new float[] {room > 20 ? 8f : 9f}"),
    RESET_WRITES_NOTHING(true, "E02", "25);\n        observe(frame);", "25);"),
    OTHER_RANDOMNESS(true, "E03 E04", "random.uniform(-0.2, 0.2)", "0.4 * Math.random() - 0.2"),
    ARGUMENT_READ_TWICE(true, "E04", "args.number(\"loss\", 0.05)", "args.number(\"outside\", 5.5) / 110"),
    NARROW_BOUNDS(true, "E05 E09", "new float[] {8f}", "new float[] {0.2f}"),
    STEP_THROWS(true, "E06", "room = next_room;", "room = next_room + 0 / (int) Math.max(0, 24.5 - next_room);"),
    DIVISION_BY_ZERO(true, "E07", "double reward = ", "double reward = 1.0 / action + "),
    TOO_MANY_NAMES(true, "E08", "Traits.named(\"error\")", "Traits.named(\"error\", \"room\")"),
    ENDED_AT_RESET(
            true,
            "E09 E10",
            "25);\n        observe(frame);",
            "25);\n        observe(frame);\n        frame.terminate();"),
    COUNTS_ITS_STEPS(
            true,
            "E10",
            "private double room;",
            "private double room;\n    private int steps;",
            "25);",
            "25);\n        steps = 0;",
            "next_room > 40;",
            "next_room > 40 || ++steps == 200;",
            "to.put(\"room\", room);",
            "to.put(\"room\", room);\n        to.put(\"steps\", steps);",
            "room = from.number(\"room\");",
            "room = from.number(\"room\");\n        steps = (int) from.number(\"steps\");"),
    CLOSED_ONCE(
            true,
            "E12",
            "    @Override\n    public boolean save",
            "    private Object open = this;\n\n    @Override\n    public void close() {\n        open.hashCode();\n        open = null;\n    }\n\n    @Override\n    public boolean save"),
    ROOT_OF_AN_ACTION(
            false,
            "E14",
            "Math.clamp(frame.actionValue(0), -1, 1)",
            "Math.sqrt(1 - frame.actionValue(0) * frame.actionValue(0))"),
    FORGOTTEN_FIELD(false, "E15", "        angle = from.number(\"angle\");\n", ""),
    NO_BOUND(false, "W01", "1f, 1f, 2f}", "1f, 1f, Float.POSITIVE_INFINITY}"),
    ACTION_FROM_ZERO(
            false,
            "W02",
            "Space.Box.of(new float[] {-1f}, new float[] {1f})",
            "Space.Box.of(new float[] {0f}, new float[] {1f})"),
    CONSTANT_VALUE(false, "W03", "{-1f, -1f, -2f}", "{1f, -1f, -2f}", "Math.sin(angle)); // sine", "1); // sine"),
    KEEPS_ITS_START(
            false,
            "W04",
            "    private double action;",
            """
                private double action;
                private double start = Double.NaN;

                @Override
                public void seed(long seed) {
                    start = Double.NaN;
                }
            """,
            "        speed = random.uniform(-1, 1);\n        angle = random.uniform(-1, 1);",
            "        start = Double.isNaN(start) ? random.uniform(-1, 1) : start;\n        speed = start;\n        angle = start;",
            "        to.put(\"speed\", speed);",
            "        to.put(\"speed\", speed);\n        to.put(\"start\", start);",
            "        speed = from.number(\"speed\");",
            "        speed = from.number(\"speed\");\n        start = from.number(\"start\");"),
    WRAPS_ANOTHER(false, "W05", "    private double action;", "    private double action;\n    Env inner;");

    private final boolean isThermostat;
    private final Set<String> codes;
    private final List<String> edits;

    /// @param isThermostat whether it is one of the discrete env; else of the continuous one
    /// @param codes of the rule that it breaks, and of those that it breaks with it
    /// @param edits a text of the source and what replaces it, in turn
    EnvDefect(boolean isThermostat, String codes, String... edits) {
        this.isThermostat = isThermostat;
        this.codes = Set.of(codes.split(" "));
        this.edits = List.of(edits);
    }

    boolean isThermostat() {
        return isThermostat;
    }

    /// Return the codes under which it is reported.
    Set<String> codes() {
        return codes;
    }

    boolean isError() {
        return codes.stream().anyMatch(code -> code.startsWith("E"));
    }

    /// Return a source with the defect.
    String in(String source) {
        String text = source;
        for (int i = 0; i < edits.size(); i += 2) {
            assertThat(text).contains(edits.get(i));
            text = text.replace(edits.get(i), edits.get(i + 1));
        }
        return text;
    }
}
