package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import slmlab.env.EnvCheck;
import slmlab.env.Envs;
import slmlab.env.Recording;
import slmlab.env.VecEnv;

/// `slm-lab env`: look at one env without an agent.
@Command(
        name = "env",
        header = "check|rollout NAME: test an env's contract, or write down what it does",
        mixinStandardHelpOptions = true,
        subcommands = {EnvCommand.Check.class, EnvCommand.Rollout.class})
final class EnvCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return Cli.DONE;
    }

    /// What both commands start with. An [IllegalArgumentException] is the user's: exit code 2.
    abstract static class OnEnv implements Callable<Integer> {

        private static final Pattern WHOLE = Pattern.compile("[-+]?\\d{1,9}");
        private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Parameters(paramLabel = "NAME", description = "the env's id; slm-lab list envs shows them")
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private String name;

        @Option(
                names = {"-a", "--arg"},
                paramLabel = "KEY=VALUE",
                description = "an argument of the env: a number, true, false or a text; may be repeated")
        private Map<String, String> args = new LinkedHashMap<>();

        @Override
        public final Integer call() {
            try {
                return run(name, arguments(), spec.commandLine().getOut());
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
            }
        }

        abstract int run(String env, Map<String, Object> arguments, PrintWriter out);

        private Map<String, Object> arguments() {
            Map<String, Object> arguments = new LinkedHashMap<>();
            args.forEach((key, text) -> arguments.put(key, value(text)));
            return arguments;
        }

        private static Object value(String text) {
            if (text.equals("true") || text.equals("false")) {
                return text.equals("true");
            }
            if (WHOLE.matcher(text).matches()) {
                return Integer.valueOf(text);
            }
            return NUMBER.matcher(text).matches() ? (Object) Double.valueOf(text) : text;
        }
    }

    /// `slm-lab env check`: one line per rule of the contract.
    @Command(
            name = "check",
            header = "test the contract on an env, one line per rule",
            mixinStandardHelpOptions = true,
            footer = {"", "✓ holds, ✗ broken, ! a warning, · a measurement. Exit code 1 if a rule is broken."})
    static final class Check extends OnEnv {

        @Override
        int run(String env, Map<String, Object> arguments, PrintWriter out) {
            List<EnvCheck.Finding> findings = EnvCheck.run(env, arguments);
            findings.forEach(finding ->
                    out.println("%s %-16s %s".formatted(mark(finding.level()), finding.rule(), finding.text())));
            boolean broken = findings.stream().anyMatch(finding -> finding.level() == EnvCheck.Level.BROKEN);
            return broken ? Cli.FAILED : Cli.DONE;
        }

        private static String mark(EnvCheck.Level level) {
            return switch (level) {
                case HOLDS -> "✓";
                case INFO -> "·";
                case WARNING -> "!";
                case BROKEN -> "✗";
            };
        }
    }

    /// `slm-lab env rollout`: what an env does from a seed, as JSON.
    @Command(
            name = "rollout",
            header = "write a rollout as JSON, to compare the env with another implementation",
            mixinStandardHelpOptions = true)
    static final class Rollout extends OnEnv {

        @Option(names = "--seed", paramLabel = "N", description = "seed of env and random actions; 0 if left out")
        private long seed;

        @Option(names = "--steps", paramLabel = "K", required = true, description = "how many steps to take")
        private int steps;

        @Option(
                names = "--actions",
                paramLabel = "FILE",
                description = "JSON list of K actions, with --num-envs of K lists; random actions if left out")
        private @Nullable Path actions;

        @Option(
                names = "--num-envs",
                paramLabel = "M",
                description = "run M envs: each entry of the output becomes a list over them")
        private @Nullable Integer size;

        @Option(names = "--json", paramLabel = "FILE", description = "file to write; - or nothing: print")
        private String json = "-";

        @Override
        int run(String env, Map<String, Object> arguments, PrintWriter out) {
            if (steps < 0) {
                throw new IllegalArgumentException("--steps is %d; needs at least 0".formatted(steps));
            }
            try (VecEnv envs = Envs.make(env, size == null ? 1 : size, arguments)) {
                Map<String, Object> rollout = new LinkedHashMap<>();
                rollout.put("env", env);
                rollout.put("seed", seed);
                Recording recording = record(envs);
                rollout.put("observations", column(recording.observations()));
                rollout.put("actions", column(recording.actions()));
                rollout.put("rewards", column(recording.rewards()));
                rollout.put("terminated", column(recording.terminated()));
                rollout.put("truncated", column(recording.truncated()));
                rollout.put("final_observations", column(recording.finalObservations()));
                if (json.equals("-")) {
                    out.println(Json.text(rollout));
                } else {
                    Json.write(Path.of(json), rollout);
                }
            }
            return Cli.DONE;
        }

        private Recording record(VecEnv envs) {
            if (actions == null) {
                return Recording.ofRandomActions(envs, seed, steps);
            }
            if (!(Json.read(actions) instanceof List<?> given)) {
                throw new IllegalArgumentException("%s: needs a list of actions".formatted(actions));
            }
            if (given.size() != steps) {
                throw new IllegalArgumentException(
                        "%s has %d actions; --steps asks for %d".formatted(actions, given.size(), steps));
            }
            try {
                return Recording.ofActions(envs, seed, overEnvs(given));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("%s: %s".formatted(actions, e.getMessage()), e);
            }
        }

        /// Each action as a list over the envs.
        private List<List<?>> overEnvs(List<?> given) {
            List<List<?>> result = new ArrayList<>();
            for (Object action : given) {
                if (size == null) {
                    result.add(Collections.singletonList(action)); // which may be null in a wrong file
                } else if (action instanceof List<?> list) {
                    result.add(list);
                } else {
                    throw new IllegalArgumentException("action %d is %s; with --num-envs it needs a list over the envs"
                            .formatted(result.size(), action));
                }
            }
            return result;
        }

        /// A list over the envs for each step, or the only env's value.
        private Object column(List<? extends List<?>> values) {
            return size == null ? values.stream().map(List::getFirst).toList() : values;
        }
    }
}
