package slmlab.flow.emit;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes the class that tests an env, without a test library.
final class EnvTestSource {
    private EnvTestSource() {}

    static JavaText of(EnvDesign design, Map<String, Object> validation) {
        JavaText text = new JavaText();
        text.add("package %s;".formatted(design.pack()));
        text.add("");
        List.of(
                        "java.util.Arrays",
                        "java.util.Map",
                        "slmlab.env.Args",
                        "slmlab.env.check.EnvCheck",
                        "slmlab.env.check.RandomReturns")
                .forEach(type -> text.add("import %s;".formatted(type)));
        text.add("");
        text.add("/// Tests of %s: the contract of an env, and what was predicted about it.".formatted(design.id()));
        text.add("///");
        text.add("/// Run it: `slm-lab --classpath classes java %s.%sTest`.".formatted(design.pack(), design.name()));
        text.add("public final class %sTest {".formatted(design.name()));
        text.add("private static final String ID = \"%s\";".formatted(design.id()));
        text.add("private static final int EPISODES = 20;");
        text.add("");
        text.add("private %sTest() {}".formatted(design.name()));
        text.add("");
        main(design, text, validation.containsKey("random_return_low"));
        contract(text);
        if (validation.containsKey("random_return_low")) {
            returns(text, validation);
        }
        if (!design.energy().isEmpty()) {
            energy(design, text);
        }
        text.add("");
        text.add("private static void check(boolean holds, String what) {");
        text.add("System.out.println((holds ? \"✓ \" : \"✗ \") + what);");
        text.add("if (!holds) {");
        text.add("throw new AssertionError(what);");
        text.add("}");
        text.add("}");
        text.add("}");
        return text;
    }

    private static void main(EnvDesign design, JavaText text, boolean hasReturns) {
        text.add("public static void main(String[] args) {");
        text.add("contract(Map.of());");
        design.ranges().forEach(range -> {
            text.add("contract(Map.of(\"%s\", %s));".formatted(range.name(), JavaText.number(range.low())));
            text.add("contract(Map.of(\"%s\", %s));".formatted(range.name(), JavaText.number(range.high())));
        });
        if (hasReturns) {
            text.add("randomReturns();");
        }
        if (!design.energy().isEmpty()) {
            text.add("energy();");
        }
        text.add("}");
    }

    /// What the motion keeps stays the same without action, from the largest start on.
    private static void energy(EnvDesign design, JavaText text) {
        String start = design.state().stream()
                .map(each -> JavaText.number(each.high()))
                .collect(Collectors.joining(", "));
        text.add("");
        text.add("/// Without action, what the motion keeps stays the same.");
        text.add("private static void energy() {");
        text.add("%s env = new %s(new Args(ID, Map.of()));".formatted(design.name(), design.name()));
        text.add("double[] at = {%s}; // the largest start".formatted(start));
        text.add("double first = env.energy(at);");
        text.add("double drift = 0;");
        text.add("for (int step = 0; step < %s; step++) {".formatted(design.maxSteps()));
        text.add("env.integrate(at);");
        text.add("drift = Math.max(drift, Math.abs(env.energy(at) - first) / Math.abs(first));");
        text.add("}");
        text.add("check(drift <= %s, \"energy drifts by \" + drift + \" of its first value\");"
                .formatted(JavaText.number(design.drift())));
        text.add("}");
    }

    private static void contract(JavaText text) {
        text.add("");
        text.add("/// Every rule of the contract holds, also at both ends of what is randomized.");
        text.add("private static void contract(Map<String, ?> arguments) {");
        text.add("for (EnvCheck.Finding finding : EnvCheck.run(ID, arguments)) {");
        text.add("if (finding.level() == EnvCheck.Level.BROKEN) {");
        text.add("check(false, finding.rule() + \" with \" + arguments + \": \" + finding.text());");
        text.add("}");
        text.add("}");
        text.add("check(true, \"contract with \" + arguments);");
        text.add("}");
    }

    private static void returns(JavaText text, Map<String, Object> validation) {
        text.add("");
        text.add("/// The mean return of random actions is where it was predicted.");
        text.add("private static void randomReturns() {");
        text.add("double mean = Arrays.stream(RandomReturns.of(ID, EPISODES)).average().orElseThrow();");
        text.add("check(mean >= %s && mean <= %s, \"random actions return \" + mean);"
                .formatted(number(validation, "random_return_low"), number(validation, "random_return_high")));
        text.add("}");
    }

    private static String number(Map<String, Object> validation, String key) {
        return validation.get(key) instanceof Number number ? JavaText.number(number.doubleValue()) : "0";
    }
}
