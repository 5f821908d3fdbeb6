package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.experiment.Player;
import slmlab.judge.Baseline;
import slmlab.judge.Explain;
import slmlab.judge.Explanation;
import slmlab.judge.Saliency;
import slmlab.report.Format;
import slmlab.report.JsonFile;
import slmlab.report.RunFolder;
import slmlab.report.Theme;

/// `slm-lab explain`: why a trained agent acts as it does.
@Command(
        name = "explain",
        header = "Explain what a trained agent's choices depend on, and whether it uses its memory.",
        mixinStandardHelpOptions = true)
final class ExplainCommand extends InputCommand {
    private static final int FEWEST_STATES = 5;
    private static final int MOST_STATES = 100;

    @Mixin
    private final RunArgument run = new RunArgument();

    @Mixin
    private final JudgeFlags flags = new JudgeFlags();

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            description = "gradient, smoothgrad, ig (integrated gradients) or gradcam (default: ${DEFAULT-VALUE})")
    private String method = "ig";

    @Option(
            names = "--baseline",
            paramLabel = "WHAT",
            description = "where integrated gradients start: zero, mean (of the agent's observations) or blurred "
                    + "(images) (default: zero)")
    private @Nullable String baseline;

    @Option(
            names = "--states",
            paramLabel = "N",
            description = "how many states to explain, 5 to 100 (default: ${DEFAULT-VALUE})")
    private int states = FEWEST_STATES;

    @Override
    void run(PrintWriter out) {
        Saliency saliency = Choice.of("--method", method, Saliency.values());
        if (baseline != null && saliency != Saliency.IG) {
            throw new IllegalArgumentException(
                    "--baseline is for --method ig; %s starts from the observation itself".formatted(saliency));
        }
        Baseline from = baseline == null ? Baseline.ZERO : Choice.of("--baseline", baseline, Baseline.values());
        if (states < FEWEST_STATES || states > MOST_STATES) {
            throw new IllegalArgumentException(
                    "--states is %s; needs %s to %s".formatted(states, FEWEST_STATES, MOST_STATES));
        }
        RunFolder folder = run.folder();
        int session = flags.session(folder);
        Path to = flags.folder(folder);
        Explanation explanation;
        try (Player player = Player.read(folder, session, flags.best())) {
            explanation = Explain.of(player, folder.name(), session, saliency, from, states, flags.seed());
        }
        String name = "explain_" + saliency + (from == Baseline.ZERO ? "" : "_" + from);
        Path json = to.resolve(name + ".json");
        Path picture = to.resolve(name + ".png");
        JsonFile.write(json, explanation.json());
        if (explanation.isPicture()) {
            var frames = explanation.frames();
            frames.write(picture, frames.look(Format.PNG, Theme.LIGHT));
        } else {
            var bars = explanation.bars();
            bars.write(picture, bars.look(Format.PNG, Theme.LIGHT, 1000));
        }
        flags.print(out, explanation.lines(), explanation.json(), json, picture);
    }
}
