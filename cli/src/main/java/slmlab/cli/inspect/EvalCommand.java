package slmlab.cli.inspect;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.cli.CheckpointFlag;
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.cli.OptionalRun;
import slmlab.cli.judge.EvalAttackCommand;
import slmlab.cli.judge.EvalOodCommand;
import slmlab.experiment.CheckpointChoice;
import slmlab.experiment.TrainedAgent;
import slmlab.judge.EvalPart;
import slmlab.run.RunFolder;

/// `slm-lab eval`: play trained agents and print their returns.
@Command(
        name = "eval",
        header = "Evaluate every session of a run over fixed seeds.",
        description = "With the mode of its policy and with draws from it.",
        subcommands = {EvalAttackCommand.class, EvalOodCommand.class},
        footer = {"  slm-lab eval latest --episodes 100", "  slm-lab eval data/ppo_cartpole_1 --checkpoint best --json"
        })
public final class EvalCommand extends InputCommand {
    @Mixin
    private final OptionalRun run = new OptionalRun(); // the subcommands have their own

    @Option(names = "--episodes", paramLabel = "N", description = "episodes per session (default: ${DEFAULT-VALUE})")
    private int episodes = 50;

    @Option(names = "--seed", paramLabel = "N", description = "seed of the envs (default: ${DEFAULT-VALUE})")
    private long seed = 1_000_000;

    @Mixin
    private final CheckpointFlag checkpoint = new CheckpointFlag(CheckpointChoice.LAST);

    @Option(names = "--deterministic", description = "only with the mode of the policy (default: both ways)")
    private boolean deterministic;

    @Option(names = "--stochastic", description = "only with actions drawn from the policy (default: both ways)")
    private boolean stochastic;

    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Override
    protected void run(PrintWriter out) {
        Counts.checkEpisodes(episodes);
        json.check();
        CheckpointChoice choice = checkpoint.choice();
        PrintWriter text = json.text(out);
        RunFolder folder = run.folder();
        if (run.isLatest()) {
            text.println(folder.path());
        }
        List<Integer> sessions = folder.sessions();
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
            try (TrainedAgent player = TrainedAgent.read(folder, session, choice)) {
                parts.forEach(part ->
                        part.add(session, player.evaluate(episodes, part.name().equals("stochastic"), seed)));
            }
        }
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("weights", choice.toString());
        written.put("seed", seed);
        written.put("episodes", episodes);
        for (EvalPart part : parts) {
            part.lines().forEach(text::println);
            written.put(part.name(), part.written());
        }
        json.write(() -> written, out);
    }
}
