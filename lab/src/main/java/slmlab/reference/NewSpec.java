package slmlab.reference;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import slmlab.agent.algorithm.Algorithms;
import slmlab.env.Envs;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.experiment.plan.SpecCheck;
import slmlab.spec.Spec;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Flow;
import slmlab.spec.text.Problem;

/// A new spec file for an algorithm and an env that fit together.
public final class NewSpec {
    private NewSpec() {}

    /// Write the text of a spec file that passes `check` and trains.
    ///
    /// @param file how the user calls it
    /// @param nameOrAlias of the algorithm
    /// @throws IllegalArgumentException if there is no such algorithm or env, or if they do not fit, with what fits
    public static String text(String file, String nameOrAlias, String env) {
        String algorithm = Algorithms.named(nameOrAlias);
        Envs.misspelt(env).or(() -> Envs.missing(env)).ifPresent(line -> {
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

    private static List<Problem> problems(String text) {
        Problems problems = new Problems();
        specs(text)
                .forEach((name, body) ->
                        SpecCheck.check(Spec.read(name, mapping(body), Path.of(""), problems), 1, problems));
        return problems.list();
    }

    private static String misfit(String algorithm, String env, Problem problem) {
        List<String> kinds =
                Fit.kinds(algorithm).stream().map(Fit.Kind::toString).toList();
        List<String> others = Algorithms.ALL.names().stream()
                .filter(other -> !other.equals(algorithm) && takes(other, env))
                .toList();
        return "%s does not fit %s: %s %s. %s takes %s; %s is for %s"
                .formatted(
                        algorithm,
                        env,
                        problem.path(),
                        problem.message(),
                        algorithm,
                        String.join(", ", kinds),
                        env,
                        others.isEmpty() ? "none of the algorithms" : String.join(", ", others));
    }

    /// Return whether an algorithm takes the actions of an env.
    private static boolean takes(String algorithm, String env) {
        try (VecEnv one = Envs.make(env, 1, Map.of())) {
            return switch (one.actionSpace()) {
                case Space.Discrete _ -> Fit.kinds(algorithm).contains(Fit.Kind.DISCRETE);
                case Space.Box _ -> Fit.kinds(algorithm).contains(Fit.Kind.CONTINUOUS);
                default -> problems(template("", algorithm, env)).isEmpty();
            };
        }
    }

    private static Map<String, ?> specs(String text) {
        return mapping(Objects.requireNonNull(Flow.read(text)));
    }

    @SuppressWarnings("unchecked") // the reader makes mappings with strings as keys
    private static Map<String, ?> mapping(Object value) {
        return (Map<String, ?>) value;
    }
}
