package slmlab.cli.judge;

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
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;
import slmlab.cli.Paths;
import slmlab.cli.RunArgument;
import slmlab.cli.Shell;
import slmlab.experiment.TrainedAgent;
import slmlab.file.SafeFile;
import slmlab.judge.diagnose.Diagnosis;
import slmlab.judge.dossier.Chapter;
import slmlab.judge.dossier.Chapters;
import slmlab.judge.dossier.Dossier;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;

/// `slm-lab dossier`: all that can be said about a run, in one report.
@Command(
        name = "dossier",
        header = "Write one report of a run, from learning to robustness.",
        description = "Summary, learning, health, evaluation, robustness, attacks, explanation, settings.",
        footer = {"  slm-lab dossier latest", "  slm-lab dossier latest --episodes 32 --output=report"})
public final class DossierCommand extends InputCommand {
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
    protected void run(PrintWriter out) {
        Counts.checkEpisodes(episodes);
        RunFolder folder = run.folder();
        Map<String, String> spec = RunSpec.keys(folder);
        if (output == null) {
            folder.refuseLinks();
        }
        Path to = output == null ? folder.path().resolve("dossier") : output;
        Paths.createFolder("--output", to);
        boolean isTrained = folder.sessions().stream().anyMatch(each -> Files.isRegularFile(folder.model(each)));
        int session = isTrained ? TrainedAgent.bestSession(folder) : 0;
        Chapters chapters = new Chapters(folder, to, session, episodes, seed);
        List<Chapter> all = new ArrayList<>(List.of(chapters.run(), chapters.learning()));
        all.add(Chapters.health(Diagnosis.of(folder, spec)));
        if (isTrained) {
            all.add(chapters.evaluation());
            try (TrainedAgent player = TrainedAgent.read(folder, session, false)) {
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

    private static void write(Path file, String text, PrintWriter out) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        SafeFile.write(file, stream -> stream.write(bytes));
        out.println(file);
    }
}
