package slmlab.cli.judge;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.chart.Look;
import slmlab.cli.Choice;
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;
import slmlab.cli.RunArgument;
import slmlab.cli.TextColumns;
import slmlab.experiment.TrainedAgent;
import slmlab.file.JsonFile;
import slmlab.judge.robust.AttackKind;
import slmlab.judge.robust.AttackReport;
import slmlab.judge.robust.AttackSuite;
import slmlab.report.Lines;
import slmlab.run.RunFolder;

/// `slm-lab eval attack`: how much of an agent is left under attack.
@Command(
        name = "attack",
        header = "Evaluate under adversarial observations, actions, dynamics.",
        footer = {
            "  slm-lab eval attack latest",
            "  slm-lab eval attack latest --attack fgsm,pgd --eps 0.1,0.3 --json=attack.json"
        })
public final class EvalAttackCommand extends InputCommand {
    private static final List<Double> STRENGTHS = List.of(0.03, 0.1, 0.3, 0.6, 1.0, 1.5, 2.0, 3.0);
    private static final long FRAMES = 50_000;

    @Mixin
    private final RunArgument run = new RunArgument();

    @Mixin
    private final JudgeFlags flags = new JudgeFlags();

    @Option(
            names = "--attack",
            paramLabel = "KIND",
            split = ",",
            description = "random, fgsm, pgd, critic, mad, action, dynamics or learned, with commas between "
                    + "(default: all but learned, which trains an adversary at every strength)")
    private List<String> attacks = List.of();

    @Option(
            names = "--eps",
            paramLabel = "E",
            split = ",",
            description = "strengths, in standard deviations of each component of the observation; rising "
                    + "(default: 0.03,0.1,0.3,0.6,1,1.5,2,3)")
    private @Nullable List<Double> eps;

    @Option(
            names = "--episodes",
            paramLabel = "N",
            description = "episodes per attack and strength (default: ${DEFAULT-VALUE})")
    private int episodes = 32;

    @Option(
            names = "--max-frame",
            paramLabel = "N",
            description = "frames to train a learned adversary for, at every strength (default: 50000)")
    private @Nullable Long maxFrame;

    @Option(names = "--frames", hidden = true)
    private @Nullable Long older;

    @Option(names = "--stochastic", description = "act with draws from the policy (default: with its mode)")
    private boolean stochastic;

    @Override
    protected void run(PrintWriter out) {
        flags.checkPlace();
        Counts.checkEpisodes(episodes);
        List<AttackKind> kinds = attacks.isEmpty()
                ? Stream.of(AttackKind.values())
                        .filter(kind -> kind != AttackKind.LEARNED)
                        .toList()
                : attacks.stream()
                        .map(each -> Choice.of("--attack", each, AttackKind.values()))
                        .distinct()
                        .sorted()
                        .toList();
        @Nullable Long frames = maxFrame == null ? older : maxFrame;
        check(kinds, frames);
        RunFolder folder = run.folder();
        int session = flags.session(folder);
        Path to = flags.folder(folder);
        AttackSuite.Options options = new AttackSuite.Options(
                kinds,
                (eps == null ? STRENGTHS : eps)
                        .stream().mapToDouble(Double::doubleValue).toArray(),
                episodes,
                flags.seed(),
                frames == null ? FRAMES : frames,
                stochastic);
        AttackReport report;
        try (TrainedAgent player = TrainedAgent.read(folder, session, flags.choice())) {
            report = AttackSuite.of(player, folder.name(), session, options);
        }
        Path json = to.resolve("attack.json");
        JsonFile.write(json, report.json());
        List<Path> files = new ArrayList<>(List.of(json));
        @Nullable Lines figure = report.figure();
        if (figure != null) {
            files.add(to.resolve("attack.png"));
            figure.write(files.getLast(), Look.WIDE);
        }
        List<String> lines = new ArrayList<>(report.head());
        lines.add("");
        lines.addAll(TextColumns.aligned(report.table()));
        lines.add("");
        lines.addAll(report.remarks());
        flags.print(out, lines, report.json(), files.toArray(Path[]::new));
    }

    private void check(List<AttackKind> kinds, @Nullable Long frames) {
        List<String> problems = new ArrayList<>();
        double last = 0;
        for (double each : eps == null ? STRENGTHS : eps) {
            if (!(each > last) || Double.isInfinite(each)) {
                problems.add("--eps is %s; needs strengths above 0, the smallest first".formatted(eps));
                break;
            }
            last = each;
        }
        if (eps != null && kinds.equals(List.of(AttackKind.DYNAMICS))) {
            problems.add("--eps is for attacks of growing strength; dynamics has none, it searches within ±20 %");
        }
        if (frames != null && !kinds.contains(AttackKind.LEARNED)) {
            problems.add("--max-frame is for the attack learned; name it with --attack");
        } else if (frames != null && frames < 1) {
            problems.add("--max-frame is %s; needs at least 1".formatted(frames));
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
    }
}
