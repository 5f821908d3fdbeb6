package slmlab.cli.env;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.cli.Cli;
import slmlab.cli.JsonFlag;
import slmlab.cli.Screen;
import slmlab.env.Envs;
import slmlab.env.VecEnv;
import slmlab.env.check.Recording;
import slmlab.env.wrapper.Wrappers;
import slmlab.file.JsonFile;
import slmlab.file.SafeFile;

/// `slm-lab env rollout`: record what an env does from a seed, as JSON.
@Command(
        name = "rollout",
        header = "Record a rollout as JSON, or render it.",
        footer = {
            "  slm-lab env rollout CartPole-v1 --steps 100 --json=rollout.json",
            "  slm-lab env rollout CartPole-v1 --steps 100 --gif cartpole.gif"
        })
final class EnvRolloutCommand extends EnvSubcommand {
    private static final double FRAMES_PER_SECOND = 30;
    private static final int MOST_FRAMES = 10_000_000;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "seed of the env and of random actions (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(names = "--steps", paramLabel = "K", required = true, description = "number of steps")
    private int steps;

    @Option(
            names = "--actions",
            paramLabel = "FILE",
            description = "JSON list of K actions; with --num-envs, of K lists (default: random actions)")
    private @Nullable Path actions;

    @Option(
            names = "--num-envs",
            paramLabel = "M",
            description = "run M envs; each entry of the output becomes a list over the envs")
    private @Nullable Integer size;

    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Option(names = "--gif", paramLabel = "FILE", description = "record env 0 as a GIF")
    private @Nullable Path gif;

    @Option(names = "--render", description = "show env 0 in a window (env variable: RENDER)")
    private boolean render;

    @Option(
            names = "--fps",
            paramLabel = "N",
            description = "frames per second of --gif and --render, at most 50 (default: 30)")
    private @Nullable Double framesPerSecond;

    @Override
    int run(String env, Map<String, Object> arguments, PrintWriter out) {
        check();
        json.check();
        double fps = framesPerSecond == null ? FRAMES_PER_SECOND : framesPerSecond;
        try (VecEnv made = Envs.make(env, size == null ? 1 : size, arguments);
                Screen screen = Screen.open(made, env, gif, isShown(), fps, err())) {
            VecEnv envs = screen.isUsed() ? Wrappers.watch(made, screen::show) : made;
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
            String line = JsonFile.line(rollout); // also in a file: it may be long
            json.file()
                    .ifPresent(file ->
                            SafeFile.write(file, to -> to.write((line + "\n").getBytes(StandardCharsets.UTF_8))));
            if (json.isPrinted() || (json.file().isEmpty() && !screen.isUsed())) {
                out.println(line);
            }
        }
        return Cli.DONE;
    }

    private void check() {
        int envs = size == null ? 1 : size;
        if (steps < 0) {
            throw new IllegalArgumentException("--steps is %s; needs at least 0".formatted(steps));
        }
        if (envs < 1) {
            throw new IllegalArgumentException("--num-envs is %s; needs at least 1".formatted(envs));
        }
        if ((long) steps * envs > MOST_FRAMES || envs > MOST_FRAMES) {
            throw new IllegalArgumentException("--steps %s of %s envs; needs at most %s frames: all are kept in memory"
                    .formatted(steps, envs, MOST_FRAMES));
        }
        if (framesPerSecond != null && gif == null && !isShown()) {
            throw new IllegalArgumentException("--fps is for --gif and --render; add one of them, or remove it");
        }
    }

    private boolean isShown() {
        return render || "true".equals(System.getenv("RENDER"));
    }

    private Recording record(VecEnv envs) {
        if (actions == null) {
            return Recording.ofRandomActions(envs, seed, steps);
        }
        if (!(JsonFile.read(actions) instanceof List<?> given)) {
            throw new IllegalArgumentException("%s: needs a list of actions".formatted(actions));
        }
        if (given.size() != steps) {
            throw new IllegalArgumentException(
                    "%s has %s actions; --steps asks for %s".formatted(actions, given.size(), steps));
        }
        try {
            return Recording.ofActions(envs, seed, overEnvs(given));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s: %s".formatted(actions, e.getMessage()), e);
        }
    }

    /// Return each action as a list over the envs.
    private List<List<?>> overEnvs(List<?> given) {
        List<List<?>> result = new ArrayList<>();
        for (Object action : given) {
            if (size == null) {
                result.add(Collections.singletonList(action)); // which may be null in a wrong file
            } else if (action instanceof List<?> list) {
                result.add(list);
            } else {
                throw new IllegalArgumentException("action %s is %s; with --num-envs it needs a list over the envs"
                        .formatted(result.size(), action));
            }
        }
        return result;
    }

    /// Return a list over the envs for each step, or the value of the only env.
    private Object column(List<? extends List<?>> values) {
        return size == null ? values.stream().map(List::getFirst).toList() : values;
    }
}
