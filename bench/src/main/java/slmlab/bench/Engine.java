package slmlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.LongToDoubleFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slmlab.tensor.Program;

/// `slm-lab bench engine`: matrix products, updates, acting, convolutions, recurrence and Adam beside PyTorch, one
/// thread each.
@Command(
        name = "engine",
        header = "The tensor engine beside PyTorch, one thread each.",
        description = {
            "Both sides warm, taking turns; the median of each side's rounds.",
            "The first run makes a Python environment with PyTorch, a download of some hundred MB."
        },
        mixinStandardHelpOptions = true)
final class Engine implements Callable<Integer> {
    @Option(names = "--json", paramLabel = "FILE", description = "Also write the rows to FILE.")
    private @Nullable Path json;

    @Option(names = "--rounds", description = "Rounds for each side (default: ${DEFAULT-VALUE}).")
    private int rounds = 9;

    @Option(names = "--warm", description = "Seconds to warm up each side of a row (default: ${DEFAULT-VALUE}).")
    private double warm = 5;

    @Option(names = "--only", paramLabel = "TEXT", description = "Only rows whose name has TEXT in it.")
    private String only = "";

    @Option(names = "--no-peer", description = "Measure our side only.")
    private boolean noPeer;

    private record Case(String name, Supplier<Program> program, double target, double flops) {}

    private static List<Case> cases(Workloads make) {
        return List.of(
                gemm(make, 64, 64, 64, 1.0),
                gemm(make, 2048, 64, 64, 1.0),
                gemm(make, 256, 256, 256, 1.0),
                gemm(make, 512, 512, 512, 0.9),
                new Case("ppo update 2x64 batch 64", () -> make.ppo(4, 64, 2, 64), 35, 0),
                new Case("ppo update 2x64 batch 256", () -> make.ppo(4, 64, 2, 256), 16, 0),
                new Case("ppo update 2x256 batch 256", () -> make.ppo(17, 256, 6, 256), 3, 0),
                new Case("act 2x64 on 8", () -> make.act(4, 64, 2, 8), 80, 0),
                new Case("nature cnn batch 32", () -> make.natureCnn(32), 1.0, 0),
                new Case("lstm 64, 16 steps, batch 32", () -> make.lstm(64, 16, 32), 1.5, 0),
                new Case("adam 1M", () -> make.adam(1_000_000), 0.9, 0));
    }

    private static Case gemm(Workloads make, int m, int k, int n, double target) {
        String name = "sgemm %dx%dx%d".formatted(m, k, n);
        return new Case(name, () -> make.sgemm(m, k, n), target, 2.0 * m * k * n);
    }

    @Override
    public Integer call() throws IOException {
        Path home = Path.of(System.getProperty("slmlab.home", "."));
        try (Peer peer = noPeer ? null : Peer.start(home, "engine.py")) {
            String version = peer == null ? "no peer" : peer.description();
            System.out.printf(
                    Locale.ROOT,
                    "ours: Java %s, 1 thread; theirs: %s; medians of %d alternating rounds%n%n%s%n",
                    Runtime.version(),
                    version,
                    rounds,
                    Row.header(peer == null ? "–" : "PyTorch"));
            List<Row> rows = new ArrayList<>();
            for (Case each : cases(new Workloads())) {
                if (each.name.contains(only)) {
                    Row row = measure(each, peer);
                    System.out.println(row.line());
                    rows.add(row);
                }
            }
            if (json != null) {
                Files.writeString(
                        json, rows.stream().map(Row::json).collect(Collectors.joining(",\n  ", "[\n  ", "\n]\n")));
            }
        }
        return 0;
    }

    private Row measure(Case each, @Nullable Peer peer) {
        Program program = each.program.get();
        LongToDoubleFunction theirs = peer == null ? null : runs -> peer.seconds(each.name, runs);
        double[] seconds = new Duel(rounds, warm).seconds(Duel.timed(program::run), theirs);
        boolean rate = each.flops > 0;
        double ours = rate ? each.flops / seconds[0] * 1e-9 : seconds[0] * 1e3;
        Double other = peer == null ? null : Double.valueOf(rate ? each.flops / seconds[1] * 1e-9 : seconds[1] * 1e3);
        return Row.of(each.name, rate ? "GFLOP/s" : "ms", rate, ours, other, each.target);
    }
}
