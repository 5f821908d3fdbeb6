package slmlab.cli.inspect;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.chart.ColorScale;
import slmlab.chart.Format;
import slmlab.chart.HeatMap;
import slmlab.chart.Look;
import slmlab.chart.Size;
import slmlab.chart.Theme;
import slmlab.cli.Choice;
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;
import slmlab.cli.Paths;
import slmlab.cli.RunArgument;
import slmlab.experiment.Lab;
import slmlab.play.Player;
import slmlab.run.RunFolder;
import slmlab.spec.EnvConfig;
import slmlab.surface.Plane;
import slmlab.surface.Surface;

/// `slm-lab surface`: what an agent thinks of each state of a two-dimensional environment, as heat maps.
@Command(
        name = "surface",
        header = "Plot value, best action and visits over a 2D environment.",
        description = "MountainCar, Pendulum and FrozenLake have two dimensions.",
        footer = {"  slm-lab surface latest", "  slm-lab surface latest --show value,action --output=figures"})
public final class SurfaceCommand extends InputCommand {
    private static final List<String> ALL = List.of("value", "action", "visits");

    @Mixin
    private final RunArgument run = new RunArgument();

    @Option(
            names = "--show",
            paramLabel = "WHAT",
            split = ",",
            description = "value, action or visits, with commas between (default: all that the agent has)")
    private List<String> show = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTPUT",
            description = "folder to write the figures to (default: graph in the run folder)")
    private @Nullable Path output;

    @Option(
            names = "--episodes",
            paramLabel = "N",
            description = "episodes to count visits in, with actions as in training (default: ${DEFAULT-VALUE})")
    private int episodes = 50;

    @Option(names = "--format", paramLabel = "FORMAT", description = "png, svg or pdf (default: ${DEFAULT-VALUE})")
    private String format = "png";

    @Option(names = "--dark", description = "draw on a dark ground")
    private boolean dark;

    @Override
    protected void run(PrintWriter out) {
        Counts.checkEpisodes(episodes);
        for (String each : show) {
            if (!ALL.contains(each)) {
                throw new IllegalArgumentException(
                        "--show is %s; needs one of %s".formatted(each, String.join(", ", ALL)));
            }
        }
        Format kind = Choice.of("--format", format, Format.values());
        RunFolder folder = run.folder();
        EnvConfig env = Lab.plan(folder).env();
        Map<String, Object> args = arguments(env);
        Plane plane = Plane.of(env.name(), args)
                .orElseThrow(() -> new IllegalArgumentException(
                        "%s is not a two-dimensional environment; a surface can be drawn of %s"
                                .formatted(env.name(), String.join(", ", Plane.ENVS))));
        Surface surface = new Surface(plane, Player.load(folder.path()));
        if (output == null) {
            folder.refuseLinks();
        }
        Path to = output == null ? folder.path().resolve("graph") : output;
        Paths.createFolder("--output", to);
        Look look = new Look(kind, new Size(900, 800), dark ? Theme.DARK : Theme.LIGHT, true);
        for (String what : show.isEmpty() ? ALL : show) {
            double[] cells = what.equals("visits")
                    ? surface.visits(env.name(), args, episodes)
                    : what.equals("action") ? surface.actions() : surface.values();
            if (cells == null && !show.isEmpty()) {
                throw new IllegalArgumentException(
                        "--show value: the algorithm of %s learns no values of states".formatted(folder.path()));
            }
            if (cells == null) {
                out.println("no value: the algorithm of this run learns no values of states");
                continue;
            }
            Path file = to.resolve("%s_surface_%s.%s".formatted(folder.trialName(), what, kind));
            figure(folder, plane, what, cells).write(file, look);
            out.println(file);
        }
    }

    private static Map<String, Object> arguments(EnvConfig env) {
        Map<String, Object> args = new LinkedHashMap<>();
        env.args().forEach((key, value) -> {
            if (value != null) {
                args.put(key, value);
            }
        });
        return args;
    }

    private HeatMap figure(RunFolder folder, Plane plane, String what, double[] cells) {
        boolean chosen = what.equals("action") && !plane.actions().isEmpty();
        String subtitle = switch (what) {
            case "value" -> "value of each state, by the best weights";
            case "action" -> chosen ? "best action in each state" : "best action in each state: its size and side";
            default -> "visits in %s episodes with actions as in training, log10".formatted(episodes);
        };
        return new HeatMap(
                folder.name(),
                subtitle,
                plane.xTitle(),
                plane.yTitle(),
                plane.x(),
                plane.y(),
                plane.columns(),
                cells,
                what.equals("action") ? ColorScale.TWO_SIDED : ColorScale.RISING,
                chosen ? plane.actions() : List.of(),
                plane.tiles().isEmpty() ? List.of() : texts(plane, cells, chosen));
    }

    /// Return what stands in the tiles of a lake: its letter, and the number or the action.
    private static List<String> texts(Plane plane, double[] cells, boolean chosen) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < cells.length; i++) {
            String tile = plane.tiles().get(i).equals("F") ? "" : plane.tiles().get(i) + " ";
            String number = Double.isNaN(cells[i])
                    ? ""
                    : chosen ? plane.actions().get((int) cells[i]) : String.format(Locale.ROOT, "%.2f", cells[i]);
            texts.add((tile + number).strip());
        }
        return texts;
    }
}
