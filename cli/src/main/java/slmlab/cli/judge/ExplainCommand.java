package slmlab.cli.judge;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.chart.Format;
import slmlab.chart.Look;
import slmlab.chart.Theme;
import slmlab.cli.Choice;
import slmlab.cli.InputCommand;
import slmlab.cli.RunArgument;
import slmlab.experiment.TrainedAgent;
import slmlab.file.JsonFile;
import slmlab.judge.explain.AgentExplanation;
import slmlab.judge.explain.AttributionBaseline;
import slmlab.judge.explain.Explain;
import slmlab.judge.explain.HiddenNorm;
import slmlab.judge.explain.Saliency;
import slmlab.run.RunFolder;

/// `slm-lab explain`: why a trained agent acts as it does.
@Command(
        name = "explain",
        header = "Explain which inputs a trained agent's actions depend on.",
        description = "Also whether it uses its memory.",
        footer = {"  slm-lab explain latest", "  slm-lab explain latest --method smoothgrad --states 20"})
public final class ExplainCommand extends InputCommand {
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
    protected void run(PrintWriter out) {
        Saliency saliency = Choice.of("--method", method, Saliency.values());
        if (baseline != null && saliency != Saliency.IG) {
            throw new IllegalArgumentException(
                    "--baseline is for --method ig; %s starts from the observation itself".formatted(saliency));
        }
        AttributionBaseline from = baseline == null
                ? AttributionBaseline.ZERO
                : Choice.of("--baseline", baseline, AttributionBaseline.values());
        if (states < FEWEST_STATES || states > MOST_STATES) {
            throw new IllegalArgumentException(
                    "--states is %s; needs %s to %s".formatted(states, FEWEST_STATES, MOST_STATES));
        }
        RunFolder folder = run.folder();
        int session = flags.session(folder);
        Path to = flags.folder(folder);
        AgentExplanation explanation;
        try (TrainedAgent player = TrainedAgent.read(folder, session, flags.choice())) {
            explanation = Explain.of(player, folder.name(), session, saliency, from, states, flags.seed());
        }
        String name = "explain_" + saliency + (from == AttributionBaseline.ZERO ? "" : "_" + from);
        Path json = to.resolve(name + ".json");
        Path figure = to.resolve(name + ".png");
        JsonFile.write(json, explanation.json());
        if (explanation.isImage()) {
            var frames = explanation.frames();
            frames.write(figure, frames.look(Format.PNG, Theme.LIGHT));
        } else {
            var bars = explanation.bars();
            bars.write(figure, bars.look(Format.PNG, Theme.LIGHT, 1000));
        }
        List<Path> files = new ArrayList<>(List.of(json, figure));
        @Nullable HiddenNorm hidden = explanation.hidden();
        if (hidden != null) {
            files.add(to.resolve("hidden_norm.png"));
            hidden.figure(folder.name()).write(files.getLast(), Look.WIDE);
        }
        flags.print(out, explanation.lines(), explanation.json(), files.toArray(Path[]::new));
    }
}
