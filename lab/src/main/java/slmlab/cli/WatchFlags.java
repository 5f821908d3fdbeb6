package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.Evaluation;
import slmlab.experiment.Player;
import slmlab.report.RunFolder;

/// Flags of watching a trained agent.
final class WatchFlags {
    /// Flags that only watching uses.
    static final List<String> WATCHING = List.of("--gif", "--render", "--episodes", "--stochastic");

    private static final double FRAMES_PER_SECOND = 30;

    @Option(
            names = "--render",
            defaultValue = "${env:RENDER:-false}",
            description = "show the env in a window (env variable: RENDER)")
    private boolean render;

    @Option(names = "--gif", paramLabel = "FILE", description = "record the episodes as a GIF")
    private @Nullable Path gif;

    @Option(names = "--episodes", paramLabel = "N", description = "episodes to play (default: ${DEFAULT-VALUE})")
    private int episodes = 4;

    @Option(names = "--stochastic", description = "sample actions instead of taking the mode of the policy")
    private boolean stochastic;

    /// Play the best weights of the best session.
    int enjoy(String run, long seed, PrintWriter out, PrintWriter err) {
        Counts.checkEpisodes(episodes);
        RunFolder folder = RunFolders.of(run);
        int session = Player.bestSession(folder);
        try (Player player = Player.read(folder, session, true)) {
            WrapperStack worlds = player.worlds(1);
            try (Screen screen = Screen.open(worlds.env(), folder.name(), gif, render, FRAMES_PER_SECOND, err)) {
                Evaluation.Result result =
                        player.play(worlds, episodes, stochastic, seed, screen.isUsed() ? screen::show : () -> {});
                for (int i = 0; i < episodes; i++) {
                    out.println(String.format(
                            Locale.ROOT,
                            "episode %d: return %.2f in %d steps",
                            i + 1,
                            result.returns()[i],
                            result.lengths()[i]));
                }
                out.println(String.format(
                        Locale.ROOT,
                        "session %d of %s: mean return %.2f over %s",
                        session,
                        folder.path(),
                        result.mean(),
                        Counts.of(episodes, "episode")));
            }
        }
        if (gif != null && Files.exists(gif)) {
            out.println(gif);
        }
        return Cli.DONE;
    }
}
