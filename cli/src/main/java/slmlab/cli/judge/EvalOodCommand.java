package slmlab.cli.judge;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.chart.CellGrid;
import slmlab.chart.Format;
import slmlab.chart.Theme;
import slmlab.cli.Choice;
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;
import slmlab.cli.RunArgument;
import slmlab.cli.TextColumns;
import slmlab.experiment.TrainedAgent;
import slmlab.file.JsonFile;
import slmlab.judge.robust.Shift;
import slmlab.judge.robust.ShiftReport;
import slmlab.judge.robust.ShiftSuite;
import slmlab.run.RunFolder;

/// `slm-lab eval ood`: how an agent fares in environments that it was not trained in.
@Command(
        name = "ood",
        header = "Evaluate with noise, late sensors and changed env arguments.",
        footer = {"  slm-lab eval ood latest", "  slm-lab eval ood latest --shift arguments --vary length=0.25,0.5,1"})
public final class EvalOodCommand extends InputCommand {
    @Mixin
    private final RunArgument run = new RunArgument();

    @Mixin
    private final JudgeFlags flags = new JudgeFlags();

    @Option(
            names = "--shift",
            paramLabel = "KIND",
            split = ",",
            description = "noise, dropout, delay, brightness or arguments, with commas between "
                    + "(default: all that the env allows)")
    private List<String> shifts = List.of();

    @Option(
            names = "--vary",
            paramLabel = "NAME=V1,V2,…",
            description = "values to try for an argument of the env; may be repeated "
                    + "(default: 0.5 to 2 times each number that the env tells of)")
    private List<String> vary = List.of();

    @Option(names = "--episodes", paramLabel = "N", description = "episodes per cell (default: ${DEFAULT-VALUE})")
    private int episodes = 32;

    @Override
    protected void run(PrintWriter out) {
        flags.checkPlace();
        Counts.checkEpisodes(episodes);
        List<Shift> kinds = shifts.isEmpty()
                ? Stream.of(Shift.values()).toList()
                : shifts.stream()
                        .map(each -> Choice.of("--shift", each, Shift.values()))
                        .distinct()
                        .sorted()
                        .toList();
        Map<String, List<Double>> values = values();
        if (!values.isEmpty() && !kinds.contains(Shift.ARGUMENTS)) {
            throw new IllegalArgumentException("--vary needs arguments among the kinds of --shift");
        }
        RunFolder folder = run.folder();
        int session = flags.session(folder);
        ShiftReport report;
        Path to;
        try (TrainedAgent player = TrainedAgent.read(folder, session, flags.choice())) {
            if (!shifts.isEmpty()) {
                refuse(player, kinds, values);
            }
            to = flags.folder(folder);
            report = ShiftSuite.of(
                    player, folder.name(), session, new ShiftSuite.Options(kinds, values, episodes, flags.seed()));
        }
        Path json = to.resolve("ood.json");
        Path figure = to.resolve("ood.png");
        JsonFile.write(json, report.json());
        CellGrid grid = report.figure();
        grid.write(figure, grid.look(Format.PNG, Theme.LIGHT));
        List<String> lines = new ArrayList<>(report.head());
        lines.add("");
        lines.addAll(TextColumns.aligned(report.table()));
        lines.add("");
        lines.addAll(report.remarks());
        flags.print(out, lines, report.json(), json, figure);
    }

    /// What was asked for by name must be possible.
    private static void refuse(TrainedAgent player, List<Shift> kinds, Map<String, List<Double>> values) {
        List<String> problems = new ArrayList<>();
        for (Shift kind : kinds) {
            @Nullable String reason = ShiftSuite.reason(player, kind, values);
            if (reason != null) {
                problems.add("--shift %s: %s".formatted(kind, reason));
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
    }

    private Map<String, List<Double>> values() {
        Map<String, List<Double>> all = new LinkedHashMap<>();
        for (String each : vary) {
            int equals = each.indexOf('=');
            try {
                if (equals < 1 || all.containsKey(each.substring(0, equals))) {
                    throw new NumberFormatException();
                }
                all.put(
                        each.substring(0, equals),
                        Stream.of(each.substring(equals + 1).split(",", -1))
                                .map(String::strip)
                                .map(Double::valueOf)
                                .toList());
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "--vary is %s; needs one argument's name and its numbers, as length=0.25,0.5,1".formatted(each),
                        e);
            }
        }
        return all;
    }
}
