package slmlab.cli.train;

import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import slmlab.board.Board;
import slmlab.run.RunFolder;

/// The live page of the runs that this process trains. It is there until the process ends, and no run needs it.
public final class RunDashboard {
    private final PrintWriter out;
    private final PrintWriter err;
    private boolean tried;

    public RunDashboard(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    /// Open the page at the first run, and say where it is. If it cannot be opened, say why: the run continues.
    void show(RunFolder run) {
        if (tried) {
            return;
        }
        tried = true;
        Path folder = run.path().toAbsolutePath().normalize();
        try {
            Board board = open(Objects.requireNonNull(folder.getParent()));
            String id = URLEncoder.encode(Objects.toString(folder.getFileName()), StandardCharsets.UTF_8)
                    .replace("+", "%20");
            out.println("dashboard  %s#/run/%s  (until this process ends)".formatted(board.address(), id));
            out.flush();
        } catch (RuntimeException | LinkageError e) {
            err.println("--dashboard: %s; the run continues without it".formatted(e.getMessage()));
        }
    }

    /// Open the page of all runs in a folder, and say where it is.
    public void showAll(Path data) {
        try {
            out.println("dashboard  %s  (until this process ends)"
                    .formatted(open(data.toAbsolutePath().normalize()).address()));
            out.flush();
        } catch (RuntimeException | LinkageError e) {
            err.println("--dashboard: %s; the search continues without it".formatted(e.getMessage()));
        }
    }

    /// The usual port may be taken by another run's page.
    private static Board open(Path data) {
        try {
            return Board.open(data, Board.PORT);
        } catch (IllegalArgumentException _) {
            return Board.open(data, 0);
        }
    }
}
