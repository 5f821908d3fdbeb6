package slmlab.flow.emit;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Problem;

/// An env in Java with its provider, a test and a spec: compiled, and checked against the contract.
final class EnvironmentEmitter implements Emitter {
    private static final Pattern WARNING = Pattern.compile("! (W0[1-5])");
    private static final String CLASSES = "classes";
    private static final String SERVICE = "META-INF/services/slmlab.env.EnvProvider";

    @Override
    public List<Problem> problems(EmitterContext context) {
        Problems problems = new Problems();
        EnvDesign design = EnvDesign.of(context, problems);
        if (problems.isEmpty() && !context.answers("environment").isEmpty()) {
            SourceCheck.check(design.name(), EnvSource.of(design), problems);
        }
        return problems.list();
    }

    @Override
    public List<String> emit(EmitterContext context) {
        EnvDesign design = EnvDesign.of(context, new Problems());
        List<String> sources = sources(design, context);
        List<String> compile = new ArrayList<>(List.of("javac", "-d", context.path(CLASSES)));
        sources.forEach(name -> compile.add(context.path(name)));
        if (!context.runner().run(compile).isDone()) {
            return List.of();
        }
        write(context, CLASSES + "/" + SERVICE, design.pack() + "." + design.name() + "Provider\n");
        String test = "%s.%sTest".formatted(design.pack(), design.name());
        CommandOutcome check = run(context, "env", "check", design.id());
        if (!check.isDone() || !run(context, "java", test).isDone()) {
            return List.of();
        }
        refuseWarnings(check, context.answers("validation").get("accept_warnings"));
        String name = spec(design, context);
        run(context, "check", context.path("spec.json"));
        return List.of(
                "%s: the sources of %s".formatted(String.join(", ", sources), design.id()),
                "classes: what they compile to; spec.json: the spec %s".formatted(name),
                "train it in the folder of this flow: slm-lab --classpath classes run spec.json %s train"
                        .formatted(name));
    }

    private static List<String> sources(EnvDesign design, EmitterContext context) {
        String folder = design.pack().replace('.', '/') + "/" + design.name();
        Map<String, String> sources = new LinkedHashMap<>();
        sources.put("src/main/java/" + folder + ".java", EnvSource.of(design).toString());
        sources.put(
                "src/main/java/" + folder + "Provider.java", provider(design).toString());
        sources.put(
                "src/test/java/" + folder + "Test.java",
                EnvTestSource.of(design, context.answers("validation")).toString());
        sources.forEach((name, text) -> write(context, name, text));
        write(context, "src/main/resources/" + SERVICE, design.pack() + "." + design.name() + "Provider\n");
        return List.copyOf(sources.keySet());
    }

    private static JavaText provider(EnvDesign design) {
        return new JavaText()
                .add("package %s;".formatted(design.pack()))
                .add("")
                .add("import slmlab.env.EnvProvider;")
                .add("import slmlab.env.Envs;")
                .add("")
                .add("/// Registers %s; META-INF/services names this class.".formatted(design.id()))
                .add("public final class %sProvider implements EnvProvider {".formatted(design.name()))
                .add("@Override")
                .add("public void register() {")
                .add("Envs.register(\"%s\", %s, %s::new);".formatted(design.id(), design.maxSteps(), design.name()))
                .add("}")
                .add("}");
    }

    /// Write the spec, and return its name.
    private static String spec(EnvDesign design, EmitterContext context) {
        SpecDraft spec = SpecDraft.fresh(Path.of(context.path(CLASSES)), design.id(), context.runner());
        Map<String, Object> observations = context.answers("observations");
        observations.forEach((key, value) -> spec.set("env." + key, value));
        Map<String, Object> time = context.answers("time");
        if (time.containsKey("frame_op_len")) {
            time.forEach((key, value) -> spec.set("env." + key, value));
        } else if (time.containsKey("wrappers")) {
            spec.set("env.wrappers", time.get("wrappers"));
        }
        if (!design.ranges().isEmpty()) {
            Map<String, Object> ranges = new LinkedHashMap<>();
            design.ranges().forEach(range -> ranges.put(range.name(), List.of(range.low(), range.high())));
            spec.set("env.randomize", ranges);
        }
        context.files().write("spec.json", spec.file());
        return spec.name();
    }

    /// Throw an [IllegalArgumentException] that names a warning which nobody has accepted. Those of speed depend on
    /// the machine.
    private static void refuseWarnings(CommandOutcome check, @Nullable Object accepted) {
        List<String> codes = accepted instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
        check.output().stream()
                .map(WARNING::matcher)
                .filter(line -> line.lookingAt() && !codes.contains(line.group(1)))
                .findFirst()
                .ifPresent(line -> {
                    throw new IllegalArgumentException(
                            "env check warns %s, and accept_warnings of step validation does not name it; answer step environment otherwise, or accept it"
                                    .formatted(line.group(1)));
                });
    }

    private static CommandOutcome run(EmitterContext context, String... words) {
        List<String> all = new ArrayList<>(List.of("--classpath", context.path(CLASSES)));
        all.addAll(List.of(words));
        return context.runner().run(all);
    }

    private static void write(EmitterContext context, String name, String text) {
        context.files().write(name.replace(File.separatorChar, '/'), text.getBytes(StandardCharsets.UTF_8));
    }
}
