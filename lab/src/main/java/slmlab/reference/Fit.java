package slmlab.reference;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.Nets;
import slmlab.experiment.plan.SpecCheck;
import slmlab.spec.Flow;
import slmlab.spec.Problems;
import slmlab.spec.Spec;
import slmlab.spec.SpecKey;

/// What an algorithm goes together with, found by making it once with each.
final class Fit {
    private static final String PICTURES = "pictures";

    private final String algorithm;
    private final Reference reference;

    Fit(String algorithm, Reference reference) {
        this.algorithm = algorithm;
        this.reference = reference;
    }

    /// Return the kinds of env, each with one as an example.
    List<String> envs() {
        List<String> fitting = new ArrayList<>();
        NewSpec.EXAMPLES.forEach((kind, env) -> {
            if (NewSpec.problems(NewSpec.template("", algorithm, env)).isEmpty()) {
                fitting.add("%s (%s)".formatted(kind, env));
            }
        });
        return fitting;
    }

    /// Return the types of net.
    List<String> nets() {
        List<String> envs = NewSpec.EXAMPLES.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(PICTURES))
                .map(Map.Entry::getValue)
                .toList();
        String pictures = Objects.requireNonNull(NewSpec.EXAMPLES.get(PICTURES));
        return Nets.names().stream()
                .filter(type -> type.contains("Conv")
                        ? isFitting(type, pictures)
                        : envs.stream().anyMatch(env -> isFitting(type, env)))
                .toList();
    }

    private boolean isFitting(String type, String env) {
        Problems problems = new Problems();
        Map<String, @Nullable Object> file = mapping(Flow.read(NewSpec.template("", algorithm, env)));
        file.forEach((name, spec) -> {
            Map<String, @Nullable Object> changed = mapping(spec);
            Map<String, @Nullable Object> agent = mapping(changed.get("agent"));
            agent.put("net", net(type, mapping(agent.get("net"))));
            changed.put("agent", agent);
            SpecCheck.check(Spec.read(name, changed, Path.of(""), problems), 1, problems);
        });
        return problems.isEmpty();
    }

    /// Return a net of another type that learns in the same way; one that is of the same kind keeps its layers.
    private Map<String, @Nullable Object> net(String type, Map<String, @Nullable Object> given) {
        List<String> layers = names(reference.of(type));
        List<String> own = names(reference.of(String.valueOf(given.get("type"))));
        boolean isAlike = layers.equals(own);
        Map<String, @Nullable Object> net = new LinkedHashMap<>(given);
        net.keySet().removeIf(key -> !isAlike && own.contains(key));
        net.put("type", type);
        reference.of(type).keys().stream()
                .filter(key -> key.name().equals("arc"))
                .forEach(key -> net.put("arc", Flow.read(key.example())));
        return net;
    }

    private static List<String> names(Section section) {
        return section.keys().stream().map(SpecKey::name).toList();
    }

    private static Map<String, @Nullable Object> mapping(@Nullable Object value) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        ((Map<?, ?>) Objects.requireNonNull(value)).forEach((key, item) -> copy.put(String.valueOf(key), item));
        return copy;
    }

    /// Return a list in words, or a dash for none.
    static String words(List<String> list) {
        return list.isEmpty() ? "–" : String.join(", ", list);
    }
}
