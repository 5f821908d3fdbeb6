package slmlab.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import slmlab.cli.Cli;
import slmlab.experiment.Lab;
import slmlab.experiment.RunOptions;
import slmlab.file.Folders;
import slmlab.play.Player;

/// `slm-lab bench serve`: latency and throughput of `slm-lab serve` beside LitServe, with the same policy, from the
/// same client.
@Command(
        name = "serve",
        header = "Compare slm-lab serve with LitServe: p50, p99 and requests per second.",
        description = {
            "One policy for CartPole (2x64, tanh), one observation in a request, JSON. Each server is a process of its own;",
            "the client is this one, and compares every action with the player's. LitServe has one worker, which computes",
            "with NumPy; with several clients it batches what waits, as ours does."
        },
        mixinStandardHelpOptions = true)
final class Serving implements Callable<Integer> {
    private static final int MOST_BATCH = 64;
    private static final List<Integer> CLIENTS = List.of(1, 32);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the rows to FILE.")
    private @Nullable Path json;

    @Option(names = "--rounds", description = "Rounds for each side (default: ${DEFAULT-VALUE}).")
    private int rounds = 9;

    @Option(names = "--seconds", description = "Seconds of a round (default: ${DEFAULT-VALUE}).")
    private double seconds = 2;

    @Option(names = "--no-peer", description = "Measure our side only.")
    private boolean noPeer;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1 || !(seconds > 0)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--rounds and --seconds are %s and %s; need more than 0".formatted(rounds, seconds));
        }
        Path home = Path.of(System.getProperty("slmlab.home", "."));
        Path data = Files.createTempDirectory("slm-lab-bench");
        try {
            Path python = noPeer ? null : Peer.python(home, "serve");
            Path policy = policy(home, data);
            PrintWriter out = spec.commandLine().getOut();
            RowLog rows = new RowLog(out, json);
            for (int clients : CLIENTS) {
                race(home, python, policy, clients, rows, out);
            }
        } finally {
            Folders.delete(data);
        }
        return Cli.DONE;
    }

    /// A policy that was trained for a moment: how fast it acts does not depend on what it has learned.
    private static Path policy(Path home, Path data) {
        RunOptions options = RunOptions.defaults()
                .data(data)
                .threads(1)
                .set("env.max_frame", 2000)
                .set("meta.max_session", 1);
        return Lab.run(home.resolve("spec/ppo/cartpole.json"), "ppo_cartpole", options)
                .folder()
                .model(0);
    }

    private void race(Path home, @Nullable Path python, Path policy, int clients, RowLog rows, PrintWriter out)
            throws IOException, InterruptedException {
        List<ServeLoad.Result> our = new ArrayList<>();
        List<ServeLoad.Result> their = new ArrayList<>();
        ServeLoad load = new ServeLoad(Player.load(policy), clients, seconds);
        try (ServerProcess ours = ServerProcess.ours(policy);
                ServerProcess theirs = python == null
                        ? null
                        : ServerProcess.litServe(home, python, policy, clients == 1 ? 1 : MOST_BATCH)) {
            if (clients == CLIENTS.getFirst()) {
                out.printf(
                        Locale.ROOT,
                        "ours: Java %s; theirs: %s; medians of %d alternating rounds of %s s, after one to warm up%n%n%s%n",
                        Runtime.version(),
                        theirs == null ? "no peer" : theirs.description(),
                        rounds,
                        seconds,
                        Row.header(theirs == null ? "–" : "LitServe"));
                out.flush();
            }
            for (int round = 0; round <= rounds; round++) {
                ServeLoad.Result one = load.run(ours.port());
                ServeLoad.Result other = theirs == null ? null : load.run(theirs.port());
                if (round > 0) {
                    our.add(one);
                    if (other != null) {
                        their.add(other);
                    }
                }
            }
        }
        String who = clients == 1 ? "1 client" : clients + " clients";
        row(rows, "serve p50, " + who, "ms", false, our, their, ServeLoad.Result::p50);
        row(rows, "serve p99, " + who, "ms", false, our, their, ServeLoad.Result::p99);
        row(rows, "serve throughput, " + who, "req/s", true, our, their, ServeLoad.Result::throughput);
    }

    private static void row(
            RowLog rows,
            String name,
            String unit,
            boolean higherIsBetter,
            List<ServeLoad.Result> our,
            List<ServeLoad.Result> their,
            ToDoubleFunction<ServeLoad.Result> figure) {
        double ours = Duel.median(our.stream().mapToDouble(figure).toArray());
        Double theirs = their.isEmpty()
                ? null
                : Double.valueOf(Duel.median(their.stream().mapToDouble(figure).toArray()));
        rows.add(Row.of(name, unit, higherIsBetter, ours, theirs, 1));
    }
}
