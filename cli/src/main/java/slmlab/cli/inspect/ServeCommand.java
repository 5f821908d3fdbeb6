package slmlab.cli.inspect;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.cli.CheckpointFlag;
import slmlab.cli.DataFolder;
import slmlab.cli.InputCommand;
import slmlab.cli.Paths;
import slmlab.cli.RunFolders;
import slmlab.experiment.CheckpointChoice;
import slmlab.experiment.TrainedAgent;
import slmlab.run.RunFolder;
import slmlab.serve.PolicyServer;
import slmlab.serve.ServeOptions;

/// `slm-lab serve`: a policy that acts for other programs over HTTP.
@Command(
        name = "serve",
        header = "Serve a policy over HTTP: observations in, actions out.",
        description =
                "Requests that arrive together are acted on in one batch. docs/serve.md shows requests and answers.",
        footer = {"  slm-lab serve latest", "  slm-lab serve agent.safetensors --port 0 --watch"})
public final class ServeCommand extends InputCommand {
    private static final int MOST_PORT = 65_535;
    private static final int MB = 1 << 20;
    private static final String SUFFIX = ".safetensors";

    @Parameters(
            index = "0",
            paramLabel = "RUN",
            description = "run folder, a name in the data folder, latest, or a file of weights")
    private String run = "";

    @Mixin
    private final DataFolder data = new DataFolder();

    @Mixin
    private final CheckpointFlag checkpoint = new CheckpointFlag(CheckpointChoice.BEST);

    @Option(names = "--session", paramLabel = "N", description = "session (default: the best one)")
    private @Nullable Integer session;

    @Option(names = "--watch", description = "serve newer weights as soon as a run that is training has written them")
    private boolean watch;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "address to listen on (default: ${DEFAULT-VALUE}, which only this machine reaches)")
    private String host = ServeOptions.HOST;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "port, 0 for any that is free (default: ${DEFAULT-VALUE})")
    private int port = ServeOptions.PORT;

    @Option(
            names = "--public",
            description = "allow a --host that other machines reach; there is no password and no encryption")
    private boolean isPublic;

    @Option(
            names = "--host-name",
            paramLabel = "NAME",
            description = "DNS name that requests may call this server; may be given several times")
    private List<String> names = List.of();

    @Option(
            names = "--max-batch",
            paramLabel = "N",
            description = "most observations in one act, and in one request (default: ${DEFAULT-VALUE})")
    private int maxBatch = ServeOptions.MAX_BATCH;

    @Option(
            names = "--max-delay",
            paramLabel = "MS",
            description = "milliseconds that a batch waits for more observations "
                    + "(default: ${DEFAULT-VALUE}, which takes those that wait already)")
    private double maxDelay;

    @Option(names = "--max-body", paramLabel = "MB", description = "largest request (default: ${DEFAULT-VALUE})")
    private int maxBody = ServeOptions.MAX_BODY / MB;

    @Option(
            names = "--timeout",
            paramLabel = "S",
            description = "seconds that a client has to send a request (default: ${DEFAULT-VALUE})")
    private int timeout = 10;

    @Option(
            names = "--sessions",
            paramLabel = "N",
            description =
                    "most sessions of a policy with a recurrent net or stacked frames (default: ${DEFAULT-VALUE})")
    private int sessions = 1000;

    @Option(names = "--seed", paramLabel = "N", description = "seed of sampled actions (default: ${DEFAULT-VALUE})")
    private long seed;

    @Override
    protected void run(PrintWriter out) {
        check();
        Path file = file();
        ServeOptions options = ServeOptions.defaults()
                .on(host, port, Set.copyOf(names))
                .batches(maxBatch, Duration.ofNanos((long) (maxDelay * 1e6)))
                .limits(maxBody * MB, Duration.ofSeconds(timeout), sessions)
                .seed(seed)
                .watching(watch ? Duration.ofSeconds(1) : null);
        PrintWriter err = err();
        PolicyServer server = PolicyServer.open(file, options, line -> {
            err.println(line);
            err.flush();
        });
        Thread hook = new Thread(server::close);
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            out.println("serving  %s  %s, frame %s  (%s; Ctrl-C ends it)"
                    .formatted(
                            server.address(),
                            file,
                            server.frame() == null ? "unknown" : server.frame(),
                            isPublic ? "everyone who reaches this address" : "this machine only"));
            out.flush();
            new CountDownLatch(1).await();
        } catch (InterruptedException _) {
            Runtime.getRuntime().removeShutdownHook(hook);
            server.close();
            Thread.currentThread().interrupt();
        }
    }

    /// Refuse what is wrong, all at once.
    private void check() {
        List<String> problems = new ArrayList<>();
        within(problems, "--port", port, 0, MOST_PORT);
        within(problems, "--max-batch", maxBatch, 1, 10_000);
        within(problems, "--max-body", maxBody, 1, 1000);
        within(problems, "--timeout", timeout, 1, 3600);
        within(problems, "--sessions", sessions, 1, 1_000_000);
        if (!(maxDelay >= 0 && maxDelay <= 10_000)) {
            problems.add("--max-delay is %s; needs 0 to 10000".formatted(maxDelay));
        }
        try {
            if (PolicyServer.isPublic(host) && !isPublic) {
                problems.add(
                        "--host %s: other machines reach that address, and whoever reaches it can use the policy: there is no password and no encryption; add --public if that is what you want"
                                .formatted(host));
            }
        } catch (IllegalArgumentException e) {
            problems.add("--host: %s".formatted(e.getMessage()));
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
    }

    private static void within(List<String> problems, String flag, int value, int least, int most) {
        if (value < least || value > most) {
            problems.add("%s is %s; needs %s to %s".formatted(flag, value, least, most));
        }
    }

    private Path file() {
        if (run.endsWith(SUFFIX) && Files.isRegularFile(Paths.of(run))) {
            return Paths.of(run);
        }
        RunFolder folder = RunFolders.of(run, data.path());
        return checkpoint.choice().file(folder, session == null ? TrainedAgent.bestSession(folder) : session);
    }
}
