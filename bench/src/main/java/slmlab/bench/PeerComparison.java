package slmlab.bench;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongToDoubleFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import slmlab.env.python.PythonPackages;

/// Shared part of the benchmarks against a peer: their options, and the run from cases to a table and a file.
final class PeerComparison {
    @Option(names = "--json", paramLabel = "FILE", description = "Also write the rows to FILE.")
    private @Nullable Path json;

    @Option(names = "--rounds", description = "Rounds for each side (default: ${DEFAULT-VALUE}).")
    private int rounds = 9;

    @Option(names = "--warm", description = "Seconds to warm up each side of a row (default: ${DEFAULT-VALUE}).")
    private double warm = 5;

    @Option(names = "--only", paramLabel = "TEXT", description = "Only rows whose name contains TEXT.")
    private String only = "";

    @Option(names = "--no-peer", description = "Measure our side only.")
    private boolean noPeer;

    /// One benchmark.
    ///
    /// @param work makes our side; the peer's script knows the same work by `name`
    /// @param amount work done by one run, for a rate in `unit`; 0 for a time in ms
    /// @param pythonPackage the Python package that the peer needs: then it runs where [PythonPackages] finds that
    /// @param beside what the row is compared with in this process, in place of the peer
    record Case(
            String name,
            String unit,
            double amount,
            double target,
            Supplier<Runnable> work,
            @Nullable String pythonPackage,
            @Nullable Supplier<Runnable> beside) {
        Case(String name, String unit, double amount, double target, Supplier<Runnable> work) {
            this(name, unit, amount, target, work, null, null);
        }
    }

    /// The peers of environments outside the JVM, by Python package.
    private final Map<String, Optional<Peer>> packagePeers = new HashMap<>();

    /// @param command the command, to report wrong input to the user
    int run(CommandLine command, String peerName, String peerScript, List<Case> all) {
        List<Case> cases = all.stream().filter(each -> each.name.contains(only)).toList();
        check(command, all, cases);
        Path home = Path.of(System.getProperty("slmlab.home", "."));
        try (Peer peer = noPeer ? null : Peer.start(home, peerScript)) {
            PrintWriter out = command.getOut();
            out.printf(
                    Locale.ROOT,
                    "ours: Java %s, 1 thread; theirs: %s; medians of %d alternating rounds%n%n%s%n",
                    Runtime.version(),
                    peer == null ? "no peer" : peer.description(),
                    rounds,
                    Row.header(peer == null ? "–" : peerName));
            RowLog rows = new RowLog(out, json);
            for (Case each : cases) {
                rows.add(measure(
                        each, each.pythonPackage == null ? peer : pythonPackage(home, peerScript, each.pythonPackage)));
            }
        } finally {
            packagePeers.values().forEach(peer -> peer.ifPresent(Peer::close));
        }
        return 0;
    }

    private @Nullable Peer pythonPackage(Path home, String script, String pythonPackage) {
        return noPeer
                ? null
                : packagePeers
                        .computeIfAbsent(
                                pythonPackage,
                                _ -> PythonPackages.ofMachine()
                                        .python(pythonPackage)
                                        .map(python -> Peer.start(home, script, python)))
                        .orElse(null);
    }

    /// Check the options before minutes are spent on rows that could not be written.
    private void check(CommandLine command, List<Case> all, List<Case> cases) {
        List<String> problems = new ArrayList<>();
        if (rounds < 1) {
            problems.add("--rounds is %s; needs at least 1".formatted(rounds));
        }
        if (!(warm >= 0)) {
            problems.add("--warm is %s; needs at least 0".formatted(warm));
        }
        if (cases.isEmpty()) {
            problems.add("--only %s matches no row of %s"
                    .formatted(only, all.stream().map(Case::name).toList()));
        }
        if (json != null) {
            Path folder = json.toAbsolutePath().getParent();
            if (folder == null || !Files.isWritable(folder) || Files.isDirectory(json)) {
                problems.add("--json %s cannot be written; needs a file in a folder that exists".formatted(json));
            }
        }
        if (!problems.isEmpty()) {
            throw new ParameterException(command, String.join("; ", problems));
        }
    }

    private Row measure(Case each, @Nullable Peer peer) {
        LongToDoubleFunction ours = Duel.timed(each.work.get());
        LongToDoubleFunction theirs = each.beside != null
                ? Duel.timed(each.beside.get())
                : peer == null ? null : runs -> peer.seconds(each.name, runs);
        double[] seconds = new Duel(rounds, warm).seconds(ours, theirs);
        boolean rate = each.amount > 0;
        double our = rate ? each.amount / seconds[0] : seconds[0] * 1e3;
        Double other = theirs == null ? null : Double.valueOf(rate ? each.amount / seconds[1] : seconds[1] * 1e3);
        return Row.of(each.name, each.unit, rate, our, other, each.target);
    }
}
