package slmlab.flow.emit;

import java.util.List;

/// Writes the methods of an env that advance its state by rates of change.
final class IntegratorSource {
    private final EnvDesign design;
    private final JavaText text;

    IntegratorSource(EnvDesign design, JavaText text) {
        this.design = design;
        this.text = text;
    }

    /// Return the arrays that it works with, the state first.
    static List<String> arrays(EnvDesign design) {
        return isRungeKutta(design) ? List.of("at", "between", "first", "second", "third", "fourth") : List.of("at");
    }

    private static boolean isRungeKutta(EnvDesign design) {
        return design.engine().equals("rk4");
    }

    void write() {
        text.add("");
        text.add("/// Advance the state by dt.");
        text.add("void integrate(double[] at) {");
        text.add("double h = dt / %s;".formatted(design.substeps()));
        text.add("for (int step = 0; step < %s; step++) {".formatted(design.substeps()));
        if (isRungeKutta(design)) {
            rungeKutta();
        } else {
            semiImplicit();
        }
        text.add("}");
        text.add("}");
        rate();
        if (!design.energy().isEmpty()) {
            text.add("");
            text.add("/// What the motion keeps without action and friction.");
            text.add("double energy(double[] at) {");
            variables();
            text.add("return %s;".formatted(design.energy()), "physics.energy");
            text.add("}");
        }
    }

    private void semiImplicit() {
        loop("at[i] += h * rate(i, at); // those above are new already");
    }

    private void rungeKutta() {
        loop("first[i] = rate(i, at);");
        for (String[] stage :
                new String[][] {{"second", "first", "h / 2"}, {"third", "second", "h / 2"}, {"fourth", "third", "h"}}) {
            loop("between[i] = at[i] + %s * %s[i];".formatted(stage[2], stage[1]));
            loop("%s[i] = rate(i, between);".formatted(stage[0]));
        }
        loop("at[i] += h / 6 * (first[i] + 2 * second[i] + 2 * third[i] + fourth[i]);");
    }

    private void loop(String body) {
        text.add("for (int i = 0; i < at.length; i++) {");
        text.add(body);
        text.add("}");
    }

    private void rate() {
        text.add("");
        text.add("/// Return the rate of change of a variable per second.");
        text.add("private double rate(int variable, double[] at) {");
        variables();
        text.add("return switch (variable) {");
        int last = design.state().size() - 1;
        for (int i = 0; i <= last; i++) {
            text.add(
                    "%s -> %s;"
                            .formatted(
                                    i == last ? "default" : "case " + i,
                                    design.state().get(i).update()),
                    "environment.state[%s].update".formatted(i));
        }
        text.add("};");
        text.add("}");
    }

    /// Give the variables of a state their names.
    private void variables() {
        for (int i = 0; i < design.state().size(); i++) {
            text.add("double %s = at[%s];".formatted(design.state().get(i).name(), i));
        }
    }
}
