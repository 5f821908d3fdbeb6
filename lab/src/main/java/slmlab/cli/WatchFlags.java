package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.Evaluation;
import slmlab.experiment.Player;
import slmlab.report.RunFolder;

/// Flags of watching a trained agent.
final class WatchFlags {
    /// Flags that only watching uses.
    static final List<String> WATCHING =
            List.of("--gif", "--gif-every", "--gif-pictures", "--episodes", "--stochastic");

    private static final double FRAMES_PER_SECOND = 30;

    @Option(
            names = "--render",
            defaultValue = "${env:RENDER:-false}",
            description = "show env 0 in a window, in training too (env variable: RENDER)")
    private boolean render;

    @Option(
            names = "--gif",
            paramLabel = "FILE",
            defaultValue = "${env:GIF:-" + Option.NULL_VALUE + "}",
            description = "record the episodes as a GIF (env variable: GIF)")
    private @Nullable Path gif;

    @Option(
            names = "--gif-every",
            paramLabel = "N",
            description = "record every N-th step alone, at the same speed, for a smaller GIF (default: 1)")
    private @Nullable Integer gifEvery;

    @Option(names = "--gif-pictures", paramLabel = "N", description = "record N pictures at most (default: all)")
    private @Nullable Integer gifPictures;

    @Option(
            names = "--episodes",
            paramLabel = "N",
            defaultValue = "${env:EPISODES:-4}",
            description = "episodes to play (default: 4; env variable: EPISODES)")
    private int episodes;

    @Option(
            names = "--stochastic",
            defaultValue = "${env:STOCHASTIC:-false}",
            description = "sample actions instead of taking the mode of the policy (env variable: STOCHASTIC)")
    private boolean stochastic;

    boolean isRendered() {
        return render;
    }

    private int atLeastOne(String flag, @Nullable Integer given, int otherwise) {
        if (given == null) {
            return otherwise;
        }
        if (given < 1 || gif == null || (render && flag.equals("--gif-every"))) {
            throw new IllegalArgumentException(
                    given < 1
                            ? "%s is %s; needs at least 1".formatted(flag, given)
                            : gif == null
                                    ? "%s is for --gif; add it, or remove %s".formatted(flag, flag)
                                    : "%s is not for --render, whose window shows every step".formatted(flag));
        }
        return given;
    }

    /// Play the best weights of the best session.
    int enjoy(Supplier<RunFolder> run, long seed, PrintWriter out, PrintWriter err) {
        Counts.checkEpisodes(episodes);
        int every = atLeastOne("--gif-every", gifEvery, 1);
        int most = atLeastOne("--gif-pictures", gifPictures, Integer.MAX_VALUE);
        RunFolder folder = run.get();
        int session = Player.bestSession(folder);
        try (Player player = Player.read(folder, session, true)) {
            WrapperStack worlds = player.worlds(1);
            try (Screen screen = Screen.open(
                            worlds.env(), folder.name(), gif, render, FRAMES_PER_SECOND / (render ? 1 : every), err)
                    .recording(every, most)) {
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
