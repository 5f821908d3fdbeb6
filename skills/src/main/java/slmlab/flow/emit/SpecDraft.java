package slmlab.flow.emit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.Nets;
import slmlab.file.JsonFile;
import slmlab.file.OutputFile;
import slmlab.reference.NewSpec;
import slmlab.spec.key.Written;
import slmlab.spec.text.Flow;

/// A spec in the making: what `slm-lab new` writes for an algorithm and an env, and other values in it.
public final class SpecDraft {
    private static final String NET = "agent.net";

    private final String name;
    private final Map<String, Object> spec;

    private SpecDraft(String name, Map<String, Object> spec) {
        this.name = name;
        this.spec = spec;
    }

    /// Begin a spec; an [IllegalArgumentException] says why the algorithm does not fit the env.
    static SpecDraft fresh(String name, String algorithm, String env) {
        String text = NewSpec.text("spec.yaml", algorithm, env);
        return new SpecDraft(name, body(text));
    }

    /// Begin the spec that the answers of a first step ask for.
    ///
    /// @param init with `spec_name`, `algorithm` and `env`
    public static SpecDraft of(Map<String, Object> init) {
        return fresh(text(init, "spec_name"), text(init, "algorithm"), text(init, "env"));
    }

    private static String text(Map<String, Object> init, String key) {
        Object value = init.get(key);
        if (value == null) {
            throw new IllegalArgumentException("step init has no answer for %s".formatted(key));
        }
        return String.valueOf(value);
    }

    /// Begin a spec for an env that only compiled classes have, with the algorithm that `slm-lab new` takes by
    /// default.
    ///
    /// @param classes folder in which the spec is made, too
    static SpecDraft fresh(Path classes, String env, StepRunner runner) {
        Path file = classes.resolve("new.yaml");
        try {
            Files.deleteIfExists(file);
            List<String> words = List.of("--classpath", classes.toString(), "new", file.toString());
            CommandOutcome ran = runner.run(
                    Stream.concat(words.stream(), Stream.of("--env", env)).toList());
            if (!ran.isDone()) {
                throw new IllegalArgumentException("there is no spec for %s".formatted(env));
            }
            String text = Files.readString(file);
            Files.delete(file);
            return new SpecDraft(NewSpec.name(text), body(text));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(file, OutputFile.reason(e)), e);
        }
    }

    private static Map<String, Object> body(String text) {
        Object specs = Flow.read(text);
        Object body = specs instanceof Map<?, ?> map ? map.get(NewSpec.name(text)) : null;
        if (!(body instanceof Map<?, ?> spec)) {
            throw new IllegalStateException("a new spec is no mapping");
        }
        return NestedValues.copy(spec);
    }

    String name() {
        return name;
    }

    /// Return whether it has a value for a key.
    boolean has(String path) {
        return value(path) != null;
    }

    private @Nullable Object value(String path) {
        Object value = spec;
        for (String key : path.split("\\.", -1)) {
            value = value instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return value;
    }

    /// Set the value of a key by its path. A net that gets another type loses the keys that this type does not
    /// know.
    public void set(String path, Object value) {
        if (path.equals(NET + ".type") && value(NET) instanceof Map<?, ?> known) {
            Set<String> lost = ownKeys(known.get("type"));
            lost.removeAll(ownKeys(value));
            Map<String, Object> net = NestedValues.copy(known);
            net.keySet().removeAll(lost);
            NestedValues.put(spec, NET, net);
        }
        NestedValues.put(spec, path, value);
    }

    private static Set<String> ownKeys(@Nullable Object type) {
        return new HashSet<>(
                type instanceof String name && Nets.names().contains(name)
                        ? Written.of(Nets.defaults(name)).keySet()
                        : Set.of());
    }

    /// Return the file that holds it.
    public byte[] file() {
        return JsonFile.bytes(Map.of(name, spec));
    }
}
