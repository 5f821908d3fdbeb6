package slmlab.reference;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.facts.Trait;
import slmlab.agent.net.Nets;
import slmlab.experiment.plan.Plan;
import slmlab.spec.Spec;
import slmlab.spec.key.Problems;
import slmlab.spec.key.SpecKey;
import slmlab.spec.text.Flow;

/// What an algorithm goes together with: kinds of env by its traits, nets by what a plan refuses.
final class Fit {
    private final String algorithm;
    private final SpecReference reference;

    /// A kind of env, and one of it that needs nothing installed.
    enum Kind {
        DISCRETE("discrete actions", "CartPole-v1"),
        CONTINUOUS("continuous actions", "Pendulum-v1"),
        IMAGES("images", "Catch-v0");

        private final String words;
        private final String env;

        Kind(String words, String env) {
            this.words = words;
            this.env = env;
        }

        String env() {
            return env;
        }

        @Override
        public String toString() {
            return "%s (%s)".formatted(words, env);
        }
    }

    Fit(String algorithm, SpecReference reference) {
        this.algorithm = algorithm;
        this.reference = reference;
    }

    /// Return the kinds of env that an algorithm learns in; the example of images has discrete actions.
    static List<Kind> kinds(String algorithm) {
        if (Algorithms.has(algorithm, Trait.DETERMINISTIC)) {
            return List.of(Kind.CONTINUOUS);
        }
        return Algorithms.has(algorithm, Trait.Q_VALUES) ? List.of(Kind.DISCRETE, Kind.IMAGES) : List.of(Kind.values());
    }

    /// Return the types of net.
    List<String> nets() {
        List<Kind> kinds = kinds(algorithm);
        return Nets.names().stream()
                .filter(type -> kinds.contains(Kind.IMAGES) || !isForImages(type))
                .filter(type -> isAccepted(type, kinds.getFirst().env()))
                .toList();
    }

    private static boolean isForImages(String type) {
        return type.contains("Conv") || type.contains("Cnn") || type.equals("MultiInputNet");
    }

    private boolean isAccepted(String type, String env) {
        Problems problems = new Problems();
        mapping(Flow.read(NewSpec.template("", algorithm, env))).forEach((name, spec) -> {
            Map<String, @Nullable Object> changed = mapping(spec);
            Map<String, @Nullable Object> agent = mapping(changed.get("agent"));
            agent.put("net", net(type, mapping(agent.get("net"))));
            changed.put("agent", agent);
            Plan.of(Spec.read(name, changed, Path.of(""), problems), problems);
        });
        return problems.isEmpty();
    }

    /// Return a net of another type that learns in the same way.
    private Map<String, @Nullable Object> net(String type, Map<String, @Nullable Object> given) {
        Set<String> layers = names(reference.of(String.valueOf(given.get("type"))));
        Map<String, @Nullable Object> net = new LinkedHashMap<>(given);
        net.keySet().removeIf(layers::contains);
        net.put("type", type);
        reference.of(type).keys().stream()
                .filter(key -> key.name().equals("arc"))
                .forEach(key -> net.put("arc", Flow.read(key.example())));
        return net;
    }

    private static Set<String> names(SpecSection section) {
        return Set.copyOf(section.keys().stream().map(SpecKey::name).toList());
    }

    private static Map<String, @Nullable Object> mapping(@Nullable Object value) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        ((Map<?, ?>) Objects.requireNonNull(value)).forEach((key, item) -> copy.put(String.valueOf(key), item));
        return copy;
    }
}
