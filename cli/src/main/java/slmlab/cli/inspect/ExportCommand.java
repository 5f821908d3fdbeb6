package slmlab.cli.inspect;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.cli.CheckpointFlag;
import slmlab.cli.InputCommand;
import slmlab.cli.Paths;
import slmlab.cli.RunArgument;
import slmlab.experiment.CheckpointChoice;
import slmlab.experiment.TrainedAgent;
import slmlab.run.RunFolder;

/// `slm-lab export`: write a policy file, from which programs act that have no lab.
@Command(
        name = "export",
        header = "Write a policy file for Player.load and PyTorch.",
        description = "The file holds the weights and what acting computes.",
        footer = {"  slm-lab export latest", "  slm-lab export latest --checkpoint last --output=agent.safetensors"})
public final class ExportCommand extends InputCommand {
    private static final String DEFAULT = "policy.safetensors";

    @Mixin
    private final RunArgument run = new RunArgument();

    @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", hidden = true)
    private @Nullable Path file;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "file to write (default: policy.safetensors in the run folder)")
    private @Nullable Path output;

    @Option(names = "--session", paramLabel = "N", description = "session (default: the best one)")
    private @Nullable Integer session;

    @Mixin
    private final CheckpointFlag checkpoint = new CheckpointFlag(CheckpointChoice.BEST);

    @Override
    protected void run(PrintWriter out) {
        if (file != null && output != null) {
            throw new IllegalArgumentException("FILE and --output both name the file; give one of them");
        }
        CheckpointChoice choice = checkpoint.choice();
        RunFolder folder = run.folder();
        Path named = output == null ? file : output;
        Path to = named == null ? folder.path().resolve(DEFAULT) : named;
        Paths.checkWritable(output == null ? "FILE" : "--output", to);
        int chosen = session == null ? TrainedAgent.bestSession(folder) : session;
        try (TrainedAgent player = TrainedAgent.read(folder, chosen, choice)) {
            Map<String, String> facts = player.export(to);
            out.println("%s: %s on %s, session %s, frame %s"
                    .formatted(
                            to,
                            facts.get("algorithm"),
                            facts.get("env"),
                            chosen,
                            facts.getOrDefault("frame", "unknown")));
        }
    }
}
