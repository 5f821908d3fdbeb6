package slmlab.cli.inspect;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.chart.Format;
import slmlab.cli.DataFolder;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.cli.Paths;
import slmlab.cli.RunFolders;
import slmlab.cli.TextColumns;
import slmlab.compare.Contestant;
import slmlab.compare.ScoreFigure;
import slmlab.compare.Scoreboard;
import slmlab.run.RunFolder;

/// `slm-lab compare`: which of several runs is better, and how sure that is.
@Command(
        name = "compare",
        header = "Say which of several runs is better, and how sure that is.",
        footer = {
            "",
            "The score of a session is the mean return of its last 100 episodes.",
            "Several envs: name both sides, with commas between runs: PPO=RUN,RUN SAC=RUN,RUN",
            "",
            "Examples:",
            "  slm-lab compare ppo_cartpole_1 dqn_cartpole_1",
            "  slm-lab compare PPO=ppo_1,ppo_2 SAC=sac_1,sac_2 --plot scores.png"
        })
public final class CompareCommand extends InputCommand {
    private static final int MOST_KEYS = 4; // as columns of the table
    private static final String NOTHING = "–";

    @Parameters(
            paramLabel = "RUN",
            arity = "0..*",
            description = "run folders: paths, names in the data folder, or latest; NAME=RUN gives a name")
    private List<String> given = List.of();

    @Mixin
    private final DataFolder data = new DataFolder();

    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "draw means with intervals, performance profiles and means over frames: .png, .svg or .pdf")
    private @Nullable Path plot;

    @Override
    protected void run(PrintWriter out) {
        if (given.size() < 2) {
            throw new IllegalArgumentException(
                    given.isEmpty() ? "which runs? name two or more" : "one run is named; needs two or more");
        }
        json.check();
        Paths.checkWritable("--plot", plot);
        Format format = plot == null ? Format.PNG : format(plot);
        Scoreboard board = Scoreboard.of(contestants());
        if (plot != null && board.rows().stream().anyMatch(row -> Double.isNaN(row.mean()))) {
            throw new IllegalArgumentException(
                    "--plot: scores of %s have no common scale, so there is nothing to draw".formatted(board.title()));
        }
        PrintWriter text = json.text(out);
        table(board).forEach(text::println);
        text.println();
        board.verdicts().forEach(text::println);
        board.notes().forEach(note -> text.println("Note: " + note + "."));
        json.write(board::written, out);
        if (plot != null) {
            ScoreFigure.write(plot, board, format);
            text.println(plot);
        }
    }

    private static Format format(Path file) {
        String name = file.toString();
        return Stream.of(Format.values())
                .filter(format -> name.toLowerCase(Locale.ROOT).endsWith("." + format))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--plot %s: the name needs to end in .png, .svg or .pdf".formatted(name)));
    }

    /// Return who is compared; all words that name no run are refused at once.
    private List<Contestant> contestants() {
        List<Contestant> all = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (String word : given) {
            try {
                all.add(contestant(word));
            } catch (IllegalArgumentException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n  ", problems));
        }
        return all;
    }

    /// Read `RUN`, `NAME=RUN` or `NAME=RUN,RUN`; folders of sweeps have an equals sign of their own.
    private Contestant contestant(String word) {
        int sign = word.indexOf('=');
        boolean isRun = sign < 0
                || Files.exists(Paths.of(word))
                || Files.exists(data.path().resolve(Paths.of(word)))
                || word.substring(0, sign).contains("/");
        if (isRun) {
            RunFolder run = RunFolders.named(word, data.path());
            Path folder = run.path().toAbsolutePath().normalize();
            return new Contestant(String.valueOf(folder.getFileName()), List.of(run));
        }
        if (sign == 0) {
            throw new IllegalArgumentException("'%s' has no name before its equals sign".formatted(word));
        }
        List<RunFolder> runs = Stream.of(word.substring(sign + 1).split(",", -1))
                .map(run -> RunFolders.named(run, data.path()))
                .toList();
        return new Contestant(word.substring(0, sign), runs);
    }

    private static List<String> table(Scoreboard board) {
        List<Scoreboard.Row> rows = board.rows();
        List<String> names = board.differences().names();
        int keys = Math.min(MOST_KEYS, names.size());
        List<List<String>> lines = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("", "RUN"));
        header.addAll(names.subList(0, keys));
        header.addAll(List.of("SESSIONS", "MEAN", "95 % INTERVAL", "IQM", "WORST TO BEST"));
        for (int i = 1; i <= rows.size(); i++) {
            header.add("BEATS %s".formatted(i));
        }
        lines.add(header);
        double[][] improvement = board.improvement();
        for (int i = 0; i < rows.size(); i++) {
            Scoreboard.Row row = rows.get(i);
            List<String> line = new ArrayList<>(List.of(String.valueOf(i + 1), row.name()));
            line.addAll(row.settings().subList(0, keys));
            line.add(String.valueOf(row.sessions()));
            line.add(number(row.mean()));
            line.add(
                    row.interval() == null
                            ? NOTHING
                            : range(row.interval().low(), row.interval().high()));
            line.add(number(row.iqm()));
            line.add(range(row.worst(), row.best()));
            for (int j = 0; j < rows.size(); j++) {
                line.add(i == j ? NOTHING : String.format(Locale.ROOT, "%.2f", improvement[i][j]));
            }
            lines.add(line);
        }
        List<String> text = new ArrayList<>();
        text.add("%s, mean return of the last 100 episodes%s"
                .formatted(board.title(), board.isScaled() ? ", scaled" : ""));
        text.addAll(TextColumns.aligned(lines));
        if (names.size() > keys) {
            text.add("%s more keys of the specs differ; --json lists them".formatted(names.size() - keys));
        }
        return text;
    }

    private static String range(double low, double high) {
        return Double.isNaN(low) ? NOTHING : number(low) + " to " + number(high);
    }

    private static String number(double value) {
        return Double.isNaN(value) ? NOTHING : String.format(Locale.ROOT, "%.2f", value);
    }
}
