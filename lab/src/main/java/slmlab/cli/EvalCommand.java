package slmlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.experiment.Player;
import slmlab.report.JsonFile;
import slmlab.report.RunFolder;

/// `slm-lab eval`: play trained agents and print their returns.
@Command(
        name = "eval",
        header =
                "Evaluate every session of a run over fixed seeds, with the mode of its policy and with draws from it.",
        mixinStandardHelpOptions = true,
        subcommands = {EvalAttackCommand.class, EvalOodCommand.class})
final class EvalCommand extends InputCommand {
    @Mixin
    private final OptionalRun run = new OptionalRun(); // the subcommands have their own

    @Option(names = "--episodes", paramLabel = "N", description = "episodes per session (default: ${DEFAULT-VALUE})")
    private int episodes = 50;

    @Option(names = "--seed", paramLabel = "N", description = "seed of the envs (default: ${DEFAULT-VALUE})")
    private long seed = 1_000_000;

    @Option(names = "--best", description = "evaluate the best checkpoint instead of the last")
    private boolean best;

    @Option(names = "--deterministic", description = "only with the mode of the policy (default: both ways)")
    private boolean deterministic;

    @Option(names = "--stochastic", description = "only with actions drawn from the policy (default: both ways)")
    private boolean stochastic;

    @Option(names = "--json", paramLabel = "FILE", description = "write the returns of all episodes to FILE")
    private @Nullable Path json;

    @Override
    void run(PrintWriter out) {
        Counts.checkEpisodes(episodes);
        Paths.checkWritable("--json", json);
        RunFolder folder = run.folder();
        if (run.isLatest()) {
            out.println(folder.path());
        }
        List<Integer> sessions = folder.sessions(0);
        if (sessions.isEmpty()) {
            throw new IllegalArgumentException("%s has no session to evaluate".formatted(folder.path()));
        }
        List<EvalPart> parts = new ArrayList<>();
        if (deterministic || !stochastic) {
            parts.add(new EvalPart("deterministic"));
        }
        if (stochastic || !deterministic) {
            parts.add(new EvalPart("stochastic"));
        }
        for (int session : sessions) {
            try (Player player = Player.read(folder, session, best)) {
                parts.forEach(part ->
                        part.add(session, player.evaluate(episodes, part.name().equals("stochastic"), seed)));
            }
        }
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("weights", best ? "best" : "last");
        written.put("seed", seed);
        written.put("episodes", episodes);
        for (EvalPart part : parts) {
            part.lines().forEach(out::println);
            written.put(part.name(), part.written());
        }
        if (json != null) {
            JsonFile.write(json, written);
        }
    }
}
