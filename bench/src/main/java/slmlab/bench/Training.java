package slmlab.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `slm-lab bench train`: frames per second of whole training runs, ours beside the peers.
@Command(
        name = "train",
        header = "Training frames per second beside Stable-Baselines3 and SLM-Lab, one session each.",
        description = {
            "Ours: a process of its own for every run, from its first step to its last row, warm-up, rows and files included.",
            "Theirs: Stable-Baselines3 in this run, warm, one thread; SLM-Lab's figures are recorded ones.",
            "Rows with SLM-Lab's own specs need its spec files beside the project, in ../shared/slm-lab-spec."
        },
        mixinStandardHelpOptions = true)
final class Training implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the rows to FILE.")
    private @Nullable Path json;

    @Option(names = "--rounds", description = "Rounds for each side (default: ${DEFAULT-VALUE}).")
    private int rounds = 9;

    @Option(names = "--only", paramLabel = "TEXT", description = "Only rows whose name has TEXT in it.")
    private String only = "";

    @Option(names = "--no-peer", description = "Measure our side only.")
    private boolean noPeer;

    /// One thing to measure.
    ///
    /// @param frames of each of our sessions; 0 for the spec's
    /// @param theirFrames of a round of the peer; 0 where `recorded` is its figure
    /// @param recorded the peer's frames per second, measured elsewhere
    private record Case(
            String name,
            Path file,
            String spec,
            int sessions,
            long frames,
            int theirFrames,
            double recorded,
            double target) {}

    @Override
    public Integer call() throws IOException {
        Path home = Path.of(System.getProperty("slmlab.home", "."));
        List<Case> cases = cases(home).stream()
                .filter(each -> each.name.contains(only) && Files.exists(each.file))
                .toList();
        if (cases.isEmpty() || rounds < 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    rounds < 1
                            ? "--rounds is %d; needs at least 1".formatted(rounds)
                            : "--only %s leaves no row".formatted(only));
        }
        List<Row> rows = new ArrayList<>();
        try (Peer peer = noPeer || cases.stream().allMatch(each -> each.theirFrames == 0)
                ? null
                : Peer.start(home, "train.py")) {
            System.out.printf(
                    Locale.ROOT,
                    "ours: Java %s, a fresh process each; theirs: %s; medians of %d alternating rounds%n%n%s%n",
                    Runtime.version(),
                    peer == null ? "recorded" : peer.description(),
                    rounds,
                    Row.header("peer"));
            for (Case each : cases) {
                Row row = measure(each, peer);
                System.out.println(row.line());
                rows.add(row);
            }
        }
        if (json != null) {
            Files.writeString(
                    json, rows.stream().map(Row::json).collect(Collectors.joining(",\n  ", "[\n  ", "\n]\n")));
        }
        return 0;
    }

    private static List<Case> cases(Path home) {
        Path own = home.resolve("spec");
        Path upstream = home.resolveSibling("shared").resolve("slm-lab-spec/benchmark");
        return List.of(
                new Case(
                        "SLM-Lab's ppo_cartpole",
                        upstream.resolve("ppo/ppo_cartpole.json"),
                        "ppo_cartpole",
                        1,
                        0,
                        0,
                        1050,
                        40),
                new Case(
                        "SLM-Lab's a2c_gae_cartpole",
                        upstream.resolve("a2c/a2c_gae_cartpole.json"),
                        "a2c_gae_cartpole",
                        1,
                        0,
                        0,
                        1140,
                        40),
                new Case(
                        "SLM-Lab's dqn_boltzmann",
                        upstream.resolve("dqn/dqn_cartpole.json"),
                        "dqn_boltzmann_cartpole",
                        1,
                        0,
                        0,
                        89,
                        20),
                new Case("PPO CartPole", own.resolve("ppo/cartpole.json"), "ppo_cartpole", 1, 0, 20_000, 0, 20),
                new Case("DQN CartPole", own.resolve("dqn/cartpole.json"), "dqn_cartpole_zoo", 1, 0, 20_000, 0, 10),
                new Case("SAC Pendulum 2x256", own.resolve("sac/pendulum.json"), "sac_pendulum", 1, 10_000, 500, 0, 3));
    }

    private Row measure(Case each, @Nullable Peer peer) throws IOException {
        double[] ours = new double[rounds];
        double[] theirs = new double[rounds];
        Arrays.fill(theirs, each.recorded == 0 ? Double.NaN : each.recorded);
        for (int round = 0; round < rounds; round++) {
            ours[round] = train(each);
            if (peer != null && each.theirFrames > 0) {
                theirs[round] = 1 / peer.seconds(each.name, each.theirFrames);
            }
        }
        double their = Duel.median(theirs);
        Row row = Row.of(each.name, "fps", true, Duel.median(ours), Double.isNaN(their) ? null : their, each.target);
        return each.recorded == 0 ? row : row.asRecorded();
    }

    /// Frames per second of one run in a process of its own, with the flags of this one.
    private static double train(Case each) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-X") || flag.startsWith("--"))
                .forEach(command::add);
        Stream.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        TrainOnce.class.getName(),
                        each.file.toString(),
                        each.spec,
                        Integer.toString(each.sessions),
                        Long.toString(each.frames))
                .forEach(command::add);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("%s failed; its errors are above".formatted(each.name));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return Double.parseDouble(answer.lines().reduce((_, last) -> last).orElse("NaN"));
    }
}
