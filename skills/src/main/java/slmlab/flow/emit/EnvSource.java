package slmlab.flow.emit;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import slmlab.flow.emit.EnvDesign.Named;
import slmlab.flow.emit.EnvDesign.Seen;
import slmlab.flow.emit.EnvDesign.Variable;

/// Writes the class of an env.
final class EnvSource {
    private final EnvDesign design;
    private final JavaText text = new JavaText();

    private EnvSource(EnvDesign design) {
        this.design = design;
    }

    static JavaText of(EnvDesign design) {
        EnvSource source = new EnvSource(design);
        source.head();
        source.fields();
        source.spaces();
        source.names();
        source.reset();
        source.step();
        if (design.isIntegrated()) {
            new IntegratorSource(design, source.text).write();
        }
        source.observe();
        source.saving();
        source.text.add("}");
        return source.text;
    }

    private void head() {
        text.add("package %s;".formatted(design.pack()));
        text.add("");
        List.of("env.Args", "env.Env", "env.Frame", "env.NumpyRandom", "env.Space", "env.Traits", "tensor.State")
                .forEach(type -> text.add("import slmlab.%s;".formatted(type)));
        text.add("");
        text.add("/// " + design.about());
        text.add("///");
        text.add("/// Made by `slm-lab flow run rl-env-engineer`; the formulas are the answers of its steps 2 and 3.");
        text.add("public final class %s implements Env {".formatted(design.name()));
    }

    private void fields() {
        for (int i = 0; i < design.actions().size(); i++) {
            text.add("static final int %s = %s;"
                    .formatted(EnvDesign.constant(design.actions().get(i)), i));
        }
        text.add("private static final double dt = %s;".formatted(JavaText.number(design.dt())));
        text.add("");
        design.constants().forEach(each -> text.add("private final double %s;".formatted(each.name())));
        if (design.isRandom()) {
            text.add("private NumpyRandom random = NumpyRandom.ofSeed(0);");
        }
        design.state().forEach(each -> text.add("private double %s;".formatted(each.name())));
        if (design.isIntegrated()) {
            actionNames().forEach(name -> text.add("private %s %s;".formatted(actionType(), name)));
            design.locals().forEach(each -> text.add("private double %s;".formatted(each.name())));
            String size = "new double[%s]".formatted(design.state().size());
            for (String array : IntegratorSource.arrays(design)) {
                text.add("private final double[] %s = %s;".formatted(array, size));
            }
        }
        text.add("");
        text.add("%s(Args args) {".formatted(design.name()));
        for (Named each : design.constants()) {
            text.add("%s = args.number(\"%s\", %s);".formatted(each.name(), each.name(), each.value()));
        }
        text.add("}");
    }

    private String actionType() {
        return design.isDiscrete() ? "int" : "double";
    }

    private List<String> actionNames() {
        int count = design.actionLow().size();
        return design.isDiscrete() || count == 1
                ? List.of("action")
                : IntStream.range(0, count).mapToObj(i -> "action" + i).toList();
    }

    private void spaces() {
        begin("public Space obsSpace()");
        text.add("return %s;"
                .formatted(box(
                        design.obs().stream().map(Seen::low).toList(),
                        design.obs().stream().map(Seen::high).toList())));
        text.add("}");
        begin("public Space actionSpace()");
        text.add("return %s;"
                .formatted(
                        design.isDiscrete()
                                ? "new Space.Discrete(%s)"
                                        .formatted(design.actions().size())
                                : box(design.actionLow(), design.actionHigh())));
        text.add("}");
    }

    private void names() {
        begin("public Traits traits()");
        text.add("return Traits.named(%s);"
                .formatted(design.obs().stream()
                        .map(each -> "\"%s\"".formatted(each.name()))
                        .collect(Collectors.joining(", "))));
        text.add("}");
    }

    private static String box(List<Double> low, List<Double> high) {
        return "Space.Box.of(new float[] {%s}, new float[] {%s})".formatted(singles(low), singles(high));
    }

    private static String singles(List<Double> values) {
        return values.stream().map(JavaText::single).collect(Collectors.joining(", "));
    }

    private void begin(String method) {
        text.add("");
        text.add("@Override");
        text.add(method + " {");
    }

    private void reset() {
        begin("public void reset(NumpyRandom random, Frame frame)");
        if (design.isRandom()) {
            text.add("this.random = random;");
        }
        for (Variable each : design.state()) {
            text.add(
                    each.low() == each.high()
                            ? "%s = %s;".formatted(each.name(), JavaText.number(each.low()))
                            : "%s = random.uniform(%s, %s);"
                                    .formatted(each.name(), JavaText.number(each.low()), JavaText.number(each.high())));
        }
        text.add("observe(frame);");
        text.add("}");
    }

    private void step() {
        begin("public void step(Frame frame)");
        actions();
        String type = design.isIntegrated() ? "" : "double ";
        for (int i = 0; i < design.locals().size(); i++) {
            Named each = design.locals().get(i);
            text.add(
                    "%s%s = %s;".formatted(type, each.name(), each.value()),
                    "environment.locals[%s].expression".formatted(i));
        }
        if (design.isIntegrated()) {
            integrate();
        }
        for (int i = 0; i < design.state().size(); i++) {
            Variable each = design.state().get(i);
            String next = design.isIntegrated() ? "at[%s]".formatted(i) : each.update();
            text.add(
                    "double next_%s = %s;".formatted(each.name(), within(each, next)),
                    "environment.state[%s].update".formatted(i));
        }
        text.add("boolean terminated = %s;".formatted(design.terminated()), "environment.terminated");
        text.add("double reward = %s;".formatted(design.reward()), "environment.reward");
        design.state().forEach(each -> text.add("%s = next_%s;".formatted(each.name(), each.name())));
        text.add("observe(frame);");
        text.add("frame.reward(reward);");
        text.add("if (terminated) {");
        text.add("frame.terminate();");
        text.add("}");
        text.add("}");
    }

    private void actions() {
        String type = design.isIntegrated() ? "" : actionType() + " ";
        if (design.isDiscrete()) {
            text.add("%saction = frame.action();".formatted(type));
            return;
        }
        List<String> names = actionNames();
        for (int i = 0; i < names.size(); i++) {
            text.add("%s%s = Math.clamp(frame.actionValue(%s), %s, %s);"
                    .formatted(
                            type,
                            names.get(i),
                            i,
                            JavaText.number(design.actionLow().get(i)),
                            JavaText.number(design.actionHigh().get(i))));
        }
    }

    /// Return an expression within the limits of a variable.
    private static String within(Variable each, String expression) {
        boolean hasMin = each.min() > Double.NEGATIVE_INFINITY;
        boolean hasMax = each.max() < Double.POSITIVE_INFINITY;
        String min = JavaText.number(each.min());
        String max = JavaText.number(each.max());
        return hasMin && hasMax
                ? "Math.min(%s, Math.max(%s, %s))".formatted(max, min, expression)
                : hasMin
                        ? "Math.max(%s, %s)".formatted(min, expression)
                        : hasMax ? "Math.min(%s, %s)".formatted(max, expression) : expression;
    }

    private void integrate() {
        for (int i = 0; i < design.state().size(); i++) {
            text.add("at[%s] = %s;".formatted(i, design.state().get(i).name()));
        }
        text.add("integrate(at);");
    }

    private void observe() {
        text.add("");
        text.add("private void observe(Frame frame) {");
        for (int i = 0; i < design.obs().size(); i++) {
            Seen each = design.obs().get(i);
            text.add(
                    "frame.obs(%s, %s); // %s".formatted(i, each.expression(), each.name()),
                    "environment.obs[%s].expression".formatted(i));
        }
        text.add("}");
    }

    private void saving() {
        begin("public boolean save(State to)");
        design.state().forEach(each -> text.add("to.put(\"%s\", %s);".formatted(each.name(), each.name())));
        text.add("return true;");
        text.add("}");
        begin("public void load(State from, NumpyRandom random)");
        if (design.isRandom()) {
            text.add("this.random = random;");
        }
        design.state().forEach(each -> text.add("%s = from.number(\"%s\");".formatted(each.name(), each.name())));
        text.add("}");
    }
}
