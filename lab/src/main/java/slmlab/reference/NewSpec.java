package slmlab.reference;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import slmlab.agent.algorithm.Algorithms;
import slmlab.env.Envs;
import slmlab.env.VecEnv;
import slmlab.experiment.plan.SpecCheck;
import slmlab.spec.Flow;
import slmlab.spec.Problem;
import slmlab.spec.Problems;
import slmlab.spec.Spec;

/// A new spec file for an algorithm and an env that fit together.
public final class NewSpec {
    /// Envs that need nothing installed, by what is special about them.
    static final Map<String, String> EXAMPLES = new TreeMap<>(
            Map.of("discrete actions", "CartPole-v1", "continuous actions", "Pendulum-v1", "pictures", "Catch-v0"));

    private NewSpec() {}

    /// Write the text of a spec file that passes `check` and trains.
    ///
    /// @param file how the user calls it
    /// @throws IllegalArgumentException if there is no such algorithm or env, or if they do not fit, with what fits
    public static String text(String file, String algorithm, String env) {
        Algorithms.ALL.entry(algorithm); // refuses an unknown one, with a suggestion
        Envs.missing(env).ifPresent(line -> {
            throw new IllegalArgumentException(line.startsWith("no env") ? line : "%s: %s".formatted(env, line));
        });
        String text = template(file, algorithm, env);
        List<Problem> problems = problems(text);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(misfit(algorithm, env, problems.getFirst()));
        }
        return text;
    }

    static String template(String file, String algorithm, String env) {
        try (VecEnv one = Envs.make(env, 1, Map.of())) {
            return Template.of(file, algorithm, env, one.obsSpace(), one.actionSpace());
        }
    }

    /// Return the name of the spec in the text.
    public static String name(String text) {
        return specs(text).keySet().iterator().next();
    }

    static List<Problem> problems(String text) {
        Problems problems = new Problems();
        specs(text)
                .forEach((name, body) ->
                        SpecCheck.check(Spec.read(name, mapping(body), Path.of(""), problems), 1, problems));
        return problems.list();
    }

    private static String misfit(String algorithm, String env, Problem problem) {
        String fitting = Algorithms.ALL.names().stream()
                .filter(other -> problems(template("", other, env)).isEmpty())
                .collect(Collectors.joining(", "));
        String envs = EXAMPLES.values().stream()
                .filter(other -> problems(template("", algorithm, other)).isEmpty())
                .collect(Collectors.joining(", "));
        return "%s does not fit %s: %s %s; %s takes %s%s"
                .formatted(
                        algorithm,
                        env,
                        problem.path(),
                        problem.message(),
                        env,
                        fitting.isEmpty() ? "none of the algorithms" : fitting,
                        envs.isEmpty() ? "" : ", and %s takes envs such as %s".formatted(algorithm, envs));
    }

    private static Map<String, ?> specs(String text) {
        return mapping(Objects.requireNonNull(Flow.read(text)));
    }

    @SuppressWarnings("unchecked") // the reader makes mappings with strings as keys
    private static Map<String, ?> mapping(Object value) {
        return (Map<String, ?>) value;
    }
}
