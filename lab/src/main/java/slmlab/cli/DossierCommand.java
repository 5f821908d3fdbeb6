package slmlab.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.experiment.Player;
import slmlab.judge.dossier.Chapter;
import slmlab.judge.dossier.Chapters;
import slmlab.judge.dossier.Dossier;
import slmlab.report.RunFolder;
import slmlab.report.RunSpec;
import slmlab.report.SafeFile;

/// `slm-lab dossier`: all that can be said about a run, in one report.
@Command(
        name = "dossier",
        header =
                "Write one report of a run: summary, learning, health, evaluation, robustness, attacks, explanation, settings.",
        mixinStandardHelpOptions = true)
final class DossierCommand extends InputCommand {
    private static final int EVALUATED = 50; // episodes a session, as eval

    @Mixin
    private final RunArgument run = new RunArgument();

    @Option(
            names = "--episodes",
            paramLabel = "N",
            description = "episodes for each attack and each shift (default: ${DEFAULT-VALUE})")
    private int episodes = 16;

    @Option(names = "--seed", paramLabel = "N", description = "seed of the envs (default: ${DEFAULT-VALUE})")
    private long seed = 1_000_000;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "folder to write to (default: dossier in the run folder)")
    private @Nullable Path output;

    @Override
    void run(PrintWriter out) {
        Counts.checkEpisodes(episodes);
        RunFolder folder = run.folder();
        Map<String, String> spec = RunSpec.keys(folder);
        if (output == null) {
            folder.refuseLinks();
        }
        Path to = output == null ? folder.path().resolve("dossier") : output;
        Paths.createFolder("--output", to);
        boolean isTrained = folder.sessions(0).stream().anyMatch(each -> Files.isRegularFile(folder.model(0, each)));
        int session = isTrained ? Player.bestSession(folder) : 0;
        Chapters chapters = new Chapters(folder, to, session, episodes, seed);
        List<Chapter> all = new ArrayList<>(List.of(chapters.run(), chapters.learning()));
        all.add(Chapters.health(DiagnoseCommand.diagnosis(folder)));
        if (isTrained) {
            all.add(evaluation(folder));
            try (Player player = Player.read(folder, session, false)) {
                all.add(chapters.shifts(player));
                all.add(chapters.attacks(player));
                all.add(chapters.explanation(player));
            }
        } else {
            List.of("Evaluation", "Robustness", "Attacks", "Explanation")
                    .forEach(title -> all.add(Chapter.none(title, "the run has no weights yet")));
        }
        all.add(chapters.settings());
        all.addFirst(chapters.summary(
                all,
                "slm-lab dossier %s --episodes %s --seed %s".formatted(Shell.word(folder.path()), episodes, seed)));
        Dossier dossier = new Dossier(
                "%s on %s".formatted(spec.get("agent.algorithm.name"), RunSpec.env(spec)), folder.name(), all);
        write(to.resolve("report.md"), dossier.markdown(), out);
        write(to.resolve("report.html"), dossier.html(), out);
    }

    private Chapter evaluation(RunFolder folder) {
        List<EvalPart> parts = List.of(new EvalPart("deterministic"), new EvalPart("stochastic"));
        for (int session : folder.sessions(0)) {
            if (Files.isRegularFile(folder.model(0, session))) {
                try (Player player = Player.read(folder, session, false)) {
                    parts.forEach(part -> part.add(
                            session, player.evaluate(EVALUATED, part.name().equals("stochastic"), seed)));
                }
            }
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Actions", "Session", "Mean return", "Deviation", "Mean length"));
        parts.forEach(part -> rows.addAll(part.rows()));
        return Chapter.of(
                        "Evaluation",
                        List.of(
                                ("%s episodes of every session's last weights, on seeds that training never saw: with the"
                                                + " mode of the policy (deterministic) and with draws from it (stochastic).")
                                        .formatted(EVALUATED)))
                .table(rows)
                .notes(parts.stream()
                        .map(part -> "%s: %s".formatted(part.name(), String.join("; ", part.summary())))
                        .toList())
                .headline("%s actions, %s episodes of each session: %s"
                        .formatted(
                                parts.getFirst().name(),
                                EVALUATED,
                                String.join("; ", parts.getFirst().summary())));
    }

    private static void write(Path file, String text, PrintWriter out) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        SafeFile.write(file, stream -> stream.write(bytes));
        out.println(file);
    }
}
