package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.experiment.Player;
import slmlab.report.RunFolder;

/// `slm-lab export`: write a policy file, from which programs act that have no lab.
@Command(
        name = "export",
        header = "Write a policy file: weights and what acting computes, for Player.load and PyTorch.",
        mixinStandardHelpOptions = true)
final class ExportCommand extends InputCommand {
    private static final String DEFAULT = "policy.safetensors";

    @Parameters(index = "0", paramLabel = "RUN", description = "run folder, or a file in it")
    private String run = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "file to write (default: policy.safetensors in the run folder)")
    private @Nullable Path file;

    @Option(names = "--session", paramLabel = "N", description = "session (default: the best one)")
    private @Nullable Integer session;

    @Option(names = "--last", description = "the last checkpoint instead of the best")
    private boolean last;

    @Override
    void run(PrintWriter out) {
        RunFolder folder = RunFolders.of(run);
        Path to = file == null ? folder.path().resolve(DEFAULT) : file;
        Paths.checkWritable("FILE", to);
        int chosen = session == null ? Player.bestSession(folder) : session;
        try (Player player = Player.read(folder, chosen, !last)) {
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
