package slmlab.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import slmlab.cli.Cli;
import slmlab.env.Envs;
import slmlab.file.Folders;

/// `slm-lab bench train`: frames per second of whole training runs, compared with the peers.
@Command(
        name = "train",
        header = "Compare training frames per second with Stable-Baselines3, SLM-Lab and RLtools, one session each.",
        description = {
            "Ours: a separate process for every run, from its first step to its last row, including rows and files,",
            "and the JIT's warm-up unless a row says warm.",
            "Theirs: Stable-Baselines3 in this run, warm, one thread; SLM-Lab in this run with --slm-lab, else a recorded",
            "figure (5.3, PyTorch 2.13, one thread, whole budgets); RLtools' figure is a recorded one.",
            "The last rows compare us with ourselves: two sessions or workers with one, an update with its gather."
        })
final class Training implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the rows to FILE.")
    private @Nullable Path json;

    @Option(names = "--rounds", description = "Rounds for each side (default: ${DEFAULT-VALUE}).")
    private int rounds = 9;

    @Option(names = "--only", paramLabel = "TEXT", description = "Only rows whose name contains TEXT.")
    private String only = "";

    @Option(names = "--no-peer", description = "Measure our side only.")
    private boolean noPeer;

    @Option(
            names = "--slm-lab",
            paramLabel = "DIR",
            description = "A checkout of SLM-Lab with its environment in DIR/.venv: its rows are measured live.")
    private @Nullable Path slmLab;

    @Option(
            names = "--plots",
            paramLabel = "DIR",
            description = "Folder for figures of the race (default: docs/plots of the project).")
    private @Nullable Path plots;

    private final Race race = new Race();

    @Override
    public Integer call() throws IOException {
        Path home = Path.of(System.getProperty("slmlab.home", "."));
        List<TrainCase> cases = TrainCase.all(home).stream()
                .filter(each -> each.name().contains(only) && Files.exists(each.file()))
                .toList();
        boolean gather = GatherShare.NAME.contains(only);
        Path folder = json == null ? Path.of(".") : json.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || (json != null && Files.isDirectory(json))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--json %s cannot be written; needs a file in a folder that exists".formatted(json));
        }
        if (rounds < 1 || (cases.isEmpty() && !gather)) {
            throw new ParameterException(
                    spec.commandLine(),
                    rounds < 1
                            ? "--rounds is %s; needs at least 1".formatted(rounds)
                            : "--only %s matches no row".formatted(only));
        }
        Path figures = plots == null ? home.resolve("docs/plots") : plots;
        if (!Files.isDirectory(figures)) {
            throw new ParameterException(
                    spec.commandLine(), "--plots: there is no folder %s; name one that exists".formatted(figures));
        }
        Map<TrainCase, String> missing = new HashMap<>();
        cases.forEach(each -> Envs.missing(each.env()).ifPresent(line -> missing.put(each, line)));
        PrintWriter out = spec.commandLine().getOut();
        RowLog rows = new RowLog(out, json);
        boolean failed = false;
        try (Peer upstream = slmLab == null ? null : upstream(home, slmLab);
                Peer peer = noPeer || cases.stream().noneMatch(each -> each.against() instanceof TrainCase.Measured)
                        ? null
                        : Peer.start(home, "train.py")) {
            out.printf(
                    Locale.ROOT,
                    "ours: Java %s, a fresh process each; theirs: %s; medians of %d alternating rounds%n%n%s%n",
                    Runtime.version(),
                    Stream.of(peer, upstream)
                            .filter(Objects::nonNull)
                            .map(Peer::description)
                            .collect(Collectors.collectingAndThen(
                                    Collectors.joining("; "),
                                    all -> all.isEmpty() ? "recorded, or ours with less" : all)),
                    rounds,
                    Row.header("peer"));
            for (TrainCase each : cases) {
                if (missing.containsKey(each)) {
                    rows.skip(each.name(), "skipped: " + missing.get(each));
                    continue;
                }
                try {
                    rows.add(measure(each, home, peer, upstream));
                } catch (IOException | UncheckedIOException e) { // the other rows are worth having
                    rows.skip(each.name(), "failed: " + e.getMessage());
                    failed = true;
                }
            }
        }
        if (gather) {
            rows.add(GatherShare.measure(home, rounds));
        }
        race.write(figures, rows.rows()).forEach(out::println);
        return failed ? Cli.FAILED : Cli.DONE;
    }

    private Peer upstream(Path home, Path checkout) {
        try {
            return Peer.slmLab(home, checkout);
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--slm-lab: " + e.getMessage(), e);
        }
    }

    private Row measure(TrainCase each, Path home, @Nullable Peer peer, @Nullable Peer upstream) throws IOException {
        double[] ours = new double[rounds];
        double[] theirs = new double[rounds];
        TrainOnce.How how = each.how();
        boolean rate = how != null;
        for (int round = 0; round < rounds; round++) {
            ours[round] = how == null ? command(each, home) : train(each, how, round == 0);
            theirs[round] = switch (each.against()) {
                case TrainCase.Measured(int frames) ->
                    peer == null ? Double.NaN : 1 / peer.seconds(each.name(), frames);
                case TrainCase.Recorded(double figure) -> figure;
                case TrainCase.SlmLab(String file, double figure) ->
                    upstream == null ? figure : 1 / upstream.seconds(file + " " + each.spec(), 0);
                case TrainCase.Less(TrainOnce.How less) -> train(each, less, false);
            };
        }
        if (each.against() instanceof TrainCase.Measured && peer != null) {
            race.add(each.name(), "Stable-Baselines3", peer.curve(each.name(), race.frames(each.name())));
        }
        double their = Duel.median(theirs);
        Row row = Row.of(
                each.name(),
                rate ? "fps" : "s",
                rate,
                Duel.median(ours),
                Double.isNaN(their) ? null : their,
                each.target());
        boolean recorded = each.against() instanceof TrainCase.Recorded
                || (each.against() instanceof TrainCase.SlmLab && upstream == null);
        return recorded ? row.asRecorded() : row;
    }

    /// Return the frames per second of one run in its own process, with the flags of this one.
    ///
    /// @param drawn whether its learning curve is that of our side
    private double train(TrainCase each, TrainOnce.How how, boolean drawn) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-X") || flag.startsWith("--") || flag.startsWith("-Dslmlab."))
                .forEach(command::add);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                TrainOnce.class.getName(),
                each.file().toString(),
                each.spec(),
                Long.toString(each.frames()),
                how.name()));
        List<String> lines = run(each, command).lines().toList();
        if (drawn && each.against() instanceof TrainCase.Measured) {
            lines.stream()
                    .filter(line -> line.startsWith("curve "))
                    .forEach(line -> race.add(each.name(), "ours", Race.Curve.read(line.substring(6))));
        }
        return Double.parseDouble(lines.getLast());
    }

    /// Return the seconds that the whole command takes, from the launcher's start to its end.
    private static double command(TrainCase each, Path home) throws IOException {
        Path data = Files.createTempDirectory("bench-train");
        try {
            List<String> command = List.of(
                    home.resolve("slm-lab").toString(),
                    "run",
                    each.file().toString(),
                    each.spec(),
                    "train",
                    "--quiet",
                    "--data",
                    data.toString());
            long start = System.nanoTime();
            run(each, command);
            return (System.nanoTime() - start) * 1e-9;
        } finally {
            Folders.delete(data);
        }
    }

    /// Return what a process prints.
    private static String run(TrainCase each, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("%s failed; its errors are above".formatted(each.name()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return answer;
    }
}
