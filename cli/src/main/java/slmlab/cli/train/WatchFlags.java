package slmlab.cli.train;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.cli.CheckpointFlag;
import slmlab.cli.Cli;
import slmlab.cli.Counts;
import slmlab.cli.Screen;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.CheckpointChoice;
import slmlab.experiment.TrainedAgent;
import slmlab.experiment.record.Evaluation;
import slmlab.run.RunFolder;

/// Flags of watching a trained agent.
public final class WatchFlags {
    /// Flags that only watching uses.
    static final List<String> WATCHING = List.of(
            "--gif",
            "--gif-every",
            "--gif-frames",
            "--gif-pictures",
            "--episodes",
            "--stochastic",
            "--checkpoint",
            "--best",
            "--last");

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

    @Option(names = "--gif-frames", paramLabel = "N", description = "record N images at most (default: all)")
    private @Nullable Integer gifFrames;

    /// The older name of `--gif-frames`.
    @Option(names = "--gif-pictures", hidden = true)
    void olderGifFrames(Integer most) {
        gifFrames = most;
    }

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

    @Mixin
    private final CheckpointFlag checkpoint = new CheckpointFlag(CheckpointChoice.BEST);

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

    /// Return the weights to play. A session that has no best ones yet plays its last.
    private CheckpointChoice choice(RunFolder folder, int session, PrintWriter err) {
        CheckpointChoice choice = checkpoint.choice();
        if (choice != CheckpointChoice.BEST
                || choice.exists(folder, session)
                || !CheckpointChoice.LAST.exists(folder, session)) {
            return choice;
        }
        err.println(
                "session %s of %s has no best weights yet; playing its last ones".formatted(session, folder.path()));
        return CheckpointChoice.LAST;
    }

    /// Play the best session of a run.
    int enjoy(Supplier<RunFolder> run, long seed, PrintWriter out, PrintWriter err) {
        Counts.checkEpisodes(episodes);
        int every = atLeastOne("--gif-every", gifEvery, 1);
        int most = atLeastOne("--gif-frames", gifFrames, Integer.MAX_VALUE);
        RunFolder folder = run.get();
        int session = TrainedAgent.bestSession(folder);
        try (TrainedAgent player = TrainedAgent.read(folder, session, choice(folder, session, err))) {
            WrapperStack stack = player.stack(1);
            try (Screen screen = Screen.open(
                            stack.env(), folder.name(), gif, render, FRAMES_PER_SECOND / (render ? 1 : every), err)
                    .recording(every, most)) {
                Evaluation.Result result =
                        player.play(stack, episodes, stochastic, seed, screen.isUsed() ? screen::show : () -> {});
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
