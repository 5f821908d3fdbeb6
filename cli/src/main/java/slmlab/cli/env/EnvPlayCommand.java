package slmlab.cli.env;

import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slmlab.cli.Cli;
import slmlab.env.Envs;
import slmlab.env.VecEnv;
import slmlab.env.play.Play;
import slmlab.env.render.Viewer;

/// `slm-lab env play`: a window, and the keyboard instead of an agent.
@Command(
        name = "play",
        header = "Play an env with the keyboard; each key press is a step.",
        footer = {"  slm-lab env play CartPole-v1", "  slm-lab env play FrozenLake-v1 --seed 3 -a is_slippery=false"})
final class EnvPlayCommand extends EnvSubcommand {
    private static final double FRAMES_PER_SECOND = 60; // faster than keyboards repeat

    @Option(names = "--seed", paramLabel = "N", description = "seed of the env (default: ${DEFAULT-VALUE})")
    private long seed;

    @Override
    int run(String id, Map<String, Object> arguments, PrintWriter out) {
        try (VecEnv env = Envs.make(id, 1, arguments)) {
            Play play = new Play(id, env);
            try (Viewer viewer = window(id)) {
                play.run(seed, viewer, out::println);
            }
        }
        return Cli.DONE;
    }

    private static Viewer window(String id) {
        try {
            return new Viewer(id, FRAMES_PER_SECOND);
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
        }
    }
}
