package slmlab.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import slmlab.cli.Cli;
import slmlab.file.Folders;
import slmlab.metric.Metrics;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;
import slmlab.search.study.Claim;
import slmlab.search.study.Database;
import slmlab.search.study.Study;
import slmlab.search.study.StudyPlan;
import slmlab.search.study.TrialState;

/// `slm-lab bench study`: milliseconds that a large study takes to give out a trial, to store a report and to
/// ask a pruner, in SQLite. Every commit waits for the disk, so that a slow one makes it look worse. The
/// study is filled in memory.
@Command(name = "study", header = "Claim, report and prune in a study that has many trials.")
final class StudyBenchmark implements Callable<Integer> {
    private static final double MILLI = 1e6;
    private static final int REPORTS = 3;
    private static final long GRACE = 1_000;
    private static final String NAME = "bench";
    private static final Map<String, @Nullable Object> NONE = Map.of("name", "none");
    private static final List<Parameter> RANGES = List.of(
            new Parameter("gamma", new Domain.Range(0.9, 0.999, 0, false, false)),
            new Parameter("lam", new Domain.Range(0.8, 1, 0, false, false)),
            new Parameter("lr", new Domain.Range(1e-5, 1e-2, 0, true, false)),
            new Parameter("entropy", new Domain.Range(1e-5, 1e-1, 0, true, false)),
            new Parameter("clip", new Domain.Range(0.1, 0.4, 0, false, false)),
            new Parameter("horizon", new Domain.Range(32, 512, 1, true, true)));
    private static final List<Parameter> CHOICES = List.of(
            new Parameter("activation", new Domain.Choice(List.of("relu", "tanh", "selu"))),
            new Parameter("layers", new Domain.Choice(List.of(List.of(64), List.of(64, 64), List.of(256, 256)))));

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--trials", paramLabel = "N", description = "Trials that have ended (default: ${DEFAULT-VALUE}).")
    private int trials = 10_000;

    @Option(names = "--claims", paramLabel = "N", description = "Claims to measure (default: ${DEFAULT-VALUE}).")
    private int claims = 50;

    @Override
    public Integer call() throws IOException, SQLException {
        if (trials < 1 || claims < 1) {
            throw new ParameterException(spec.commandLine(), "--trials and --claims need at least 1");
        }
        Path memory = Path.of("/dev/shm");
        Path filled = Files.isWritable(memory)
                ? Files.createTempDirectory(memory, "slm-lab-study")
                : Files.createTempDirectory("slm-lab-study");
        Path folder = Files.createTempDirectory("slm-lab-study");
        try {
            Path ranges = fill(filled.resolve("ranges.db"), new SearchSpace(RANGES));
            Path mixed = fill(
                    filled.resolve("mixed.db"),
                    new SearchSpace(
                            Stream.concat(RANGES.stream(), CHOICES.stream()).toList()));
            for (String sampler : List.of("random", "halton", "grid", "tpe", "cma-es")) {
                Path copy = copy(
                        folder, sampler.equals("cma-es") ? ranges : mixed, "\"random\"", "\"%s\"".formatted(sampler));
                claim(copy, sampler);
            }
            for (String pruner : List.of("asha", "median", "hyperband")) {
                String settings = pruner.equals("median")
                        ? ""
                        : pruner.equals("asha")
                                ? ",\"grace_period\":%s".formatted(GRACE)
                                : ",\"grace_period\":%s,\"max_frame\":%s".formatted(GRACE, GRACE * 27);
                prune(copy(folder, mixed, "\"none\"", "\"%s\"%s".formatted(pruner, settings)), pruner);
            }
        } finally {
            Folders.delete(filled);
            Folders.delete(folder);
        }
        return Cli.DONE;
    }

    /// Run all trials but those that are measured later.
    private Path fill(Path file, SearchSpace space) {
        StudyPlan plan = new StudyPlan(NAME, Map.of(), space, "random", NONE, 1, trials + claims);
        List<Double> claiming = new ArrayList<>();
        List<Double> reporting = new ArrayList<>();
        List<Double> ending = new ArrayList<>();
        try (Database database = Database.of(file.toString())) {
            Study study = Study.create(database, plan);
            for (int i = 0; i < trials; i++) {
                long begun = System.nanoTime();
                Claim claim = study.claim("bench").orElseThrow();
                claiming.add(since(begun));
                double score = score(claim);
                for (int k = 0; k < REPORTS; k++) {
                    begun = System.nanoTime();
                    study.report(claim, GRACE * Math.powExact(3, k), score + k);
                    reporting.add(since(begun));
                }
                begun = System.nanoTime();
                study.end(claim, TrialState.DONE, score, Map.of(Metrics.STRENGTH.name(), score), null);
                ending.add(since(begun));
            }
        }
        tell("filling %s trials: claim".formatted(trials), claiming);
        tell("report", reporting);
        tell("end", ending);
        return file;
    }

    private static double score(Claim claim) {
        return -DoubleStream.of(claim.point()).map(Math::abs).sum();
    }

    /// Copy a study and change its plan in the text of the database.
    private static Path copy(Path folder, Path file, String word, String other) throws IOException, SQLException {
        Path copy = folder.resolve("copy.db");
        for (String part : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(Path.of(copy + part));
        }
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
                PreparedStatement update =
                        connection.prepareStatement("UPDATE slm_study SET plan = REPLACE(plan, ?, ?)")) {
            update.setString(1, word);
            update.setString(2, other);
            update.executeUpdate();
        }
        return copy;
    }

    private void claim(Path file, String sampler) {
        try (Database database = Database.of(file.toString())) {
            Study study = Study.open(database, NAME);
            List<Double> times = new ArrayList<>();
            for (int i = 0; i < claims; i++) {
                long begun = System.nanoTime();
                Claim claim = study.claim("bench").orElseThrow();
                times.add(since(begun));
                study.end(claim, TrialState.DONE, score(claim), Map.of(), null);
            }
            tell(sampler + ": first claim, which reads all trials", times.subList(0, 1));
            tell(sampler + ": claim", times.subList(1, claims));
        }
    }

    private void prune(Path file, String pruner) {
        try (Database database = Database.of(file.toString())) {
            Study study = Study.open(database, NAME);
            List<Double> times = new ArrayList<>();
            for (int i = 0; i < claims; i++) {
                Claim claim = study.claim("bench").orElseThrow();
                study.report(claim, GRACE, score(claim));
                long begun = System.nanoTime();
                study.isPruned(claim);
                times.add(since(begun));
                study.end(claim, TrialState.PRUNED, score(claim), Map.of(), null);
            }
            tell(pruner + ": first question, which reads all reports", times.subList(0, 1));
            tell(pruner + ": question", times.subList(1, claims));
        }
    }

    private static double since(long begun) {
        return (System.nanoTime() - begun) / MILLI;
    }

    private void tell(String what, List<Double> times) {
        double[] sorted =
                times.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        PrintWriter out = spec.commandLine().getOut();
        out.println(String.format(
                Locale.ROOT,
                "%-50s median %7.2f ms, 95 %% below %7.2f ms, slowest %7.2f ms",
                what,
                sorted[sorted.length / 2],
                sorted[(int) (0.95 * (sorted.length - 1))],
                sorted[sorted.length - 1]));
        out.flush();
    }
}
