package slmlab.cli.inspect;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.board.Board;
import slmlab.board.flow.FlowDesk;
import slmlab.cli.DataFolder;
import slmlab.cli.InputCommand;
import slmlab.cli.OwnCommands;
import slmlab.flow.Workflows;
import slmlab.search.trial.SearchFolder;

/// `slm-lab dashboard`: a live page over run folders.
@Command(
        name = "dashboard",
        header = "Show runs on a live page: curves, health, the agent playing.",
        footer = {"  slm-lab dashboard", "  slm-lab dashboard --data results --port 0"})
public final class DashboardCommand extends InputCommand {
    private static final int MOST_PORT = 65_535;

    @Parameters(
            paramLabel = "DATA",
            arity = "0..1",
            description = "folder of run folders, or a run folder (default: that of --data)")
    private @Nullable Path given;

    @Mixin
    private final DataFolder folder = new DataFolder();

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "port on this machine, 0 for any that is free (default: ${DEFAULT-VALUE})")
    private int port = Board.PORT;

    @Option(
            names = "--study",
            paramLabel = "URL",
            description =
                    "also show the searches in DATA that are kept in this database instead of their own file; may be given several times")
    private List<String> studies = List.of();

    @Override
    protected void run(PrintWriter out) {
        if (port < 0 || port > MOST_PORT) {
            throw new IllegalArgumentException("--port is %s; needs 0 to %s".formatted(port, MOST_PORT));
        }
        Path data = given == null ? folder.path() : given;
        Board.check(data);
        List<String> kept = studies.isEmpty()
                ? List.of()
                : SearchFolder.all(data).stream().map(SearchFolder::database).toList();
        for (String url : studies) {
            if (!kept.contains(url)) {
                throw new IllegalArgumentException(
                        "--study: no search in %s is kept in that database; study.json of a search says which its own is"
                                .formatted(data));
            }
        }
        FlowDesk flows = new FlowDesk(Workflows.shipped(), Path.of("").toAbsolutePath(), new OwnCommands());
        try (Board board = Board.open(data, port, Set.copyOf(studies), flows)) {
            out.println("dashboard  " + board.address() + "  (this machine only; Ctrl-C ends it)");
            out.flush();
            new CountDownLatch(1).await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
