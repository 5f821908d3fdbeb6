package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.experiment.Evaluation;
import slmlab.experiment.Player;
import slmlab.report.JsonFile;
import slmlab.report.RunFolder;

/// `slm-lab eval`: play trained agents and print their returns.
@Command(name = "eval", header = "Evaluate every session of a run over fixed seeds.", mixinStandardHelpOptions = true)
final class EvalCommand extends InputCommand {
    private static final int MOST_ENVS = 16;

    @Parameters(paramLabel = "RUN", description = "run folder, a file in it, or latest")
    private String run = "";

    @Option(
            names = {"-d", "--data"},
            paramLabel = "DIR",
            defaultValue = "${env:SLM_LAB_DATA:-data}",
            description = "folder of run folders, for latest (default: data; env variable: SLM_LAB_DATA)")
    private Path data = Path.of("data");

    @Option(names = "--episodes", paramLabel = "N", description = "episodes per session (default: ${DEFAULT-VALUE})")
    private int episodes = 50;

    @Option(names = "--seed", paramLabel = "N", description = "seed of the envs (default: ${DEFAULT-VALUE})")
    private long seed = 1_000_000;

    @Option(names = "--best", description = "evaluate the best checkpoint instead of the last")
    private boolean best;

    @Option(names = "--stochastic", description = "sample actions instead of taking the mode of the policy")
    private boolean stochastic;

    @Option(names = "--json", paramLabel = "FILE", description = "write the returns of all episodes to FILE")
    private @Nullable Path json;

    @Override
    void run(PrintWriter out) {
        Counts.checkEpisodes(episodes);
        Paths.checkWritable("--json", json);
        RunFolder folder = RunFolders.of(run, data);
        if (run.equals(RunFolders.LATEST)) {
            out.println(folder.path());
        }
        List<Map<String, Object>> all = new ArrayList<>();
        double sum = 0;
        for (int session : folder.sessions(0)) {
            try (Player player = Player.read(folder, session, best)) {
                Evaluation.Result result =
                        player.play(player.worlds(Math.min(episodes, MOST_ENVS)), episodes, stochastic, seed, () -> {});
                out.println(String.format(
                        Locale.ROOT, "session %d: return %s of %.0f steps", session, result, result.meanLength()));
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("session", session);
                entry.put("mean", result.mean());
                entry.put("std", result.std());
                entry.put("returns", result.returns());
                all.add(entry);
                sum += result.mean();
            }
        }
        if (all.isEmpty()) {
            throw new IllegalArgumentException("%s has no session to evaluate".formatted(folder.path()));
        }
        out.println(String.format(Locale.ROOT, "mean of %s: %.2f", Counts.of(all.size(), "session"), sum / all.size()));
        if (json != null) {
            JsonFile.write(json, all);
        }
    }
}
